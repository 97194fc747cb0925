import { Bodies } from './bodies.ts';
import { readOutline } from '../../python/outline/read.ts';
import type { PythonFile } from '../../python/outline/model.ts';
import { fileOfUri } from '../../text/uri.ts';

/** Outlines of Python files, each kept as long as its text is the same, and what is known of their bodies. */
export class Outlines {
  readonly bodies = new Bodies(this);
  readonly #kept = new Map<string, { readonly text: string; readonly file: PythonFile }>();

  of(uri: string, text: string): PythonFile {
    const kept = this.#kept.get(uri);
    if (kept?.text === text) return kept.file;
    const file = readOutline(uri, fileOfUri(uri).replace(/\.py$/, ''), text);
    this.#kept.set(uri, { text, file });
    return file;
  }

  forget(uri: string): void {
    this.#kept.delete(uri);
    this.bodies.forget(uri);
  }
}
