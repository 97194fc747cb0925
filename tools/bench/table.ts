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
  /** What ours is measured beside; nothing where there is no such thing. */
  readonly peer: readonly number[];
  readonly ours: readonly number[];
  /** Of `lines/s` more is better, of all others less. */
  readonly unit: 's' | 'ms' | 'MB' | 'lines/s' | '×';
  /** False where a quotient says nothing, such as of growths around 0. */
  readonly compared?: boolean;
}

/** What a section found. */
export interface SectionResult {
  readonly title: string;
  /** The name of what ours is measured beside. */
  readonly peer: string;
  readonly rows: readonly Comparison[];
  /** A sentence below the table. */
  readonly note?: string;
}

const DIGITS = { s: 2, ms: 1, MB: 1, 'lines/s': 0, '×': 1 } as const satisfies Record<Comparison['unit'], number>;

/** `0.81 / 0.93 / 1.20 s`: minimum, median and maximum. */
export function spread(values: readonly number[], unit: Comparison['unit']): string {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return '';
  const digits = DIGITS[unit];
  const shown = [sorted[0], median(values), sorted.at(-1)].map((value) => (value ?? NaN).toFixed(digits));
  return `${shown.join(' / ')} ${unit}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? NaN) + (high ?? NaN)) / 2;
}

/** Tables in Markdown, one for each peer; the last column is how many times better ours is, by the medians. */
export function tablesOf(sections: readonly SectionResult[]): string {
  const peers = [...new Set(sections.map(({ peer }) => peer))];
  return peers
    .map((peer) =>
      tableOf(
        peer,
        sections.filter((section) => section.peer === peer),
      ),
    )
    .join('\n\n');
}

function tableOf(peer: string, sections: readonly SectionResult[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = sections.flatMap(({ title, rows: of }) => [
    line([`**${title}**`, '', '', '']),
    ...of.map((row) => line([row.what, spread(row.peer, row.unit), spread(row.ours, row.unit), timesBetter(row)])),
  ]);
  const head = [line(['', peer, 'ours', '']), line(['---', '---', '---', '---'])];
  return [...head, ...rows].join('\n');
}

function timesBetter({ peer, ours, unit, compared = true }: Comparison): string {
  if (!compared || peer.length === 0 || ours.length === 0) return '';
  const times = median(peer) / median(ours);
  return `${(unit === 'lines/s' ? 1 / times : times).toFixed(1)} ×`;
}
