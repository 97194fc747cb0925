import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { RULES } from '../rules/registry.ts';
import { DEFAULT_SETTINGS, readSettings, settingProblem, type FolderSettings } from '../settings.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { decodeText, reasonOf } from '../node/text.ts';

/** Where VS Code keeps the settings of a folder, from that folder. */
const FILE = join('.vscode', 'settings.json');
/** The settings that count here; the others are about the editor. */
const NAMES = ['release', 'rules'] as const;

/** The settings of folders, as VS Code has them when it opens the folder: each file is read once. */
export class FolderSettingsFiles {
  /** What is wrong with the files, one sentence each with its place. */
  readonly notes: string[] = [];
  readonly #files = new Map<string, FolderSettings | null>();

  /**
   * The settings of the nearest folder that has any, up to and including `top`.
   * @param file an absolute path
   */
  of(file: string, top: string): FolderSettings {
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const found = this.#read(folder);
      if (found !== null) return found;
      if (folder === top || dirname(folder) === folder) return DEFAULT_SETTINGS;
    }
  }

  #read(folder: string): FolderSettings | null {
    let found = this.#files.get(folder);
    if (found === undefined) {
      found = this.#parsed(join(folder, FILE));
      this.#files.set(folder, found);
    }
    return found;
  }

  #parsed(path: string): FolderSettings | null {
    const name = relative(process.cwd(), path);
    let text: string;
    try {
      text = decodeText(readFileSync(path));
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== 'no such file or folder') this.notes.push(`${name}: ${reason}; its settings do not count`);
      return null;
    }
    const errors: ParseError[] = [];
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const lines = new LineIndex(text);
    const note = (offset: number, sentence: string): void => {
      const { line, character } = lines.position(offset);
      this.notes.push(`${name}:${line + 1}:${character + 1}: ${sentence}`);
    };
    const [error] = errors;
    // What can be read counts, as in the editor.
    if (error !== undefined) note(error.offset, `${inWords(error)}; what cannot be read does not count`);
    const nodes = new Map(NAMES.map((setting) => [setting, tree && findNodeAtLocation(tree, [`openrlhf.${setting}`])]));
    const values = [...nodes].flatMap(([setting, node]) => (node ? [[setting, valueOf(node)] as const] : []));
    const settings = readSettings(Object.fromEntries(values), (problem) => {
      note(offsetOf(nodes, problem.path), `${settingProblem(problem)}; it does not count`);
    });
    for (const code of Object.keys(settings.rules)) {
      if (!RULES.some(({ id }) => id === code)) note(offsetOf(nodes, ['rules', code]), `no rule is called ${code}`);
    }
    return settings;
  }
}

/** `PropertyNameExpected` as `property name expected`. */
function inWords({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}

function valueOf(node: Node): unknown {
  return getNodeValue(node) as unknown;
}

/** Where a setting stands, or what is around it. */
function offsetOf(nodes: ReadonlyMap<string, Node | undefined>, [setting = '', ...inside]: readonly string[]): number {
  const node = nodes.get(setting);
  return (node && findNodeAtLocation(node, [...inside]))?.offset ?? node?.offset ?? 0;
}
