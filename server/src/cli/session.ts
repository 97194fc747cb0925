import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReleaseCatalogue } from '../catalogue/lookup.ts';
import type { Analysis } from '../features/analysis.ts';
import { isPython, sourceDocument, type SourceDocument } from '../features/document.ts';
import type { PythonAnalysis } from '../features/python/analysis.ts';
import type { TryLaunch } from '../features/python/tryLaunches.ts';
import { nodeFiles } from '../node/files.ts';
import { decodeText, reasonOf } from '../node/text.ts';
import { createLanguageService, type LanguageService } from '../service.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { isSameUri } from '../text/uri.ts';
import type { FolderSettingsFiles } from './folderSettings.ts';
import { collectInputs, isPythonPath, type Unreadable } from './inputs.ts';
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

/** A Python file that was read, with the launches that name it. */
export interface JudgedPython {
  readonly name: string;
  readonly python: PythonAnalysis;
  readonly fullPlace: FullPlaceNamer;
}

/** An answer per input, in the order of the arguments; Python files that only launches name come last. */
export type Answer = Judged | JudgedPython | Unreadable;

/** What the scripts are judged by, where `--openrlhf` says so. */
export interface JudgedBy {
  readonly option: string;
  readonly copy?: ReleaseCatalogue;
}

/** A Python file among the inputs, to be judged once the launches are known. */
interface PythonInput {
  readonly name: string;
  readonly document: SourceDocument;
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

  /** @param settings of folders; without, none count */
  constructor(by: JudgedBy | undefined, settings?: FolderSettingsFiles) {
    this.#service = createLanguageService({
      files: {
        read: async (uri) => {
          const text = await nodeFiles.read(uri);
          if (text !== null && !this.#texts.has(uri)) this.#texts.set(uri, text);
          return text;
        },
        list: (folder) => nodeFiles.list(folder),
      },
      settings: (uri) => {
        const path = fileURLToPath(uri);
        const top = workspaceOf(uri);
        return Promise.resolve(
          settings?.of(path, top === undefined ? dirname(path) : fileURLToPath(top)) ?? DEFAULT_SETTINGS,
        );
      },
      openText: () => undefined,
      folderOf: workspaceOf,
      ...by,
    });
  }

  /** Judges the files that the paths name, and Python files that launches in them name; `-` is standard input. */
  async judge(paths: readonly string[], stdinFilename: string, readStdin: Read): Promise<Answer[]> {
    const answers: (Answer | PythonInput)[] = [];
    for (const path of paths) {
      if (path === '-') {
        answers.push(await this.#answer(stdinFilename, readStdin));
        continue;
      }
      const { files, unreadable } = collectInputs(path);
      answers.push(...unreadable);
      for (const file of files) answers.push(await this.#answer(file.name, () => readFile(file.path)));
    }
    // Only now are the launches known that name them.
    const judged: Answer[] = [];
    for (const one of answers) {
      judged.push('document' in one ? await this.#guarded(one.name, () => this.#judgePython(one)) : one);
    }
    for (const input of await this.#namedBy(judged)) {
      judged.push(await this.#guarded(input.name, () => this.#judgePython(input, false)));
    }
    return judged;
  }

  /** What trials of a judged Python file take from the launches that name it. */
  tryLaunches({ python }: JudgedPython): Promise<readonly TryLaunch[]> {
    return this.#service.tryLaunches(python.document);
  }

  /** What `--model` prints of a script. */
  async modelOf({ document }: Analysis): Promise<string> {
    const model = await this.#service.launchModel(document);
    return model?.text ?? '';
  }

  /** A line (from 0) of a file by the name that answers give it. */
  lineOf(name: string, line: number): string | undefined {
    return this.#linesByName.get(name)?.lineText(line);
  }

  async #answer(name: string, read: Read): Promise<Answer | PythonInput> {
    let text: string;
    try {
      text = decodeText(await read());
    } catch (error) {
      return { name, reason: reasonOf(error) };
    }
    return this.#guarded<Judged | PythonInput>(name, () => {
      const document = this.#opened(name, text);
      return isPython(document) ? { name, document } : this.#judge(name, document);
    });
  }

  async #guarded<T>(name: string, work: () => T | Promise<T>): Promise<T | Unreadable> {
    try {
      return await work();
    } catch (error) {
      // A fault of ours: the other files are answered all the same.
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { name, reason: `cannot be judged, please report this with the file: ${detail}` };
    }
  }

  #opened(name: string, text: string): SourceDocument {
    const uri = pathToFileURL(resolve(name)).href;
    const document = sourceDocument(uri, isPythonPath(name) ? 'python' : 'shellscript', 1, text);
    if (!this.#names.has(uri)) this.#names.set(uri, name);
    this.#texts.set(uri, text);
    this.#lines.set(uri, document.lines);
    return document;
  }

  async #judge(name: string, document: SourceDocument): Promise<Judged> {
    const analysis = await this.#service.analysis(document);
    // Its launches count for the Python files that they name.
    if (analysis.namedFiles.length === 0) this.#service.close(document.uri);
    const fullPlace = this.#fullPlace(name, document);
    const place: PlaceNamer = (location) => {
      const { file, range } = fullPlace(location);
      return location.uri === document.uri ? { range } : { range, file };
    };
    return { name, analysis, place, fullPlace };
  }

  async #judgePython({ name, document }: PythonInput, search = true): Promise<JudgedPython> {
    const python = await this.#service.pythonAnalysis(document, search);
    this.#service.close(document.uri);
    return { name, python, fullPlace: this.#fullPlace(name, document) };
  }

  /** Python files that launches name and the arguments do not, each once. */
  async #namedBy(answers: readonly Answer[]): Promise<PythonInput[]> {
    const given = answers.flatMap((one) => ('python' in one ? [one.python.document.uri] : []));
    const inputs: PythonInput[] = [];
    const named = answers.flatMap((one) => ('analysis' in one ? one.analysis.namedFiles : []));
    for (const uri of new Set(named.flatMap((file) => file.uri ?? []))) {
      if (given.some((other) => isSameUri(uri, other))) continue;
      const text = this.#texts.get(uri) ?? (await nodeFiles.read(uri));
      const name = this.#nameOf(uri);
      if (text !== null) inputs.push({ name, document: this.#opened(name, text) });
    }
    return inputs;
  }

  #fullPlace(name: string, document: SourceDocument): FullPlaceNamer {
    return (location) => {
      const own = location.uri === document.uri;
      const lines = own ? document.lines : this.#linesOf(location.uri);
      const file = own ? name : this.#nameOf(location.uri);
      this.#linesByName.set(file, lines);
      return { file, range: lines.range(location.range) };
    };
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
