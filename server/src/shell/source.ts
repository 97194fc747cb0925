import type { Location, OffsetRange } from '../text/location.ts';
import type { Run } from '../text/sourceMap.ts';
import { SourceMap } from '../text/sourceMap.ts';
import type { Piece, Text } from './values.ts';
import { isLinear, Literal, sliceText } from './values.ts';

/** A stretch of an embedded script and the piece it stands for; `null` for a character that a repair put in. */
interface PieceRun extends Run {
  readonly piece: Piece | null;
}

/** Stands in an embedded script for text that is not known: one private-use character that bash reads as part of a word. */
const PLACEHOLDER = '\uF8FF';

/** A text that is parsed as a script, and where each of its characters was written. */
export class Source {
  readonly uri: string;
  readonly text: string;
  readonly #map: SourceMap<PieceRun> | undefined;

  private constructor(uri: string, text: string, map?: SourceMap<PieceRun>) {
    this.uri = uri;
    this.text = text;
    this.#map = map;
  }

  /** A file. A byte order mark and a backslash at its very end, which bash drops, become blanks, so that offsets stay. */
  static file(uri: string, text: string): Source {
    const marked = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
    const backslashes = /\\*$/.exec(marked)?.[0].length ?? 0;
    return new Source(uri, backslashes % 2 === 1 ? `${marked.slice(0, -1)} ` : marked);
  }

  /** A string that is a script. `at` is the place of an empty one. */
  static embedded(text: Text, at: Location): Source {
    const runs: PieceRun[] = [];
    let inner = '';
    for (const piece of text) {
      const content = piece.kind === 'text' ? piece.text : PLACEHOLDER;
      if (content === '') continue;
      runs.push({
        inner: { start: inner.length, end: inner.length + content.length },
        outer: placeOf(piece, at),
        linear: piece.kind === 'text' && isLinear(piece),
        piece,
      });
      inner += content;
    }
    if (runs.length === 0) runs.push({ inner: { start: 0, end: 0 }, outer: at, linear: false, piece: null });
    return new Source(at.uri, inner, new SourceMap(runs));
  }

  /** The same source with text put in, for the parser only. */
  withInsertions(insertions: readonly { readonly offset: number; readonly text: string }[]): Source {
    const runs: PieceRun[] = [];
    let inner = '';
    let from = 0;
    const copy = (to: number): void => {
      if (to <= from) return;
      for (const piece of this.pieces(
        { start: from, end: to },
        this.isEmbedded ? undefined : new Literal(this.location({ start: from, end: to })),
      )) {
        const content = piece.kind === 'text' ? piece.text : PLACEHOLDER;
        runs.push({
          inner: { start: inner.length, end: inner.length + content.length },
          outer: placeOf(piece, this.location({ start: from, end: to })),
          linear: piece.kind === 'text' && isLinear(piece),
          piece,
        });
        inner += content;
      }
      from = to;
    };
    for (const { offset, text } of [...insertions].sort((a, b) => a.offset - b.offset)) {
      copy(offset);
      const outer = this.location({ start: offset, end: offset });
      runs.push({ inner: { start: inner.length, end: inner.length + text.length }, outer, linear: false, piece: null });
      inner += text;
    }
    copy(this.text.length);
    return new Source(this.uri, inner, new SourceMap(runs));
  }

  /** Where a range of the text was written; positions outside the text are clamped to it. */
  location(range: OffsetRange): Location {
    const start = Math.min(Math.max(0, range.start), this.text.length);
    const end = Math.min(Math.max(start, range.end), this.text.length);
    return this.#map?.location({ start, end }) ?? { uri: this.uri, range: { start, end } };
  }

  /** True if some of the range is text that is not known. */
  hasUnknown(range: OffsetRange): boolean {
    return this.#map?.touching(range).some((run) => run.piece !== null && run.piece.kind !== 'text') ?? false;
  }

  /**
   * The text of a range as pieces; in an embedded script also what is not known in it. With a `literal` they belong to
   * it, without one they keep the literals of the strings they come from.
   */
  pieces(range: OffsetRange, literal: Literal | undefined): readonly Piece[] {
    if (range.end <= range.start) return [];
    const map = this.#map;
    if (map === undefined) {
      const at = this.location(range);
      const text = this.text.slice(range.start, range.end);
      return [literal === undefined ? { kind: 'text', text, at } : { kind: 'text', text, at, literal }];
    }
    const out: Piece[] = [];
    for (const run of map.touching(range)) {
      if (run.piece === null) continue;
      if (run.piece.kind !== 'text') {
        out.push(run.piece);
        continue;
      }
      const start = Math.max(range.start, run.inner.start) - run.inner.start;
      const end = Math.min(range.end, run.inner.end) - run.inner.start;
      if (end <= start) continue;
      const piece = sliceText(run.piece, start, end);
      out.push(literal === undefined ? piece : { ...piece, literal });
    }
    return out;
  }

  /** The literal that a whole word is; none where an embedded word was put together from several strings. */
  literal(whole: OffsetRange): Literal | undefined {
    const runs = this.#map?.touching(whole);
    if (runs !== undefined) {
      const literals = new Set<Literal | undefined>();
      for (const run of runs) {
        if (run.piece === null || run.piece.kind === 'choice') continue;
        if (run.piece.kind !== 'text') return undefined;
        literals.add(run.piece.literal);
      }
      if (literals.size !== 1 || literals.has(undefined)) return undefined;
    }
    return new Literal(this.location(whole));
  }

  get isEmbedded(): boolean {
    return this.#map !== undefined;
  }
}

function placeOf(piece: Piece, otherwise: Location): Location {
  return piece.kind === 'choice' ? otherwise : piece.at;
}
