import type { ParsedScript } from 'unbash';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { Condition } from '../branches.ts';
import { runCommands } from '../control.ts';
import type { Machine } from '../machine.ts';
import { nested, serial, unknown } from '../machine.ts';
import { parseSource } from '../parse.ts';
import { Source } from '../source.ts';
import { slots } from '../state.ts';
import { subshell } from '../subshell.ts';
import { loosen } from '../textops.ts';
import type { Piece, Text } from '../values.ts';
import { sliceText } from '../values.ts';
import { textOf } from '../variables.ts';

/** `$(…)`: what the commands in it print, without the line breaks at its end. */
export function substitutionText(
  m: Machine,
  source: Source,
  range: OffsetRange,
  script: ParsedScript | undefined,
): Text {
  const at = source.location(range);
  if (script === undefined || source.hasUnknown(range)) return [unknownOutput(m, at)];
  return substituted(m, at, () => runCommands(m, source, script.commands));
}

/** What the commands of a substitution print; it leaves their status. */
function substituted(m: Machine, at: Location, run: () => Condition): Text {
  const text = captured(m, at, () => {
    m.status = run();
  });
  m.counters.substitutions++;
  return text;
}

/** `` `…` ``: a script of its own after `\`` , `\\` and `\$` have lost their backslash. */
export function backtickText(m: Machine, source: Source, range: OffsetRange, quoted: boolean): Text {
  const at = source.location(range);
  const end = source.text.charAt(range.end - 1) === '`' && range.end - 1 > range.start ? range.end - 1 : range.end;
  if (source.hasUnknown(range)) return [unknownOutput(m, at)];
  const literal = source.literal(range);
  const pieces: Piece[] = [];
  let from = range.start + 1;
  for (let i = from; i < end; i++) {
    if (source.text.charAt(i) !== '\\' || !(quoted ? '`\\$"' : '`\\$').includes(source.text.charAt(i + 1) || ' '))
      continue;
    pieces.push(...source.pieces({ start: from, end: i }, literal));
    from = i + 1;
    i++;
  }
  pieces.push(...source.pieces({ start: from, end }, literal));
  const inner = Source.embedded(pieces, at);
  return substituted(m, at, () => {
    const { script, source: repaired } = parseSource(inner);
    return runCommands(m, repaired, script.commands);
  });
}

/** `<(…)`, `>(…)`: a file name; the commands in it run. */
export function processSubstitution(
  m: Machine,
  source: Source,
  range: OffsetRange,
  script: ParsedScript | undefined,
): Piece {
  const at = source.location(range);
  if (script !== undefined && !source.hasUnknown(range)) {
    captured(m, at, () => {
      runCommands(m, source, script.commands);
    });
  }
  return { kind: 'unknown', why: unknown('read-at-run-time'), at, symbol: serial(m, 'process'), shape: 'word' };
}

/** Runs commands in a subshell and gives what they print. */
export function captured(m: Machine, at: Location, run: () => void): Text {
  return nested(
    m,
    () => {
      const text = subshell(m, () => {
        m.state.set(slots.output, { value: { kind: 'scalar', text: [] }, flags: '' });
        run();
        return () => textOf(m, slots.output, at);
      });
      return trimEnd(text);
    },
    () => [unknownOutput(m, at)],
  );
}

export function unknownOutput(m: Machine, at: Location, name?: string): Piece {
  return { kind: 'unknown', why: unknown('command-substitution', name), at, symbol: serial(m, 'output'), shape: 'any' };
}

function trimEnd(text: Text): Text {
  const out = [...text];
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    if (last.kind === 'unknown') return loosen([...out, last]);
    if (last.kind === 'choice') return [...out, { ...last, alts: last.alts.map(trimEnd) }];
    const kept = last.text.replace(/\n+$/, '');
    if (kept !== '' || (kept === last.text && out.length === 0)) return [...out, sliceText(last, 0, kept.length)];
  }
  return [];
}
