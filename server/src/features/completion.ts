import { CompletionItemKind, MarkupKind, type CompletionItem, type CompletionList } from 'vscode-languageserver-types';
import type { FlagDoc, FlagSpec } from '../catalogue/schema.ts';
import { itemMaker, type CompletionEnvironment, type ItemMaker } from './completionItem.ts';
import { valueItems } from './completionValues.ts';
import type { CursorContext } from './cursor.ts';
import type { SourceDocument } from './document.ts';
import { flagDetail, flagMarkdown } from './markdown.ts';
import { submitItems } from './submitCompletion.ts';
import { fittingName, holds, otherNames, textToFilter } from './otherNames.ts';

/** What `resolve` needs to add the documentation of a flag. */
export interface FlagItemData {
  readonly flag: string;
  readonly entryPoint: string;
  readonly release: string;
}

/** Items for what is typed at the cursor; `automatic` when a space asked for them rather than the user. */
export async function completionItems(
  document: SourceDocument,
  context: CursorContext,
  automatic: boolean,
  environment: CompletionEnvironment,
): Promise<CompletionList | null> {
  const make = itemMaker(document, context);
  switch (context.kind) {
    case 'module':
      return automatic ? null : list(moduleItems(context, make, environment), false);
    case 'flag': {
      const word = context.before + context.typed;
      const startsFlag = word.startsWith('-') || (word === '' && !automatic);
      // The list is asked for again with every letter, since an item may fit by another of its names.
      return startsFlag ? list(flagItems(context, make, environment), true) : null;
    }
    case 'submit-option': {
      const word = context.before + context.typed;
      const startsOption = word.startsWith('-') || (word === '' && !automatic);
      return startsOption ? list(submitItems(document, context, make, environment.ray), false) : null;
    }
    case 'submit-value':
    case 'submit-json':
      return list(submitItems(document, context, make, environment.ray), false);
    case 'value':
      return list(await valueItems(context, make, environment), true);
  }
}

function list(items: CompletionItem[], isIncomplete: boolean): CompletionList | null {
  return items.length ? { isIncomplete, items } : null;
}

const MODULES = 'openrlhf.cli.';

function moduleItems(
  { before, typed }: CursorContext,
  make: ItemMaker,
  environment: CompletionEnvironment,
): CompletionItem[] {
  const written = before + typed;
  if (!MODULES.startsWith(written) && !written.startsWith(MODULES)) return [];
  return environment.entryPoints.flatMap((spec, index) => {
    const item = make(MODULES + spec.name, index);
    if (!item) return [];
    const documentation = { kind: MarkupKind.Markdown, value: environment.entryPointSummary(spec.name) };
    return [{ ...item, kind: CompletionItemKind.Module, documentation }];
  });
}

/** Every flag of the entry point in the parser's order, those already given last. */
function flagItems(
  context: Extract<CursorContext, { kind: 'flag' }>,
  make: ItemMaker,
  environment: CompletionEnvironment,
): CompletionItem[] {
  const { spec, given } = context;
  const names = otherNames(spec, environment.flagDoc);
  return spec.flags.flatMap((flag, index) => {
    const isGiven = given.has(flag.dest);
    const item = make(flag.name, isGiven ? spec.flags.length + index : index);
    if (!item) return [];
    const data: FlagItemData = { flag: flag.name, entryPoint: spec.name, release: environment.release };
    const other = otherName(context, flag, names.get(flag.name) ?? []);
    const notes = [...(other ? [other.name] : []), ...(isGiven ? ['already given'] : [])];
    return [
      {
        ...item,
        ...(other ? { filterText: other.filterText } : {}),
        kind: CompletionItemKind.Property,
        detail: flagDetail(flag),
        ...(notes.length ? { labelDetails: { description: notes.join(', ') } } : {}),
        data,
      },
    ];
  });
}

/** The other name by which a flag is found, where its own name does not hold what is typed. */
function otherName(
  { before, typed }: CursorContext,
  flag: FlagSpec,
  names: readonly string[],
): { readonly name: string; readonly filterText: string } | undefined {
  const word = typed.replace(/^-+/, '');
  if (before !== '' || holds(flag.name, word)) return undefined;
  const name = fittingName(word, names);
  if (name === undefined) return undefined;
  return { name, filterText: textToFilter(typed.slice(0, typed.length - word.length), word, name) };
}

/** Adds the documentation of a flag's item. */
export function resolveFlagItem(completion: CompletionItem, spec: FlagSpec, doc: FlagDoc | undefined): CompletionItem {
  return { ...completion, documentation: { kind: MarkupKind.Markdown, value: flagMarkdown(spec, doc) } };
}
