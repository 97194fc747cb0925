import { CompletionItemKind, MarkupKind, type CompletionItem } from 'vscode-languageserver-types';
import type { FlagDoc, ValueDoc } from '../catalogue/schema.ts';
import type { CompletionEnvironment, ItemMaker } from './completionItem.ts';
import type { CursorContext } from './cursor.ts';
import { choiceMarkdown, valueText } from './markdown.ts';
import { fittingName, holds, textToFilter } from './otherNames.ts';

type ValueContext = Extract<CursorContext, { kind: 'value' }>;

/** Names offered of one folder at most; with more, typing narrows them down. */
const MOST_NAMES = 500;

/** Items for a value of a flag: its choices, common values, files for a path. A switch takes none. */
export async function valueItems(
  context: ValueContext,
  make: ItemMaker,
  environment: CompletionEnvironment,
): Promise<CompletionItem[]> {
  const { use, spec } = context;
  if (use.spec.action !== 'store' || (use.inline !== undefined && typeof use.spec.nargs === 'number')) return [];
  const doc = environment.flagDoc(use.spec.name, spec.name);
  if (use.spec.choices) return choiceItems(context, make, doc);
  const common = commonItems(context, make, doc);
  if (doc?.path === undefined) return common;
  return [...common, ...(await pathItems(context, make, doc.path, common.length, environment))];
}

function choiceItems(context: ValueContext, make: ItemMaker, doc: FlagDoc | undefined): CompletionItem[] {
  const { spec } = context.use;
  return (spec.choices ?? []).flatMap((choice, index) => {
    const text = String(choice);
    const item = make(text, index);
    if (!item) return [];
    const said = doc?.choices?.[text];
    const filterText = filterTextOf(context, text, said?.aka ?? []);
    return [
      {
        ...item,
        ...(filterText === undefined ? {} : { filterText }),
        kind: CompletionItemKind.EnumMember,
        ...(said?.aka?.length ? { labelDetails: { description: said.aka.join(', ') } } : {}),
        ...(spec.default === choice ? { detail: 'default' } : {}),
        ...(said ? { documentation: { kind: MarkupKind.Markdown, value: choiceMarkdown(said) } } : {}),
      },
    ];
  });
}

/** What an editor compares with the typed text, where a choice is found by another of its names. */
function filterTextOf({ before, typed }: ValueContext, text: string, names: readonly string[]): string | undefined {
  if (before !== '') return undefined;
  if (typed === '') return [text, ...names].join(' ');
  if (holds(text, typed)) return undefined;
  const name = fittingName(typed, names);
  return name === undefined ? undefined : textToFilter('', typed, name);
}

function commonItems(context: ValueContext, make: ItemMaker, doc: FlagDoc | undefined): CompletionItem[] {
  const { spec } = context.use;
  const standard = valueText(spec.default);
  const offered = valuesHere(context, doc?.values ?? []);
  return offered.flatMap(({ value, note }, index) => {
    const item = make(value, index);
    if (!item) return [];
    const detail = [...(doc?.unit ? [doc.unit] : []), ...(value === standard ? ['default'] : [])].join(' · ');
    return [
      {
        ...item,
        kind: CompletionItemKind.Value,
        ...(detail === '' ? {} : { detail }),
        ...(note === undefined ? {} : { labelDetails: { description: note } }),
      },
    ];
  });
}

/**
 * The values that fit where the cursor is. The first of two values that are not there yet stands for both; behind it the
 * second of the pairs that begin so; of a flag that takes any number, behind the first each one that is not there yet.
 */
function valuesHere({ use, index }: ValueContext, values: readonly ValueDoc[]): readonly ValueDoc[] {
  const { nargs } = use.spec;
  const here = use.values.map((word) => (word.kind === 'known' ? word.value : null));
  if (nargs === null || nargs === '?') return values.filter(({ value }) => !/\s/.test(value));
  if (nargs === '+' || nargs === '*') {
    if (use.inline === undefined && here.length === 1) return values;
    const others = new Set(here.filter((_, at) => at !== index));
    return distinct(values.flatMap(({ value }) => value.split(' ')).filter((word) => !others.has(word)));
  }
  const tuples = values.filter(({ value }) => value.split(' ').length === nargs);
  if (index === 0 && here.length === 1) return tuples;
  const fitting = tuples.filter(({ value }) =>
    value.split(' ').every((word, at) => at >= index || here[at] === null || here[at] === word),
  );
  return distinct((fitting.length ? fitting : tuples).flatMap(({ value }) => value.split(' ')[index] ?? []));
}

function distinct(words: readonly string[]): ValueDoc[] {
  return [...new Set(words)].map((value) => ({ value }));
}

async function pathItems(
  { before, typed }: ValueContext,
  make: ItemMaker,
  wanted: 'file' | 'folder' | 'any',
  order: number,
  environment: CompletionEnvironment,
): Promise<CompletionItem[]> {
  const written = before + typed;
  const folder = written.slice(0, written.lastIndexOf('/') + 1);
  const leaf = written.slice(folder.length).toLowerCase();
  const names = (await environment.list(folder))
    .filter((name) => wanted !== 'folder' || name.endsWith('/'))
    .filter((name) => isPlain(name) && name.toLowerCase().startsWith(leaf))
    .slice(0, MOST_NAMES);
  const command = environment.suggestCommand;
  return names.flatMap((name, index) => {
    const item = make(folder + name, order + index);
    if (!item) return [];
    const isFolder = name.endsWith('/');
    return [
      {
        ...item,
        label: name,
        kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
        ...(isFolder && command !== undefined ? { command: { title: 'Suggest', command } } : {}),
      },
    ];
  });
}

/** True for a name that stands for itself in bash without quotes; others would need them, and are left out. */
function isPlain(name: string): boolean {
  return /^[\p{L}\p{N}._/+:@%,=-]+$/u.test(name) && !name.startsWith('-');
}
