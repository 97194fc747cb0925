import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { similarity } from '../catalogue/distance.ts';
import { readTemplate } from '../node/templates.ts';
import { reasonOf } from '../node/text.ts';
import { launchWords, TEMPLATE_KINDS, type TemplateKind } from '../templates/kinds.ts';
import type { Streams } from './streams.ts';

/** What `openrlhf-lint new` asks for. */
export type NewRequest =
  | { readonly kind: 'new-list' }
  | {
      readonly kind: 'new';
      readonly template: TemplateKind;
      /** The file to write; standard output without. */
      readonly output?: string;
      /** An existing file may be replaced. */
      readonly force: boolean;
    };

/** Options that only `new` has. */
export interface NewOptions {
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
  readonly list?: boolean | undefined;
}

/** Reads the words behind `new`; a sentence says what is wrong with them. */
export function newRequest(words: readonly string[], { output, force = false, list }: NewOptions): NewRequest | string {
  if (list === true) {
    if (words.length > 0 || output !== undefined || force) return "'new --list' stands alone";
    return { kind: 'new-list' };
  }
  const [id, another] = words;
  if (id === undefined) return `'new' wants a KIND: ${kinds()}`;
  if (another !== undefined) return `'new' makes one file; '${another}' is one KIND too many`;
  const template = TEMPLATE_KINDS.find((kind) => kind.id === id);
  if (template === undefined) return `'new' knows no kind '${id}'; ${nearestKind(id)}kinds are ${kinds()}`;
  if (output === '') return '--output wants the name of a file; it is empty';
  if (force && output === undefined) return '--force goes with --output';
  return { kind: 'new', template, force, ...(output === undefined ? {} : { output }) };
}

function kinds(): string {
  return TEMPLATE_KINDS.map(({ id }) => id).join(', ');
}

function nearestKind(id: string): string {
  const [nearest] = TEMPLATE_KINDS.map((kind) => ({ id: kind.id, likeness: likeness(id.toLowerCase(), kind.id) })).sort(
    (a, b) => b.likeness - a.likeness,
  );
  return nearest !== undefined && nearest.likeness >= 0.4 ? `did you mean '${nearest.id}'? The ` : '';
}

/** By spelling, or by words that both have. */
function likeness(written: string, id: string): number {
  const words = id.split('-');
  const own = written.split(/[-_ .]+/).filter((word) => word !== '');
  const shared = own.filter((word) => words.includes(word)).length;
  return Math.max(similarity(written, id), (0.9 * shared) / Math.max(1, own.length));
}

/** Answers `new`: prints the kinds or a template, or writes a file. Returns whether it could. */
export function makeFile(request: NewRequest, { out, err }: Pick<Streams, 'out' | 'err'>): boolean {
  if (request.kind === 'new-list') {
    const width = Math.max(...TEMPLATE_KINDS.map(({ id }) => id.length));
    for (const { id, title, detail } of TEMPLATE_KINDS) out(`${id.padEnd(width)}  ${title}: ${detail}\n`);
    return true;
  }
  const { template, output, force } = request;
  try {
    const text = readTemplate(template);
    if (output === undefined) {
      out(text);
      return true;
    }
    const problem = force ? undefined : existing(output);
    if (problem !== undefined) {
      err(`openrlhf-lint: ${output}: ${problem}\n`);
      return false;
    }
    writeWhole(output, text);
    const path = isAbsolute(output) || output.startsWith('.') ? output : `./${output}`;
    out(`${output}: ${template.title}. A launch names it with\n  ${launchWords(template, path)}\n`);
    return true;
  } catch (error) {
    err(`openrlhf-lint: ${output ?? template.id}: ${reasonOf(error)}\n`);
    return false;
  }
}

/** Why a file is not to be written; a link to nothing is something, too. */
function existing(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    return 'is a folder; --output wants the name of a file';
  }
  return 'exists already; --force replaces it';
}

/** Writes a file whole or not at all. A link stays one: the file that it leads to is written. */
function writeWhole(path: string, text: string): void {
  const target = statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);
  if (statSync(dirname(target), { throwIfNoEntry: false }) === undefined) {
    throw new Error(`there is no folder ${dirname(target)}; make it first`);
  }
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}
