import { runAssignment } from '../assignments.ts';
import type { Condition } from '../branches.ts';
import { anyCondition, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import { commitArithmetic, evaluateArithmetic } from '../expand/arithmetic.ts';
import { parseArithmetic } from '../expand/expression.ts';
import { joinSegments } from '../expand/join.ts';
import { expandParts, expandWord } from '../expand/word.ts';
import { declareLocal } from '../functions.ts';
import type { Machine } from '../machine.ts';
import { unknown } from '../machine.ts';
import { slots } from '../state.ts';
import { flatMapTree, knownText, leaf } from '../values.ts';
import { addFlags, allExported, isName, resolveName, valueOf, write } from '../variables.ts';
import type { Builtin } from './registry.ts';

/** `declare`, `local`, `export`, `readonly`, `unset`, `let`. */
export const declaring: Readonly<Record<string, Builtin>> = {
  declare: (m, call) => declare(m, call, ''),
  typeset: (m, call) => declare(m, call, ''),
  local: (m, call) => declare(m, call, 'L'),
  export: (m, call) => declare(m, call, 'x'),
  readonly: (m, call) => declare(m, call, 'r'),
  unset,
  let: runLet,
};

function declare(m: Machine, call: Invocation, initial: string): Condition {
  let flags = initial;
  let removed = '';
  let global = false;
  for (const arg of call.args) {
    if (arg.type === 'Assignment') {
      if (flags.includes('f')) continue;
      if (isLocal(initial, flags, global, call)) declareLocal(m, arg.name);
      declareAssignment(m, call, arg, keptFlags(flags));
      continue;
    }
    for (const field of expandWord(m, call.source, arg)) {
      const text = field.kind === 'field' ? knownText(field.text) : null;
      if (text === null) continue;
      if (/^[-+][A-Za-z]+$/.test(text)) {
        if (text.includes('p') && initial === '') return yes;
        if (text.startsWith('+')) removed += text.slice(1);
        else flags += text.slice(1);
        if (text.includes('g')) global = true;
        if (initial === 'x' && text.includes('n')) {
          flags = flags.replaceAll('x', '').replaceAll('n', '');
          removed += 'x';
        }
      } else
        declareName(
          m,
          call,
          text,
          flags,
          removed,
          isLocal(initial, flags, global, call),
          field.kind === 'field' ? field : undefined,
        );
    }
  }
  return yes;
}

function isLocal(initial: string, flags: string, global: boolean, call: Invocation): boolean {
  const name = call.words[0]?.kind === 'field' ? knownText(call.words[0].text) : null;
  return initial === 'L' || ((name === 'declare' || name === 'typeset') && !global && !flags.includes('f'));
}

/** The attributes that a cell keeps. */
function keptFlags(flags: string): string {
  return Array.from(flags)
    .filter((flag) => 'xirluaAn'.includes(flag))
    .join('');
}

function declareAssignment(
  m: Machine,
  call: Invocation,
  node: Extract<Invocation['args'][number], { type: 'Assignment' }>,
  flags: string,
): void {
  if (flags.includes('n') && node.value.type === 'Word') {
    const [field] = expandWord(m, call.source, node.value);
    const name = field?.kind === 'field' ? knownText(field.text) : null;
    if (name !== null && isName(name) && name !== node.name) {
      write(m, node.name, { value: { kind: 'ref', name }, flags: allExported(m, flags.includes('x') ? 'x' : '') });
      return;
    }
    write(m, node.name, {
      value: { kind: 'opaque', why: unknown('not-modelled', node.name), symbol: `ref:${node.name}` },
      flags: '',
    });
    return;
  }
  if (flags.includes('A') && valueOf(m, node.name).kind !== 'assoc')
    write(m, node.name, { value: { kind: 'assoc', entries: new Map() }, flags });
  runAssignment(m, call.source, node, flags.replaceAll('n', ''), true);
}

/** `export X`, `local X`, `declare -a X`, `export "X=1"`. */
function declareName(
  m: Machine,
  call: Invocation,
  word: string,
  flags: string,
  removed: string,
  local: boolean,
  field: { readonly text: readonly unknown[] } | undefined,
): void {
  // What a name reference leads to gets the attributes, unless the reference itself is declared.
  const declared = (name: string): string => (local || flags.includes('n') ? name : resolveName(m, name));
  const equals = /^([A-Za-z_]\w*)(\+?)=/.exec(word);
  if (equals !== null && field !== undefined) {
    const name = declared(equals[1] ?? '');
    if (local) declareLocal(m, name);
    write(m, name, {
      value: { kind: 'scalar', text: [{ kind: 'text', text: word.slice(equals[0].length), at: call.at }] },
      flags: allExported(m, keptFlags(flags)),
    });
    return;
  }
  const text = declared(word);
  if (!isName(text) || flags.includes('f')) return;
  if (local) declareLocal(m, text);
  const old = m.state.get(text);
  const kept = Array.from(addFlags(old?.flags ?? '', keptFlags(flags)))
    .filter((flag) => !removed.includes(flag))
    .join('');
  if (local) {
    const value = flags.includes('A')
      ? { kind: 'assoc' as const, entries: new Map<string, never>() }
      : flags.includes('a')
        ? { kind: 'array' as const, items: [] }
        : { kind: 'unset' as const };
    const inFunction = m.frames.some((frame) => frame.kind === 'function');
    if (inFunction || old === undefined || value.kind !== 'unset') {
      if (!inFunction && value.kind === 'unset') {
        write(m, text, { value: valueOf(m, text), flags: kept });
        return;
      }
      if (inFunction || old === undefined) {
        write(m, text, { value, flags: kept });
        return;
      }
    }
  }
  write(m, text, { value: old?.value ?? valueOf(m, text), flags: kept });
}

function unset(m: Machine, call: Invocation): Condition {
  let functions = false;
  for (const text of namesOf(call)) {
    if (text === '-f') functions = true;
    else if (text.startsWith('-')) continue;
    else if (functions) write(m, slots.functionName(text), { value: { kind: 'unset' }, flags: '' });
    else unsetName(m, text);
  }
  return yes;
}

/** The operands of `unset`; `A[0]` without quotes means the element, no file. */
function namesOf(call: Invocation): string[] {
  return call.words.slice(1).flatMap((word) => {
    if (word.kind === 'choice') return [];
    if (word.kind === 'field') return [knownText(word.text) ?? ''];
    const use = word.use ?? word.word;
    const arg = call.args.find(
      (one) => call.source.location({ start: one.pos, end: one.end }).range.start === use.range.start,
    );
    return arg !== undefined && /^\w+\[\w+\]$/.test(arg.text) ? [arg.text] : [];
  });
}

function unsetName(m: Machine, text: string): void {
  const element = /^([A-Za-z_]\w*)\[(.+)\]$/.exec(text);
  if (element === null) {
    if (isName(text)) write(m, text, { value: { kind: 'unset' }, flags: '' });
    return;
  }
  const name = element[1] ?? '';
  const value = valueOf(m, name);
  const index = element[2] ?? '';
  if (value.kind === 'assoc') {
    const entries = new Map(value.entries);
    entries.delete(index.replace(/^(["'])(.*)\1$/, '$2'));
    write(m, name, { value: { kind: 'assoc', entries }, flags: m.state.get(name)?.flags ?? '' });
  } else if (value.kind === 'array' && /^-?\d+$/.test(index) && value.items.every((item) => item.kind === 'field')) {
    const indices = [...(value.indices ?? value.items.keys())];
    const wanted = Number(index) < 0 ? (indices[indices.length - 1] ?? -1) + 1 + Number(index) : Number(index);
    const at = indices.indexOf(wanted);
    if (at === -1) return;
    const items = value.items.filter((_, i) => i !== at);
    const rest = indices.filter((_, i) => i !== at);
    const dense = rest.every((n, i) => n === i);
    write(m, name, {
      value: dense ? { kind: 'array', items } : { kind: 'array', items, indices: rest },
      flags: m.state.get(name)?.flags ?? '',
    });
  } else {
    write(m, name, {
      value: { kind: 'opaque', why: unknown('not-modelled', name), symbol: `unset:${name}:${call(m)}` },
      flags: '',
    });
  }
}

function call(m: Machine): number {
  return ++m.counters.serial;
}

function runLet(m: Machine, invocation: Invocation): Condition {
  let condition: Condition = yes;
  const texts = invocation.args.map((arg) =>
    arg.type === 'Word'
      ? knownText(joinSegments(expandParts(m, invocation.source, arg)))
      : /[$`'"\\]/.test(arg.text)
        ? null
        : arg.text,
  );
  for (const [i, text] of texts.entries()) {
    const parsed = text === null ? null : parseArithmetic(text);
    const name = /^[A-Za-z_]\w*/.exec(invocation.args[i]?.text.replace(/^["']/, '') ?? '')?.[0];
    if (parsed === null) {
      if (name !== undefined)
        write(m, name, {
          value: { kind: 'opaque', why: unknown('not-modelled', name), symbol: `let:${call(m)}` },
          flags: '',
        });
      condition = anyCondition(m);
      continue;
    }
    const outcome = evaluateArithmetic(m, parsed.source, parsed.expression);
    commitArithmetic(m, outcome, invocation.at);
    const any = anyCondition(m);
    condition = flatMapTree(outcome, ({ value }) => (value === null ? any : leaf(value !== 0n)));
  }
  return condition;
}
