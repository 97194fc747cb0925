import type { Location } from '../text/location.ts';
import type { Machine } from './machine.ts';
import { limitedCell } from './limits.ts';
import { serial, unknown } from './machine.ts';
import { restrictText, textOfTree } from './merge.ts';
import { withAttributes } from './attributes.ts';
import type { Cell, Value } from './state.ts';
import { restrictValue } from './state.ts';
import type { FieldItem, Fields, Text, Tree } from './values.ts';
import { NOWHERE, leaf, mapTree } from './values.ts';

/** Integers that bash itself keeps in variables; nobody knows them before the run. */
const INTEGER_VARIABLES = new Set([
  'RANDOM',
  'SRANDOM',
  'SECONDS',
  'UID',
  'EUID',
  'PPID',
  'BASHPID',
  'SHLVL',
  'EPOCHSECONDS',
  'COLUMNS',
  'LINES',
]);
const REFERENCE_LIMIT = 8;

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** The name that a name reference leads to. */
export function resolveName(m: Machine, name: string): string {
  let current = name;
  for (let i = 0; i < REFERENCE_LIMIT; i++) {
    const value = m.state.get(current)?.value;
    if (value?.kind !== 'ref') return current;
    current = value.name;
  }
  return current;
}

/** What a variable holds on the present way; a variable that the script never set may come from the environment. */
export function valueOf(m: Machine, name: string): Value {
  const cell = m.state.get(resolveName(m, name));
  if (cell === undefined) return environmentValue(name);
  return restrictValue(cell.value, m.state.assume);
}

/** What a name holds that the script has not set. */
export function environmentValue(name: string): Value {
  if (name === 'IFS') return { kind: 'scalar', text: [{ kind: 'text', text: ' \t\n', at: NOWHERE }] };
  if (name === 'OPTIND') return { kind: 'scalar', text: [{ kind: 'text', text: '1', at: NOWHERE }] };
  return { kind: 'opaque', why: unknown('unset-variable', name), symbol: `env:${name}` };
}

/** What `$X` means: the text, and whether the variable is set (`null`: not known). */
export interface Scalar {
  readonly set: boolean | null;
  readonly text: Text;
}

/** `$X` for each way of the variable; an array gives its element 0. */
export function scalarOf(m: Machine, name: string, at: Location): Tree<Scalar> {
  return scalarOfValue(valueOf(m, name), name, at);
}

/** The text of a value; element 0 of an array. */
export function scalarOfValue(value: Value, name: string, at: Location): Tree<Scalar> {
  switch (value.kind) {
    case 'unset':
    case 'function':
    case 'ref':
      return leaf({ set: false, text: [] });
    case 'scalar':
      return leaf({ set: true, text: value.text });
    case 'array': {
      const element = elementAt(value, 0);
      if (element === null) return leaf({ set: null, text: [unknownText(name, at, `element:${name}:0`)] });
      return mapTree(element, (text) => ({ set: text !== undefined, text: text ?? [] }));
    }
    case 'assoc': {
      const text = value.entries.get('0');
      return leaf({ set: text !== undefined, text: text ?? [] });
    }
    case 'opaque': {
      const shape = INTEGER_VARIABLES.has(name) ? ('integer' as const) : ('any' as const);
      return leaf({ set: null, text: [{ kind: 'unknown', why: value.why, at, symbol: value.symbol, shape }] });
    }
    case 'choice':
      return { leaf: false, choice: value.choice, alts: value.alts.map((alt) => scalarOfValue(alt, name, at)) };
  }
}

function unknownText(name: string, at: Location, symbol: string): Text[number] {
  return { kind: 'unknown', why: unknown('unknown-condition', name), at, symbol, shape: 'any' };
}

export function textOf(m: Machine, name: string, at: Location): Text {
  return textOfTree(mapTree(scalarOf(m, name, at), (scalar) => scalar.text));
}

/** An element per way, `undefined` where there is none; `null` where unknown words stand before it. */
export function elementAt(
  array: { readonly items: Fields; readonly indices?: readonly number[] },
  index: number,
): Tree<Text | undefined> | null {
  if (array.indices !== undefined) {
    const at = array.indices.indexOf(index);
    const item = array.items[at];
    return leaf(item?.kind === 'field' ? item.text : undefined);
  }
  return itemAt(array.items, index);
}

function itemAt(items: Fields, index: number): Tree<Text | undefined> | null {
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (item === undefined || item.kind === 'many') return null;
    if (item.kind === 'field') {
      if (i === index) return leaf(item.text);
      continue;
    }
    const alts: Tree<Text | undefined>[] = [];
    for (const alt of item.alts) {
      const found = itemAt([...alt, ...items.slice(i + 1)], index - i);
      if (found === null) return null;
      alts.push(found);
    }
    return { leaf: false, choice: item.choice, alts };
  }
  return leaf(undefined);
}

