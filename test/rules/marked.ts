/** A script with expectations beside the text: `«int-literal 1e5»` stands for `1e5`, where an `int-literal` is found. */
export interface Marked {
  readonly text: string;
  /** Code and place of each expected finding, in the order of the places. */
  readonly expected: readonly (readonly [code: string, start: number, end: number])[];
}

const MARK = /«([a-z0-9-]+) ([^«»]*)»/;

/** Reads marks from the inside out, so that one can stand within another. */
export function readMarked(source: string): Marked {
  let text = source;
  let expected: (readonly [string, number, number])[] = [];
  for (;;) {
    const match = MARK.exec(text);
    if (!match) break;
    const [whole, code = '', inner = ''] = match;
    const start = match.index;
    const head = whole.length - inner.length - 1;
    const moved = (offset: number): number =>
      offset >= start + whole.length ? offset - head - 1 : offset >= start + head ? offset - head : offset;
    expected = expected.map(([other, from, to]) => [other, moved(from), moved(to)]);
    expected.push([code, start, start + inner.length]);
    text = text.slice(0, start) + inner + text.slice(start + whole.length);
  }
  return { text, expected: expected.sort((a, b) => a[1] - b[1] || a[2] - b[2]) };
}
