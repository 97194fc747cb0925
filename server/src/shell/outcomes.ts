import type { Condition } from './branches.ts';
import { anyCondition, yes } from './branches.ts';
import type { Invocation } from './commands.ts';
import { unknownOutput } from './expand/substitution.ts';
import type { Machine } from './machine.ts';
import { basename } from './paths.ts';
import { slots } from './state.ts';
import type { Piece, Text } from './values.ts';
import { knownText } from './values.ts';
import { write } from './variables.ts';

/** Programs that set a run up and count as done: what comes after `&&` runs, what comes after `||` does not. */
const ORDINARY = new Set(
  `cd mkdir export rm rmdir cp mv ln touch chmod chown tar unzip zip gzip pip pip3 conda mamba micromamba module ml uv poetry
  apt apt-get yum git wget huggingface-cli hf wandb ulimit sleep wait echo printf cat tee clear date hostname whoami uname
  sync ray sudo install ldconfig nvidia-smi env which`.split(/\s+/),
);

/** Programs that print nothing on standard output. */
const SILENT = new Set('mkdir rm rmdir cp mv ln touch chmod chown sleep cd sync kill pkill'.split(' '));

/** Programs whose output is one word of digits or of letters, digits and signs. */
const INTEGER_OUTPUT = new Set(['nproc']);

/** What a program that is not modelled leaves behind: some output, and a status. */
export function outcomeOf(m: Machine, call: Invocation, name: string | null): Condition {
  const base = name === null ? null : basename(name);
  if (base === null || !SILENT.has(base)) emit(m, [outputOf(m, call, base)]);
  return base !== null && ORDINARY.has(base) ? yes : anyCondition(m);
}

function outputOf(m: Machine, call: Invocation, base: string | null): Piece {
  const output = unknownOutput(m, call.at, base ?? undefined);
  if (output.kind !== 'unknown' || base === null) return output;
  if (INTEGER_OUTPUT.has(base)) return { ...output, shape: 'integer' };
  if (base === 'date' && isOneWordDate(call)) return { ...output, shape: 'word' };
  if (
    base === 'wc' &&
    call.words.some((item) => item.kind === 'field' && /^-[lwc]$/.test(knownText(item.text) ?? '')) &&
    call.words.length === 2
  )
    return { ...output, shape: 'integer' };
  return output;
}

/** `date +FORMAT` with a format that has no blanks in it and makes none. */
function isOneWordDate(call: Invocation): boolean {
  const formats = call.words.slice(1).flatMap((item) => (item.kind === 'field' ? [knownText(item.text)] : [null]));
  const format = formats[formats.length - 1];
  if (format === null || format === undefined || !formats.every((text) => text !== null)) return false;
  return /^\+(?:[\w:./=+-]|%[YmdHMSsNFTyjuUVzC])+$/.test(format) && format.includes('%');
}

/** Prints: adds to what the surrounding `$(…)` or pipe takes up. */
export function emit(m: Machine, text: Text): void {
  const cell = m.state.get(slots.output);
  if (cell?.value.kind !== 'scalar') return;
  write(m, slots.output, { value: { kind: 'scalar', text: [...cell.value.text, ...text] }, flags: '' });
}
