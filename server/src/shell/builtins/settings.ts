import type { Condition } from '../branches.ts';
import { anyCondition, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import { noteShift, positionalFields, setPositional } from '../expand/positional.ts';
import { fieldsOfTree } from '../expand/word.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import type { FieldItem, Fields, Text } from '../values.ts';
import { NOWHERE, computed, knownText, mapTree } from '../values.ts';
import { waysOfFields, write } from '../variables.ts';
import type { Builtin } from './registry.ts';

const quiet: Builtin = () => yes;

/** `set`, `shift`, `shopt`, and builtins that change nothing here. */
export const settings: Readonly<Record<string, Builtin>> = {
  set: runSet,
  shift,
  shopt: runShopt,
  trap: quiet,
  alias: quiet,
  unalias: quiet,
  wait: quiet,
  umask: quiet,
  ulimit: quiet,
  hash: quiet,
  disown: quiet,
  enable: quiet,
  complete: quiet,
  bind: quiet,
  kill: (m) => anyCondition(m),
};

const LONG_OPTIONS: Readonly<Record<string, string>> = { noglob: 'f', allexport: 'a' };

function setOption(m: Machine, letter: string, on: boolean): void {
  const text: Text = on ? [computed('on', NOWHERE)] : [];
  write(m, ` option ${letter}`, { value: { kind: 'scalar', text }, flags: '' });
}

function known(item: FieldItem | undefined): string | null {
  return item?.kind === 'field' ? knownText(item.text) : null;
}

function runSet(m: Machine, call: Invocation): Condition {
  const words = call.words.slice(1);
  for (let i = 0; i < words.length; i++) {
    const text = known(words[i]);
    if (text === '--') {
      setPositional(m, words.slice(i + 1));
      return yes;
    }
    if (text === null) {
      setPositional(
        m,
        words[i]?.kind === 'field'
          ? words.slice(i)
          : [{ kind: 'many', why: unknown('not-modelled', 'set'), word: call.at, symbol: serial(m, 'set') }],
      );
      return yes;
    }
    if (!/^[-+]./.test(text)) {
      setPositional(m, text === '-' ? words.slice(i + 1) : words.slice(i));
      return yes;
    }
    const on = text.startsWith('-');
    for (const letter of text.slice(1)) {
      if (letter === 'o') {
        const name = known(words[++i]);
        const short = name === null ? undefined : LONG_OPTIONS[name];
        if (short !== undefined) setOption(m, short, on);
      } else setOption(m, letter, on);
    }
  }
  return yes;
}

function shift(m: Machine, call: Invocation): Condition {
  const text = call.words[1] === undefined ? '1' : known(call.words[1]);
  const count = text !== null && /^\d+$/.test(text) ? Number(text) : null;
  const fields = positionalFields(m, call.at);
  if (count === null) {
    setPositional(m, [
      { kind: 'many', why: unknown('positional-parameter'), word: call.at, symbol: serial(m, 'shift') },
    ]);
    noteShift(m, serial(m, 'shift'));
    return anyCondition(m);
  }
  if (fields.slice(0, count).every((item) => item.kind === 'field')) {
    if (fields.length < count)
      return fields.some((item) => item.kind !== 'field') ? lostShift(m, call) : anyCondition(m);
    setPositional(m, fields.slice(count));
    return yes;
  }
  const ways = waysOfFields(fields, 16);
  if (ways === null) return lostShift(m, call);
  const shifted = mapTree(ways, (items): Fields =>
    items.slice(0, count).every((item) => item.kind === 'field')
      ? items.length < count
        ? items
        : items.slice(count)
      : [{ kind: 'many', why: unknown('positional-parameter', '@'), word: call.at, symbol: serial(m, 'shift') }],
  );
  setPositional(m, fieldsOfTree(shifted));
  noteShift(m, serial(m, 'shift'));
  return anyCondition(m);
}

function lostShift(m: Machine, call: Invocation): Condition {
  setPositional(m, [
    { kind: 'many', why: unknown('positional-parameter', '@'), word: call.at, symbol: serial(m, 'shift') },
  ]);
  noteShift(m, serial(m, 'shift'));
  return anyCondition(m);
}

/** Options that change what an unquoted pattern becomes leave it unknown as it is; no other changes a word. */
function runShopt(): Condition {
  return yes;
}
