import { knownText } from '../values.ts';
import { escapeRegExp, LONGEST_PATTERN } from './patterns.ts';
import type { Segment } from './segments.ts';

/** The regular expression of `[[ x =~ … ]]`; `null` where it is not known or uses what JavaScript reads otherwise. */
export function extendedRegExp(segments: readonly Segment[]): RegExp | null {
  let out = '';
  for (const segment of segments) {
    if (segment.kind === 'quote') continue;
    if (segment.kind !== 'piece') return null;
    const text = knownText([segment.piece]);
    if (text === null) return null;
    out += segment.mode === 'quoted' ? escapeRegExp(text) : text;
  }
  const classes = out
    .replaceAll('[:space:]', '\\s')
    .replaceAll('[:digit:]', '0-9')
    .replaceAll('[:alpha:]', 'A-Za-z')
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('[:upper:]', 'A-Z')
    .replaceAll('[:lower:]', 'a-z');
  if (classes.length > LONGEST_PATTERN || /\[:\w+:\]|\(\?|\\[^\\^$.*+?()[\]{}|/s-]/.test(classes)) return null;
  try {
    return new RegExp(classes, 's');
  } catch {
    return null;
  }
}