/** All ways of a list without choices; `null` if there are more than `limit`. */
export function waysOfFields(items: Fields, limit = 64): Tree<readonly FieldItem[]> | null {
  const budget = { left: limit };
  const walk = (before: readonly FieldItem[], rest: Fields): Tree<readonly FieldItem[]> | null => {
    for (let i = 0; i < rest.length; i++) {
      const item = rest[i];
      if (item?.kind === 'choice') {
        const head = [...before, ...rest.slice(0, i)];
        const alts: Tree<readonly FieldItem[]>[] = [];
        for (let index = 0; index < item.alts.length; index++) {
          const assume = new Map([[item.choice, new Set([index])]]);
          const alt = walk(
            restrictAll(head, assume),
            restrictAll([...(item.alts[index] ?? []), ...rest.slice(i + 1)], assume),
          );
          if (alt === null) return null;
          alts.push(alt);
        }
        return { leaf: false, choice: item.choice, alts };
      }
      if (item?.kind === 'field') {
        const piece = item.text.find((p) => p.kind === 'choice');
        if (piece?.kind === 'choice') {
          const alts: Tree<readonly FieldItem[]>[] = [];
          for (let index = 0; index < piece.alts.length; index++) {
            const assume = new Map([[piece.choice, new Set([index])]]);
            const alt = walk(restrictAll([...before, ...rest.slice(0, i)], assume), restrictAll(rest.slice(i), assume));
            if (alt === null) return null;
            alts.push(alt);
          }
          return { leaf: false, choice: piece.choice, alts };
        }
      }
    }
    return --budget.left < 0 ? null : leaf([...before, ...rest]);
  };
  return walk([], items);
}

function restrictAll(items: Fields, assume: ReadonlyMap<string, ReadonlySet<number>>): FieldItem[] {
  return items.flatMap((item): FieldItem[] => {
    if (item.kind === 'many') return [item];
    if (item.kind === 'field') return [{ ...item, text: restrictText(item.text, assume) }];
    const allowed = assume.get(item.choice);
    if (allowed?.size === 1) {
      const [index] = allowed;
      return restrictAll(item.alts[index ?? 0] ?? [], assume);
    }
    return [{ ...item, alts: item.alts.map((alt) => restrictAll(alt, assume)) }];
  });
}

/** Sets a variable. An `export`ed or `local` one stays so. */
export function assign(m: Machine, name: string, value: Value, flags = ''): void {
  const target = resolveName(m, name);
  const old = m.state.get(target)?.flags ?? '';
  const all = allExported(m, addFlags(old.replace('e', ''), flags));
  write(m, target, { value: withAttributes(m, value, all), flags: all });
}

/** The flags of a name that is set now: `set -a` exports it, on the ways that it is on. */
export function allExported(m: Machine, flags: string): string {
  if (isOn(m, 'a')) return addFlags(flags, 'x');
  const surely = flags.includes('x') && !flags.includes('?');
  return surely || !isPerhapsOn(m, 'a') ? flags : mergeFlags(flags, 'x?');
}

/** Flags with more of them: what is exported now is so on all ways. */
export function addFlags(old: string, more: string): string {
  return mergeFlags(more.includes('x') ? old.replace(/[?e]/g, '') : old, more);
}

/** True if the value of a name with these flags is surely what a process gets. */
export function reachesProcesses(flags: string): boolean {
  return flags.includes('x') && (!flags.includes('?') || flags.includes('e'));
}

/** True if a shell option such as `f` (`set -f`) is surely on. */
export function isOn(m: Machine, option: string): boolean {
  const cell = m.state.get(` option ${option}`);
  return cell?.value.kind === 'scalar' && cell.value.text.length > 0;
}

/** True if a shell option is on, or on some ways. */
function isPerhapsOn(m: Machine, option: string): boolean {
  const cell = m.state.get(` option ${option}`);
  return cell !== undefined && mayHoldText(cell.value);
}

function mayHoldText(value: Value): boolean {
  switch (value.kind) {
    case 'scalar':
      return value.text.length > 0;
    case 'choice':
      return value.alts.some(mayHoldText);
    case 'opaque':
      return true;
    case 'unset':
    case 'array':
    case 'assoc':
    case 'function':
    case 'ref':
      return false;
  }
}

export function write(m: Machine, name: string, cell: Cell): void {
  m.state.set(
    name,
    limitedCell(cell, name, () => serial(m, name)),
  );
  for (const names of m.written) names.add(name);
}

export function mergeFlags(a: string, b: string): string {
  if (a === b || b === '') return a;
  if (a === '') return b;
  return Array.from(new Set(Array.from(a + b))).join('');
}
