/** Half-open range of UTF-16 offsets in one file's text: `0 <= start <= end <= text.length`. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** A place in a file. Every finding, word and link of the product is at one. */
export interface Location {
  readonly uri: string;
  readonly range: OffsetRange;
}

/** Line and character, both from 0; characters are UTF-16 code units, as in LSP. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Half-open range of positions, as in LSP. */
export interface PositionRange {
  readonly start: Position;
  readonly end: Position;
}

/** True if both name the same characters of the same file. */
export function sameLocation(a: Location, b: Location): boolean {
  return a.uri === b.uri && a.range.start === b.range.start && a.range.end === b.range.end;
}

/** True if `offset` lies in the range or right at its end, where a cursor still touches it. */
export function touches(range: OffsetRange, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}
