import { render } from '../../messages/render.ts';
import type { Branches, Item } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import type { LinesOf } from '../diagnostics.ts';
import { whyUnknown } from '../whyUnknown.ts';
import { partsOf, type Filler, type Gap } from './answers.ts';
import { sourceName, type GapSource } from './gapSource.ts';
import type { LaunchQuestion } from './model.ts';

/** Words in which gaps are asked for. */
export interface Asked {
  readonly items: readonly Item[];
  /** What a word is a part of. */
  readonly of: (item: Item, index: number) => string | null;
  /** What stands for a value that has no text of its own in the script, such as that of an exported variable. */
  readonly instead?: string;
}

interface Around {
  readonly filler: Filler;
  readonly source: GapSource;
  readonly linesOf: LinesOf;
}

/** One question for each key, in the order of the words; conditions last, since values may decide them. */
export function questionsOf(asked: readonly Asked[], around: Around): LaunchQuestion[] {
  const questions = new Map<string, LaunchQuestion>();
  const branches = branchesByChoice(asked.flatMap(({ items }) => items));
  for (const { items, of, instead } of asked) {
    for (const [index, item] of items.entries()) {
      for (const gap of around.filler.gaps(item)) {
        const before = questions.get(gap.key);
        // A variable that is one word somewhere has the same value where it may be several.
        if (before !== undefined && (before.kind !== 'words' || gap.kind !== 'text')) continue;
        const asked = question(gap, of(item, index), { ...around, branches, instead });
        questions.set(gap.key, before === undefined ? asked : { ...before, kind: 'text' });
      }
    }
  }
  const all = [...questions.values()];
  return [...all.filter(({ kind }) => kind !== 'branch'), ...all.filter(({ kind }) => kind === 'branch')];
}

interface Inside extends Around {
  readonly branches: ReadonlyMap<string, readonly Branches[]>;
  readonly instead: Asked['instead'];
}

function question(gap: Gap, of: string | null, inside: Inside): LaunchQuestion {
  const { key, kind } = gap;
  const { source } = inside;
  if (gap.kind === 'branch') return branchQuestion(gap, of, inside);
  const at = gap.kind === 'text' ? gap.part.location : placeOfMany(gap.word, source);
  const { instead } = inside;
  const text = source.isWhole(at) && instead !== undefined ? instead : source.shown(at, gap.word.why);
  const suggestion = source.suggestion(at);
  return {
    key,
    text,
    ...(suggestion === undefined ? {} : { suggestion }),
    why: whyOf(gap, text),
    kind,
    of,
    ...place(at, inside),
  };
}

/** A word says why its first part is not known; of others the text tells. */
function whyOf(gap: Exclude<Gap, { kind: 'branch' }>, text: string): string {
  if (gap.kind === 'words') return whyUnknown(gap.word.why);
  const first = partsOf(gap.word).find((part) => part.text === null);
  if (first === gap.part || first?.location === gap.part.location) return whyUnknown(gap.word.why);
  if (/^(?:\$\([^(]|`)/.test(text)) return whyUnknown({ reason: 'command-substitution' });
  const name = sourceName(text);
  return whyUnknown({ reason: 'read-at-run-time', ...(name === undefined ? {} : { name }) });
}

function branchQuestion(
  { key, branches }: Extract<Gap, { kind: 'branch' }>,
  of: string | null,
  inside: Inside,
): LaunchQuestion {
  const all = inside.branches.get(branches.choice) ?? [branches];
  const count = Math.max(...all.map(({ oneOf }) => oneOf.length));
  const choices = Array.from({ length: count }, (_, index) =>
    all.flatMap(({ oneOf }) => shownWords(oneOf[index] ?? [], inside.source)).join(' '),
  );
  const at = placeOf(branches);
  const text = at === undefined ? '' : inside.source.shown(at, { reason: 'unknown-condition' });
  const why = render({ key: 'why-unknown-condition' });
  return { key, text, why, kind: 'branch', choices, of, ...place(at, inside) };
}

function place(at: Location | undefined, { linesOf }: Around): { uri: string; line: number } {
  if (at === undefined) return { uri: '', line: 0 };
  return { uri: at.uri, line: linesOf(at.uri)?.position(at.range.start).line ?? 0 };
}

function placeOfMany(
  { use, location }: { readonly use?: Location; readonly location: Location },
  source: GapSource,
): Location {
  return use !== undefined && sourceName(source.textAt(use)) !== undefined ? use : location;
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
export function shownWords(items: readonly Item[], source: GapSource): string[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'known':
        return item.value;
      case 'unknown':
        return partsOf(item)
          .map(({ text, location }) => text ?? source.shown(location, item.why))
          .join('');
      case 'many':
        return source.shown(placeOfMany(item, source), item.why);
      case 'branches':
        return `{${item.oneOf.map((branch) => shownWords(branch, source).join(' ')).join(' | ')}}`;
    }
  });
}
