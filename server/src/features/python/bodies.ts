import { createFlow } from '../../python/flow/flow.ts';
import type { Flow } from '../../python/flow/model.ts';
import type { PythonFile, PythonFiles } from '../../python/outline/model.ts';
import { importedFiles, type OutlineSource } from './imports.ts';

/** Text of a file: `null` where there is none, `undefined` while it is not loaded. */
type Lookup = (uri: string) => string | null | undefined;

interface Kept {
  readonly file: PythonFile;
  readonly folder: string | undefined;
  readonly files: PythonFiles;
  readonly flow: Flow;
  /** Files that were looked for, with what was found. */
  readonly asked: Map<string, string | null>;
  /** Something that was looked for was not loaded. */
  open: boolean;
  lookup: Lookup;
}

/**
 * What files import and what their bodies do, each kept as long as all texts that it was told from are the same: most changes
 * are to the script that names a file.
 */
export class Bodies {
  readonly #outlines: OutlineSource;
  readonly #kept = new Map<string, Kept>();

  constructor(outlines: OutlineSource) {
    this.#outlines = outlines;
  }

  of(
    file: PythonFile,
    folder: string | undefined,
    lookup: Lookup,
  ): { readonly files: PythonFiles; readonly flow: Flow } {
    const kept = this.#kept.get(file.uri);
    if (kept?.file === file && kept.folder === folder && !kept.open && isSame(kept.asked, lookup)) {
      kept.lookup = lookup;
      return kept;
    }
    const asked = new Map<string, string | null>();
    const files = importedFiles({
      outlines: this.#outlines,
      folder,
      file: (uri) => {
        const text = entry.lookup(uri);
        if (text === undefined) entry.open = true;
        else asked.set(uri, text);
        return text;
      },
    });
    const entry: Kept = { file, folder, files, flow: createFlow(files), asked, open: false, lookup };
    this.#kept.set(file.uri, entry);
    return entry;
  }

  forget(uri: string): void {
    this.#kept.delete(uri);
  }
}

function isSame(asked: ReadonlyMap<string, string | null>, lookup: Lookup): boolean {
  // All are asked for, so that whoever asks knows what the answer depends on.
  return [...asked].map(([uri, text]) => lookup(uri) === text).every(Boolean);
}
