import type { Statement } from 'unbash';
import type { OffsetRange } from '../text/location.ts';
import { parseSource } from './parse.ts';
import { Source } from './source.ts';

/** Why a place of a script is not run, as far as its outline tells. */
export type Unreached =
  | { readonly why: 'comment' }
  /** In a function that nothing in the script names beside itself. */
  | { readonly why: 'function'; readonly name: string; readonly at: OffsetRange }
  /** Behind a command at the top of the script that ends it: `exit`, `exec`, `return`. */
  | { readonly why: 'ended'; readonly by: string; readonly at: OffsetRange }
  /** In a branch that is not taken, or in text that no command runs. */
  | { readonly why: 'other' };

const ENDS = new Set(['exit', 'exec', 'return']);

/**
 * Says why places of a script that its evaluation did not come to are not run.
 *
 * @param offsets UTF-16 offsets of the places
 */
export function unreached(text: string, offsets: readonly number[]): Unreached[] {
  if (offsets.length === 0) return [];
  const { script, source } = parseSource(Source.file('', text));
  // Repairs move what is behind them; half-typed text is explained when it is whole.
  const statements = source.text === text ? script.commands : [];
  return offsets.map((offset) => {
    if (/^[ \t]*#/.test(text.slice(lineStart(text, offset), offset))) return { why: 'comment' };
    return uncalledAround(statements, text, offset) ?? endedBefore(statements, text, offset) ?? { why: 'other' };
  });
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function uncalledAround(statements: readonly Statement[], text: string, offset: number): Unreached | undefined {
  for (const { command } of statements) {
    if (command.type !== 'Function' || offset < command.pos || command.end <= offset) continue;
    const name = text.slice(command.name.pos, command.name.end);
    const outside = `${text.slice(0, command.pos)}\n${text.slice(command.end)}`.replace(/^[ \t]*#.*$/gm, '');
    const names = new RegExp(`(?<![\\w-])${name.replace(/[^\w]/g, '\\$&')}(?![\\w-])`);
    if (names.test(outside)) return undefined;
    return { why: 'function', name, at: { start: command.name.pos, end: command.name.end } };
  }
  return undefined;
}

function endedBefore(statements: readonly Statement[], text: string, offset: number): Unreached | undefined {
  for (const { command, background } of statements) {
    if (command.pos >= offset) return undefined;
    if (command.type !== 'Command' || command.name === undefined || background === true) continue;
    const by = text.slice(command.name.pos, command.name.end);
    // `exec >log` goes on.
    if (!ENDS.has(by) || (by === 'exec' && command.suffix.length === 0) || command.end > offset) continue;
    return { why: 'ended', by, at: { start: command.pos, end: command.end } };
  }
  return undefined;
}
