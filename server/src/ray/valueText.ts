import type { Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { SourceMap, type Run } from '../text/sourceMap.ts';
import { HOLE } from './json.ts';
import type { SubmitValue } from './model.ts';

/** How text is written where a run stands: what would have to be escaped in it. */
export type Writing = 'as-is' | 'escaped' | 'unclear';

/** `writing` says how other text could stand there. */
export interface WrittenRun extends Run {
  readonly writing: Writing;
}

/** The text of a value, with a `HOLE` for each piece that is not known, and where its characters are written. */
export interface ValueText {
  readonly text: string;
  readonly map: SourceMap<WrittenRun>;
}

/**
 * The text that an option was given, as far as it is known; `null` where nothing of it is.
 *
 * @param textOf text of a file of the launch, `undefined` where it is not at hand
 */
export function valueText(value: SubmitValue, textOf: (uri: string) => string | undefined): ValueText | null {
  const { word, from } = value;
  const pieces = piecesOf(word);
  if (pieces === null) return null;
  const runs: WrittenRun[] = [];
  let text = '';
  for (const piece of pieces) {
    const inner = piece.text ?? HOLE;
    const base = text.length - from;
    for (const run of runsOf(piece.text, inner, piece.location, textOf)) {
      const range = { start: Math.max(0, run.inner.start + base), end: run.inner.end + base };
      if (range.end <= 0) continue;
      const cut = range.start - (run.inner.start + base);
      const outer = run.linear
        ? { uri: run.outer.uri, range: { start: run.outer.range.start + cut, end: run.outer.range.end } }
        : run.outer;
      runs.push({ ...run, inner: range, outer });
    }
    text += inner;
  }
  return { text: text.slice(from), map: new SourceMap(runs) };
}

function piecesOf(word: Word): readonly { readonly text: string | null; readonly location: Location }[] | null {
  if (word.parts !== undefined && word.parts.length > 0) return word.parts;
  return word.kind === 'known' ? [{ text: word.value, location: word.location }] : null;
}

function runsOf(
  known: string | null,
  inner: string,
  location: Location,
  textOf: (uri: string) => string | undefined,
): WrittenRun[] {
  const opaque: WrittenRun = {
    inner: { start: 0, end: inner.length },
    outer: location,
    linear: false,
    writing: 'unclear',
  };
  const file = textOf(location.uri);
  if (known === null || file === undefined) return [opaque];
  const raw = file.slice(location.range.start, location.range.end);
  if (raw === known) return [{ ...opaque, linear: true, writing: writingAround(file, location) }];
  return bashRuns(raw, known, location, 'none') ?? bashRuns(raw, known, location, 'double') ?? [opaque];
}

/** For text that stands as it is: within single quotes, or in a heredoc, where double quotes mean nothing. */
function writingAround(file: string, { range: { start, end } }: Location): Writing {
  return file.charAt(start - 1) === "'" || file.slice(start, end).includes('"') ? 'as-is' : 'unclear';
}

type Quotes = 'none' | 'single' | 'double';

const WRITING: Readonly<Record<Quotes, Writing>> = { none: 'unclear', single: 'as-is', double: 'escaped' };

/**
 * A word of bash with quotes and backslashes in it, character by character; `undefined` where it does not read as `known`.
 *
 * @param quotes what it stands in at its start
 */
function bashRuns(raw: string, known: string, { uri, range }: Location, quotes: Quotes): WrittenRun[] | undefined {
  const runs: WrittenRun[] = [];
  let inner = 0;
  const put = (from: number, to: number, length: number): void => {
    const outer = { uri, range: { start: range.start + from, end: range.start + to } };
    const last = runs[runs.length - 1];
    const linear = to - from === length;
    if (
      last?.linear === true &&
      linear &&
      last.writing === WRITING[quotes] &&
      last.outer.range.end === outer.range.start
    ) {
      const joined = { uri, range: { start: last.outer.range.start, end: outer.range.end } };
      runs[runs.length - 1] = { ...last, inner: { start: last.inner.start, end: inner + length }, outer: joined };
    } else runs.push({ inner: { start: inner, end: inner + length }, outer, linear, writing: WRITING[quotes] });
    inner += length;
  };
  for (let at = 0; at < raw.length; at++) {
    const character = raw.charAt(at);
    const next = raw.charAt(at + 1);
    if (character === "'" && quotes !== 'double') quotes = quotes === 'single' ? 'none' : 'single';
    else if (character === '"' && quotes !== 'single') quotes = quotes === 'double' ? 'none' : 'double';
    else if (character === '\\' && quotes !== 'single' && (quotes === 'none' || /["\\$`\n]/.test(next))) {
      at++;
      if (next === '\n') continue;
      if (known.charAt(inner) !== next) return undefined;
      put(at - 1, at + 1, 1);
    } else {
      if (known.charAt(inner) !== character) return undefined;
      put(at, at + 1, 1);
    }
  }
  return inner === known.length ? runs : undefined;
}

/**
 * Text as it has to be written in the place of an inner range, so that the value gets exactly that text; `undefined`
 * where that is not clear, such as over two pieces.
 */
export function writtenThere(
  { map }: ValueText,
  range: { start: number; end: number },
  text: string,
): string | undefined {
  const runs = map.touching(range);
  const writings = new Set(runs.map(({ writing }) => writing));
  const [writing] = writings;
  const uris = new Set(runs.map(({ outer }) => outer.uri));
  if (writing === undefined || writings.size > 1 || uris.size > 1 || /[$`\\'\n]/.test(text)) return undefined;
  const location = map.location(range);
  const first = runs[0];
  const last = runs[runs.length - 1];
  if (location === undefined || first === undefined || last === undefined) return undefined;
  // Every character between the ends belongs to the value.
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    if (next !== undefined && next.outer.range.start !== run.outer.range.end) return undefined;
  }
  switch (writing) {
    case 'as-is':
      return text;
    case 'escaped':
      return text.replaceAll('"', '\\"');
    case 'unclear':
      return text.includes('"') ? undefined : text;
  }
}
