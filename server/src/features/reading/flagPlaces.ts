import type { FlagUse } from '../../launch/binding.ts';
import type { Word } from '../../text/items.ts';
import type { OffsetRange } from '../../text/location.ts';
import type { Analysis } from '../analysis.ts';

/** A flag as it is written in a document, with its values where they stand behind it. */
export interface FlagPlace {
  /** `--algo.kl.init_coef`, by its full name. */
  readonly flag: string;
  /** `algo`; empty for a flag without one. */
  readonly section: string;
  /** The values as they are written; empty for a switch, and where they stand elsewhere. */
  readonly value: string;
  /** The word of the flag; with its value where that stands behind `=`. */
  readonly word: OffsetRange;
  /** Each value that stands behind it. */
  readonly values: readonly OffsetRange[];
  /** From the flag to the end of its values. */
  readonly range: OffsetRange;
}

/** What may stand between a flag and its value: blanks, quotes, and the ends of continued lines. */
const GAP = /^[\s\\"']*$/;

/** The flags of all launches that are written in the document itself, once each, by place. */
export function flagPlaces({ document, launches }: Pick<Analysis, 'document' | 'launches'>): FlagPlace[] {
  const places = new Map<number, FlagPlace>();
  for (const { ways } of launches) {
    for (const use of ways.flatMap(({ binding }) => binding.uses)) {
      const { uri, range } = use.word.location;
      if (uri !== document.uri || range.end <= range.start || places.has(range.start)) continue;
      places.set(range.start, placeOf(use, range, document.uri, document.text));
    }
  }
  return [...places.values()].sort((a, b) => a.word.start - b.word.start);
}

function placeOf({ spec, inline, values }: FlagUse, word: OffsetRange, uri: string, text: string): FlagPlace {
  const behind = inline === undefined ? written(values, word.end, uri, text) : [];
  const last = behind.at(-1) ?? word;
  const first = behind[0];
  return {
    flag: spec.name,
    section: /^--([a-z]\w*)\./.exec(spec.name)?.[1] ?? '',
    value: inline ?? (first === undefined ? '' : text.slice(first.start, last.end)),
    word,
    values: behind,
    range: { start: word.start, end: last.end },
  };
}

/** The places of the values, as far as they follow the flag in its own text. */
function written(values: readonly Word[], from: number, uri: string, text: string): OffsetRange[] {
  const places: OffsetRange[] = [];
  let end = from;
  for (const { location, use } of values) {
    // A value of a variable stands where the variable is used.
    const at = location.uri === uri && location.range.start >= end ? location : use;
    if (at?.uri !== uri || at.range.start < end || !GAP.test(text.slice(end, at.range.start))) break;
    places.push(at.range);
    end = at.range.end;
  }
  return places;
}
