import type { ParsedScript } from 'unbash';
import { parse } from 'unbash';
import type { Source } from './source.ts';

export interface Parsed {
  readonly script: ParsedScript;
  /** The source that the positions of the tree index: the given one, or that with repairs put in. */
  readonly source: Source;
}

interface Insertion {
  readonly offset: number;
  readonly text: string;
}

const REPAIR_LIMIT = 6;

/**
 * The tree of a script. Half-typed text is repaired where the parser would lose what follows: an array without its
 * closing parenthesis ends at the end of the text, a quote without its partner at the end of its line.
 */
export function parseSource(source: Source): Parsed {
  let parsed: Parsed = { script: parse(source.text), source };
  for (let i = 0; i < (source.isEmbedded ? 1 : REPAIR_LIMIT); i++) {
    const better = repaired(parsed);
    if (better === undefined) break;
    parsed = better;
  }
  return parsed;
}

function repaired(parsed: Parsed): Parsed | undefined {
  for (const insertions of repairsOf(parsed)) {
    const source = parsed.source.withInsertions(insertions);
    const next = { script: parse(source.text), source };
    if (isBetter(parsed, next)) return next;
  }
  return undefined;
}

/** Repairs to try for the first error that has any. */
function repairsOf({ script, source }: Parsed): readonly (readonly Insertion[])[] {
  for (const error of script.errors ?? []) {
    if (error.message === 'unterminated extended glob' && source.text.startsWith('=(', error.pos)) {
      const close = { offset: source.text.length, text: '\n)' };
      const quotes = ['"', "'"].flatMap((quote) => openQuote(source.text, error.pos, quote) ?? []);
      return [[close], ...quotes.map((quote) => [quote, close])];
    }
    const quote = /^unterminated (double|single) quote$/.exec(error.message);
    if (quote !== null) return [[{ offset: lineEnd(source.text, error.pos), text: quote[1] === 'double' ? '"' : "'" }]];
  }
  return [];
}

/** The end of the first line behind `from` that leaves a quote open. */
function openQuote(text: string, from: number, quote: string): Insertion | undefined {
  for (let at = from; at < text.length; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at)).replace(/\\./g, '');
    if (line.split(quote).length % 2 === 0) return { offset: lineEnd(text, at), text: quote };
  }
  return undefined;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The first error moved on, or errors are gone. */
function isBetter(before: Parsed, after: Parsed): boolean {
  const first = before.script.errors?.[0]?.pos ?? Infinity;
  const next = after.script.errors?.[0]?.pos ?? Infinity;
  return next > first || (after.script.errors?.length ?? 0) < (before.script.errors?.length ?? 0);
}
