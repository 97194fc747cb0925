import { render } from '../../messages/render.ts';
import type { LineIndex } from '../../text/lineIndex.ts';
import type { Branches, Item } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import { whyUnknown } from '../whyUnknown.ts';
import type { Filler, Gap } from './answers.ts';
import { partsOf } from './answers.ts';
import type { LaunchQuestion } from './model.ts';

/** Words in which gaps are asked for. */
export interface Asked {
  readonly items: readonly Item[];
  /** What a word is a part of. */
  readonly of: (item: Item) => string | null;
}

/** One question for each key, in the order of the words. */
export function questionsOf(
  asked: readonly Asked[],
  filler: Filler,
  linesOf: (uri: string) => LineIndex | undefined,
): LaunchQuestion[] {
  const questions = new Map<string, LaunchQuestion>();
  const branches = branchesByChoice(asked.flatMap(({ items }) => items));
  for (const { items, of } of asked) {
    for (const item of items) {
      for (const gap of filler.gaps([item])) {
        if (questions.has(gap.key)) continue;
        questions.set(gap.key, question(gap, of(item), { filler, linesOf, branches }));
      }
    }
  }
  return [...questions.values()];
}

interface Around {
  readonly filler: Filler;
  readonly linesOf: (uri: string) => LineIndex | undefined;
  readonly branches: ReadonlyMap<string, readonly Branches[]>;
}

function question(gap: Gap, of: string | null, around: Around): LaunchQuestion {
  const { key } = gap;
  switch (gap.kind) {
    case 'text': {
      const text = around.filler.textAt(gap.part.location);
      return { key, text, why: whyUnknown(gap.word.why), kind: 'text', of, ...place(gap.part.location, around) };
    }
    case 'words': {
      const at = gap.word.use ?? gap.word.location;
      const text = around.filler.textAt(at);
      return { key, text, why: whyUnknown(gap.word.why), kind: 'words', of, ...place(at, around) };
    }
    case 'branch': {
      const all = around.branches.get(gap.branches.choice) ?? [gap.branches];
      const count = Math.max(...all.map(({ oneOf }) => oneOf.length));
      const choices = Array.from({ length: count }, (_, index) =>
        all.flatMap(({ oneOf }) => shownWords(oneOf[index] ?? [], around.filler)).join(' '),
      );
      const at = placeOf(gap.branches);
      const text = at === undefined ? '' : around.filler.textAt(at);
      const why = render({ key: 'why-unknown-condition' });
      return { key, text, why, kind: 'branch', choices, of, ...place(at, around) };
    }
  }
}

function place(at: Location | undefined, { linesOf }: Around): { uri: string; line: number } {
  if (at === undefined) return { uri: '', line: 0 };
  return { uri: at.uri, line: linesOf(at.uri)?.position(at.range.start).line ?? 0 };
}

/** Where a choice is used: the place in the command, or that of its first word. */
function placeOf({ oneOf }: Branches): Location | undefined {
  for (const item of oneOf.flat()) {
    const found = item.kind === 'branches' ? placeOf(item) : (item.use ?? item.location);
    if (found !== undefined) return found;
  }
  return undefined;
}

function branchesByChoice(items: readonly Item[]): Map<string, Branches[]> {
  const found = new Map<string, Branches[]>();
  for (const item of items) {
    if (item.kind !== 'branches') continue;
    found.set(item.choice, [...(found.get(item.choice) ?? []), item]);
  }
  return found;
}

/** Words for showing: what is not known as the script has it, ways of a condition between braces. */
export function shownWords(items: readonly Item[], filler: Filler): string[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'known':
        return item.value;
      case 'unknown':
        return partsOf(item)
          .map(({ text, location }) => text ?? filler.textAt(location))
          .join('');
      case 'many':
        return filler.textAt(item.use ?? item.location);
      case 'branches':
        return `{${item.oneOf.map((branch) => shownWords(branch, filler).join(' ')).join(' | ')}}`;
    }
  });
}
