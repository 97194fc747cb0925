import type { Function as FunctionNode } from 'unbash';
import type { Unknown } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { fingerprint, tooManyEnds } from './limits.ts';
import { mergeFields, mergeTexts, only, restrictFields, restrictText, sameFields, sameText } from './merge.ts';
import type { Source } from './source.ts';
import type { Assumptions, Fields, Text, Tree } from './values.ts';
import { canonical, canonicalFields, leaf } from './values.ts';

/** What a name stands for. */
export type Value =
  | { readonly kind: 'unset' }
  | { readonly kind: 'scalar'; readonly text: Text }
  /** `indices` only where they are not 0, 1, 2, …; then every item is a plain field. */
  | { readonly kind: 'array'; readonly items: Fields; readonly indices?: readonly number[] }
  | { readonly kind: 'assoc'; readonly entries: ReadonlyMap<string, Text> }
  /** Anything: the environment, a missing file or text that is not known may have set it. */
  | { readonly kind: 'opaque'; readonly why: Unknown; readonly symbol: string; readonly at?: Location }
  | { readonly kind: 'ref'; readonly name: string }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly source: Source }
  | { readonly kind: 'choice'; readonly choice: string; readonly alts: readonly Value[] };

/**
 * `x` exported (`?`: on some ways only; `?e`: and on the others it holds what the environment gave, so that processes get the
 * value in any case), `i` integer, `l` lower case, `u` upper case, `r` read only, `L` local to the running function.
 */
export interface Cell {
  readonly value: Value;
  readonly flags: string;
}

/** Names of what is kept beside variables. No bash name has a blank in it. */
export const slots = {
  positional: ' @',
  output: ' output',
  input: ' input',
  folder: ' folder',
  oldFolder: ' old folder',
  folders: ' folders',
  options: ' options',
  background: ' background',
  functionName: (name: string): string => ` function ${name}`,
} as const;

/** How a state came to be: the conditions that were taken, the last one first. */
export interface Way {
  readonly before: Way | null;
  readonly depth: number;
  /** Holds on exactly those ways on which the state before went on as this one. */
  readonly holds: Tree<boolean>;
  /** What is certain on all of it. */
  readonly assume: Assumptions;
}

/** Things that are certain on a way past which the older half is forgotten: long loops would copy them again and again. */
const ASSUMPTIONS_LIMIT = 128;

const BEGINNING: Way = { before: null, depth: 0, holds: leaf(true), assume: new Map() };

/** The names of a running script. A fork sees its parent and keeps its own changes until they are merged back. */
export class State {
  readonly parent: State | null;
  readonly changes = new Map<string, Cell>();
  /** Names that were exported at some time on some way, of this state and of all that it is forked from or into. */
  readonly #exported: Set<string>;
  way: Way;
  /** Nothing runs any more on this way: after `exit`, `return`, `break`. */
  dead = false;

  constructor(parent: State | null = null) {
    this.parent = parent;
    this.#exported = parent === null ? new Set() : parent.#exported;
    this.way = parent?.way ?? BEGINNING;
  }

  get assume(): Assumptions {
    return this.way.assume;
  }

  /** Goes on only where a condition holds; `assume` is what is then certain. */
  enter(holds: Tree<boolean>, assume: Assumptions): void {
    const recent = assume.size <= ASSUMPTIONS_LIMIT ? assume : new Map([...assume].slice(-ASSUMPTIONS_LIMIT / 2));
    this.way = { before: this.way, depth: this.way.depth + 1, holds, assume: recent };
  }

  fork(): State {
    return new State(this);
  }

  get(name: string): Cell | undefined {
    const found = this.changes.get(name);
    if (found !== undefined) return found;
    for (let state = this.parent; state !== null; state = state.parent) {
      const cell = state.changes.get(name);
      if (cell !== undefined) return cell;
    }
    return undefined;
  }

  set(name: string, cell: Cell): void {
    this.changes.set(name, cell);
    if (cell.flags.includes('x')) this.#exported.add(name);
  }

  /** Names that a process may get; `get` tells whether it does. Few, where `names` are all of a long script. */
  mayBeExported(): ReadonlySet<string> {
    return this.#exported;
  }

  /** Names that this state or one of its parents has set. */
  names(): Set<string> {
    const names = this.parent?.names() ?? new Set<string>();
    for (const name of this.changes.keys()) names.add(name);
    return names;
  }

