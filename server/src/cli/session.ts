import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Analysis } from '../features/analysis.ts';
import { sourceDocument } from '../features/document.ts';
import { nodeFiles } from '../node/files.ts';
import { createLanguageService, type LanguageService } from '../service.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { Location } from '../text/location.ts';
import { collectInputs, readInput, reasonOf, type Input, type Unreadable } from './inputs.ts';
import type { FullPlaceNamer, PlaceNamer } from './launchJson.ts';

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

/** One run of the command line: many files, one start. */
export class Session {
  readonly #service: LanguageService;
  /** Names that the user gave, by URI; other files are named relative to the working folder. */
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #lines = new Map<string, LineIndex>();

  /** @param openrlhf what `--openrlhf` names */
  constructor(openrlhf: string | undefined) {
    this.#service = createLanguageService({
      files: {
        read: async (uri) => {
          const text = await nodeFiles.read(uri);
          if (text !== null) this.#texts.set(uri, text);
          return text;
        },
        list: nodeFiles.list,
      },
      settings: () => Promise.resolve(DEFAULT_SETTINGS),
      openText: () => undefined,
      folderOf: () => undefined,
      ...(openrlhf === undefined ? {} : { option: openrlhf }),
    });
  }

  /** Judges the files that the paths name; `-` is standard input. */
  async judge(paths: readonly string[], stdinFilename: string): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const path of paths) {
      if (path === '-') {
        answers.push(await this.#answer({ name: stdinFilename, path: stdinFilename }, 0));
        continue;
      }
      const { files, unreadable } = collectInputs([path]);
      answers.push(...unreadable);
      for (const file of files) answers.push(await this.#answer(file, file.path));
    }
    return answers;
  }

  /** A line (from 0) of a file by the name that answers give it. */
  lineOf(name: string, line: number): string | undefined {
    const uri = [...this.#names].find(([, known]) => known === name)?.[0] ?? uriOf(name);
    return this.#linesOf(uri)?.lineText(line);
  }

  async #answer(input: Input, from: string | 0): Promise<Answer> {
    try {
      const text = readInput(from);
      const uri = uriOf(input.path);
      this.#names.set(uri, input.name);
      this.#texts.set(uri, text);
      const analysis = await this.#service.analysis(sourceDocument(uri, 'shellscript', 1, text));
      this.#service.close(uri);
      const fullPlace: FullPlaceNamer = (location) => this.#place(location);
      const place: PlaceNamer = (location) => {
        const { file, range } = this.#place(location);
        return file === input.name ? { range } : { range, file };
      };
      return { name: input.name, analysis, place, fullPlace };
    } catch (error) {
      return { name: input.name, reason: reasonOf(error) };
    }
  }

  #place({ uri, range }: Location): ReturnType<FullPlaceNamer> {
    const lines = this.#linesOf(uri) ?? new LineIndex('');
    return { file: this.#nameOf(uri), range: lines.range(range) };
  }

  #nameOf(uri: string): string {
    const given = this.#names.get(uri);
    if (given !== undefined) return given;
    const path = fileURLToPath(uri);
    const inside = relative(process.cwd(), path);
    return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
  }

  #linesOf(uri: string): LineIndex | undefined {
    const known = this.#lines.get(uri);
    if (known) return known;
    const text = this.#texts.get(uri);
    if (text === undefined) return undefined;
    const lines = new LineIndex(text);
    this.#lines.set(uri, lines);
    return lines;
  }
}

function uriOf(path: string): string {
  return pathToFileURL(resolve(path)).href;
}
