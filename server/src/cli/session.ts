import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReleaseCatalogue } from '../catalogue/lookup.ts';
import type { Analysis } from '../features/analysis.ts';
import { sourceDocument } from '../features/document.ts';
import { nodeFiles } from '../node/files.ts';
import { decodeText, reasonOf } from '../node/text.ts';
import { createLanguageService, type LanguageService } from '../service.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { collectInputs, type Unreadable } from './inputs.ts';
import type { FullPlaceNamer, PlaceNamer } from './launchJson.ts';
import { repositoryOf } from './repository.ts';

/** A file that was read, with all that is known of it. */
export interface Judged {
  readonly name: string;
  readonly analysis: Analysis;
  /** Names places as answers about this file do. */
  readonly place: PlaceNamer;
  readonly fullPlace: FullPlaceNamer;
}

/** An answer per input, in the order of the arguments. */
export type Answer = Judged | Unreadable;

/** What the scripts are judged by, where `--openrlhf` says so. */
export interface JudgedBy {
  readonly option: string;
  readonly copy?: ReleaseCatalogue;
}

/** Bytes of an input; they may take time, as those of standard input do. */
type Read = () => Promise<Uint8Array>;

/** The folder whose files a script may source beside those below its own: the working folder, or its repository. */
function workspaceOf(uri: string): string | undefined {
  const path = fileURLToPath(uri);
  const here = process.cwd();
  const folder = isInside(path, here) ? here : repositoryOf(dirname(path));
  return folder === undefined ? undefined : pathToFileURL(folder).href;
}

function isInside(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** One run of the command line: many files, one start. */
export class Session {
  readonly #service: LanguageService;
  /** Names that the user gave, by URI; other files are named relative to the working folder. */
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #lines = new Map<string, LineIndex>();
  readonly #linesByName = new Map<string, LineIndex>();

  constructor(by: JudgedBy | undefined) {
    this.#service = createLanguageService({
      files: {
        read: async (uri) => {
          const text = await nodeFiles.read(uri);
          if (text !== null && !this.#texts.has(uri)) this.#texts.set(uri, text);
          return text;
        },
        list: (folder) => nodeFiles.list(folder),
      },
      settings: () => Promise.resolve(DEFAULT_SETTINGS),
      openText: () => undefined,
      folderOf: workspaceOf,
      ...by,
    });
  }

  /** Judges the files that the paths name; `-` is standard input. */
  async judge(paths: readonly string[], stdinFilename: string, readStdin: Read): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const path of paths) {
      if (path === '-') {
        answers.push(await this.#answer(stdinFilename, readStdin));
        continue;
      }
      const { files, unreadable } = collectInputs(path);
      answers.push(...unreadable);
      for (const file of files) answers.push(await this.#answer(file.name, () => readFile(file.path)));
    }
    return answers;
  }

  /** A line (from 0) of a file by the name that answers give it. */
  lineOf(name: string, line: number): string | undefined {
    return this.#linesByName.get(name)?.lineText(line);
  }

  async #answer(name: string, read: Read): Promise<Answer> {
    let text: string;
    try {
      text = decodeText(await read());
    } catch (error) {
      return { name, reason: reasonOf(error) };
    }
    try {
      return await this.#judge(name, text);
    } catch (error) {
      // A fault of ours: the other files are answered all the same.
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { name, reason: `cannot be judged, please report this with the file: ${detail}` };
    }
  }

  async #judge(name: string, text: string): Promise<Judged> {
    const uri = pathToFileURL(resolve(name)).href;
    const document = sourceDocument(uri, 'shellscript', 1, text);
    if (!this.#names.has(uri)) this.#names.set(uri, name);
    this.#texts.set(uri, text);
    this.#lines.set(uri, document.lines);
    const analysis = await this.#service.analysis(document);
    this.#service.close(uri);
    const fullPlace: FullPlaceNamer = (location) => {
      const own = location.uri === uri;
      const lines = own ? document.lines : this.#linesOf(location.uri);
      const file = own ? name : this.#nameOf(location.uri);
      this.#linesByName.set(file, lines);
      return { file, range: lines.range(location.range) };
    };
    const place: PlaceNamer = (location) => {
      const { file, range } = fullPlace(location);
      return location.uri === uri ? { range } : { range, file };
    };
    return { name, analysis, place, fullPlace };
  }

  #nameOf(uri: string): string {
    const given = this.#names.get(uri);
    if (given !== undefined) return given;
    const path = fileURLToPath(uri);
    return isInside(path, process.cwd()) ? relative(process.cwd(), path) : path;
  }

  #linesOf(uri: string): LineIndex {
    const known = this.#lines.get(uri);
    if (known) return known;
    const lines = new LineIndex(this.#texts.get(uri) ?? '');
    this.#lines.set(uri, lines);
    return lines;
  }
}
