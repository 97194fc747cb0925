import type { SelectionRange } from 'vscode-languageserver-types';
import type { OffsetRange } from '../../text/location.ts';
import type { Analysis } from '../analysis.ts';
import { lspRange } from '../document.ts';
import { containersOf } from './containers.ts';

/** What to select around each offset, step by step: the word, the flag with its value, the section, the launch. */
export function selectionRanges(analysis: Analysis, offsets: readonly number[]): SelectionRange[] {
  const containers = containersOf(analysis);
  const { lines } = analysis.document;
  return offsets.map((offset) => {
    const isAround = ({ start, end }: OffsetRange): boolean => start <= offset && offset <= end;
    const steps = containers
      .filter(({ range }) => isAround(range))
      .flatMap(({ range, nameRange, runs }) => {
        const run = runs.find((one) => isAround(one.range));
        const flag = run?.flags.find((one) => isAround(one.range));
        const words = flag === undefined ? [nameRange] : [flag.word, ...flag.values];
        return [...words.filter(isAround), flag?.range, run?.range, range].flatMap((one) => one ?? []);
      })
      .sort((a, b) => a.end - a.start - (b.end - b.start));
    let selection: SelectionRange | undefined;
    let outer: OffsetRange | undefined;
    for (const step of steps.reverse()) {
      // Each has to lie within the one around it, and to be smaller.
      const fits = outer === undefined || (outer.start <= step.start && step.end <= outer.end);
      if (!fits || (outer?.start === step.start && outer.end === step.end)) continue;
      selection = { range: lspRange(lines, step), ...(selection === undefined ? {} : { parent: selection }) };
      outer = step;
    }
    return selection ?? { range: lspRange(lines, { start: offset, end: offset }) };
  });
}
