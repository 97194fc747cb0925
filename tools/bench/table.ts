/** What a section is told. */
export interface BenchOptions {
  readonly version: `${number}.${number}.${number}`;
  readonly runs: number;
  /** A folder for what it needs, gone afterwards. */
  readonly scratch: string;
}

/** One comparison; each value is of one run. */
export interface Comparison {
  readonly what: string;
  readonly ray: readonly number[];
  readonly ours: readonly number[];
  readonly unit: 's' | 'MB';
  /** False where a quotient says nothing, such as of growths around 0. */
  readonly compared?: boolean;
}

/** What a section found. */
export interface SectionResult {
  readonly title: string;
  readonly rows: readonly Comparison[];
  /** A sentence below the table. */
  readonly note?: string;
}

/** `0.81 / 0.93 / 1.20 s`: minimum, median and maximum. */
export function spread(values: readonly number[], unit: Comparison['unit']): string {
  const sorted = [...values].sort((a, b) => a - b);
  const digits = unit === 's' ? 2 : 1;
  const shown = [sorted[0], median(values), sorted.at(-1)].map((value) => (value ?? NaN).toFixed(digits));
  return `${shown.join(' / ')} ${unit}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? NaN) + (high ?? NaN)) / 2;
}

/** All sections as one table in Markdown; the last column is how many times less ours is, by the medians. */
export function tableOf(sections: readonly SectionResult[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = sections.flatMap(({ title, rows: of }) => [
    line([`**${title}**`, '', '', '']),
    ...of.map(({ what, ray, ours, unit, compared = true }) => {
      const times = compared ? `${(median(ray) / median(ours)).toFixed(1)} ×` : '';
      return line([what, spread(ray, unit), spread(ours, unit), times]);
    }),
  ]);
  const head = [line(['', 'Ray’s own client', 'ours', '']), line(['---', '---', '---', '---'])];
  return [...head, ...rows].join('\n');
}