  /** All changes since `base`, which must be this state or one of its parents; the changes of `base` included. */
  since(base: State): Map<string, Cell> {
    const changes = this === base || this.parent === null ? new Map<string, Cell>() : this.parent.since(base);
    for (const [name, cell] of this.changes) changes.set(name, cell);
    return changes;
  }
}

export function restrictValue(value: Value, assume: Assumptions): Value {
  if (assume.size === 0) return value;
  switch (value.kind) {
    case 'scalar': {
      const text = restrictText(value.text, assume);
      return text === value.text ? value : { kind: 'scalar', text };
    }
    case 'array':
      return { ...value, items: restrictFields(value.items, assume) };
    case 'assoc':
      return {
        kind: 'assoc',
        entries: new Map([...value.entries].map(([key, text]) => [key, restrictText(text, assume)])),
      };
    case 'choice': {
      const allowed = assume.get(value.choice);
      if (allowed?.size === 1) {
        const [index] = allowed;
        const alt = value.alts[index ?? 0];
        if (alt !== undefined) return restrictValue(alt, assume);
      }
      return { ...value, alts: value.alts.map((alt) => restrictValue(alt, assume)) };
    }
    case 'unset':
    case 'opaque':
    case 'ref':
    case 'function':
      return value;
  }
}

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.kind === 'unset') return b.kind === 'unset';
  if (a.kind === 'scalar') return b.kind === 'scalar' && sameText(a.text, b.text);
  if (a.kind === 'array')
    return b.kind === 'array' && sameFields(a.items, b.items) && String(a.indices ?? '') === String(b.indices ?? '');
  if (a.kind === 'opaque') return b.kind === 'opaque' && a.symbol === b.symbol;
  if (a.kind === 'ref') return b.kind === 'ref' && a.name === b.name;
  if (a.kind === 'function') return b.kind === 'function' && a.node === b.node;
  return false;
}

/** One value per index of a choice. */
export function mergeValues(choice: string, given: readonly Value[]): Value {
  const alts = given.map((alt, i) => (alt.kind === 'choice' ? restrictValue(alt, only(choice, i)) : alt));
  const first = alts[0];
  if (first === undefined) return { kind: 'unset' };
  if (alts.every((alt) => sameValue(first, alt))) return first;
  const texts = alts.flatMap((alt) => (alt.kind === 'scalar' ? [alt.text] : []));
  if (texts.length === alts.length) return { kind: 'scalar', text: mergeTexts(choice, texts) };
  const lists = alts.flatMap((alt) => (alt.kind === 'array' && alt.indices === undefined ? [alt.items] : []));
  if (lists.length === alts.length) return { kind: 'array', items: mergeFields(choice, lists) };
  const maps = alts.flatMap((alt) => (alt.kind === 'assoc' ? [alt.entries] : []));
  const keys = new Set(maps.flatMap((map) => [...map.keys()]));
  if (maps.length === alts.length && maps.every((map) => map.size === keys.size)) {
    const entries = new Map<string, Text>();
    for (const key of keys)
      entries.set(
        key,
        mergeTexts(
          choice,
          maps.map((map) => map.get(key) ?? []),
        ),
      );
    return { kind: 'assoc', entries };
  }
  const value: Value = { kind: 'choice', choice, alts };
  if (!tooManyEnds(value)) return value;
  return {
    kind: 'opaque',
    why: { reason: 'unknown-condition' },
    symbol: `ways:${fingerprint(canonicalValue(value))}`,
  };
}

function canonicalValue(value: Value): string {
  switch (value.kind) {
    case 'unset':
      return '-';
    case 'scalar':
      return canonical(value.text);
    case 'array':
      return `[${canonicalFields(value.items)}@${String(value.indices ?? '')}]`;
    case 'assoc':
      return `{${[...value.entries].map(([key, text]) => `${JSON.stringify(key)}=${canonical(text)}`).join()}}`;
    case 'opaque':
      return `<${value.symbol}>`;
    case 'ref':
      return `&${value.name}`;
    case 'function':
      return `${value.source.uri}:${value.node.pos}`;
    case 'choice':
      return `(${value.choice}:${value.alts.map(canonicalValue).join('|')})`;
  }
}
