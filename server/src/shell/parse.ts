import type { ParsedScript } from 'unbash';
import { parse } from 'unbash';
import type { Source } from './source.ts';

export interface Parsed {
  readonly script: ParsedScript;
  /** The source that the positions of the tree index: the given one, or that with repairs put in. */
  readonly source: Source;
}

const REPAIR_LIMIT = 6;

/**
 * The tree of a script. Half-typed text is repaired where the parser would lose what follows: an array without its
 * closing parenthesis ends at the end of the text, a quote without its partner at the end of its line.
 */
export function parseSource(source: Source): Parsed {
  let parsed: Parsed = { script: parse(source.text), source };
  const insertions: { offset: number; text: string }[] = [];
  for (let i = 0; i < (source.isEmbedded ? 1 : REPAIR_LIMIT); i++) {
    const repair = repairOf(parsed);
    if (repair === undefined) break;
    const next = parsed.source.withInsertions([repair]);
    insertions.push(repair);
    const better = { script: parse(next.text), source: next };
    if (!isBetter(parsed, better)) break;
    parsed = better;
  }
  return parsed;
}

function repairOf({ script, source }: Parsed): { offset: number; text: string } | undefined {
  for (const error of script.errors ?? []) {
    if (error.message === 'unterminated extended glob') {
      if (source.text.slice(Math.max(0, error.pos - 1), error.pos + 1).endsWith('=('))
        return { offset: source.text.length, text: '\n)' };
    }
    const quote =
      error.message === 'unterminated double quote'
        ? '"'
        : error.message === 'unterminated single quote'
          ? "'"
          : undefined;
    if (quote !== undefined) {
      const line = source.text.indexOf('\n', error.pos);
      return { offset: line === -1 ? source.text.length : line, text: quote };
    }
  }
  return undefined;
}

/** The first error moved on, or is gone. */
function isBetter(before: Parsed, after: Parsed): boolean {
  const first = before.script.errors?.[0]?.pos ?? Infinity;
  const next = after.script.errors?.[0]?.pos ?? Infinity;
  return next > first || (after.script.errors?.length ?? 0) < (before.script.errors?.length ?? 0);
}
