/** What a section is told. */
export interface BenchOptions {
  readonly version: `${number}.${number}.${number}`;
  readonly runs: number;
}

/** `0.81 / 0.93 / 1.20 s`: minimum, median and maximum. */
export function spread(values: readonly number[], unit: string, digits = 2): string {
  const sorted = [...values].sort((a, b) => a - b);
  const shown = [sorted[0], median(values), sorted.at(-1)].map((value) => (value ?? NaN).toFixed(digits));
  return `${shown.join(' / ')} ${unit}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? NaN) + (high ?? NaN)) / 2;
}

/** How many times less ours takes, by the medians. */
export function times(theirs: readonly number[], ours: readonly number[]): string {
  return `${(median(theirs) / median(ours)).toFixed(1)} ×`;
}

/** Prints a table in Markdown. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  console.log(`### ${title}\n`);
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
  console.log('');
}
