import {
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver-types';
import type { EntryPointSpec, FlagDoc, FlagSpec } from '../catalogue/schema.ts';
import type { FlagUse } from '../launch/binding.ts';
import type { OffsetRange } from '../text/location.ts';
import type { CursorContext } from './cursor.ts';
import { lspRange, type SourceDocument } from './document.ts';
import { choiceMarkdown, flagDetail, flagMarkdown } from './markdown.ts';

/** What completion reads beside the cursor's context. */
export interface CompletionEnvironment {
  readonly flagDoc: (flag: string, entryPoint: string) => FlagDoc | undefined;
  readonly entryPoints: readonly EntryPointSpec[];
  readonly entryPointSummary: (name: string) => string;
  readonly release: string;
  /** Names in a folder, given relative to the script or the workspace folder; folders end in `/`. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}

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
  switch (context.kind) {
    case 'module':
      return complete(moduleItems(document, context.replace, environment));
    case 'flag': {
      const startsFlag = context.typed.startsWith('-') || (context.typed === '' && !automatic);
      return startsFlag ? complete(flagItems(document, context, environment.release)) : null;
    }
    case 'value':
      return complete(await valueItems(document, context, environment));
  }
}

function complete(items: CompletionItem[]): CompletionList | null {
  return items.length ? { isIncomplete: false, items } : null;
}

function moduleItems(
  document: SourceDocument,
  replace: OffsetRange,
  environment: CompletionEnvironment,
): CompletionItem[] {
  return environment.entryPoints.map((spec, index) => ({
    ...item(document, replace, `openrlhf.cli.${spec.name}`, index),
    kind: CompletionItemKind.Module,
    documentation: { kind: MarkupKind.Markdown, value: environment.entryPointSummary(spec.name) },
  }));
}

/** Every flag of the entry point in the parser's order, those already given last. */
function flagItems(
  document: SourceDocument,
  context: Extract<CursorContext, { kind: 'flag' }>,
  release: string,
): CompletionItem[] {
  const count = context.spec.flags.length;
  return context.spec.flags.map((flag, index) => {
    const given = context.given.has(flag.dest);
    const data: FlagItemData = { flag: flag.name, entryPoint: context.spec.name, release };
    return {
      ...item(document, context.replace, flag.name, given ? count + index : index),
      kind: CompletionItemKind.Property,
      detail: flagDetail(flag),
      ...(given ? { labelDetails: { description: 'already given' } } : {}),
      data,
    };
  });
}

/** Adds the documentation of a flag's item. */
export function resolveFlagItem(completion: CompletionItem, spec: FlagSpec, doc: FlagDoc | undefined): CompletionItem {
  return { ...completion, documentation: { kind: MarkupKind.Markdown, value: flagMarkdown(spec, doc) } };
}

async function valueItems(
  document: SourceDocument,
  context: Extract<CursorContext, { kind: 'value' }>,
  environment: CompletionEnvironment,
): Promise<CompletionItem[]> {
  const { use, spec, replace, typed } = context;
  const doc = environment.flagDoc(use.spec.name, spec.name);
  if (use.spec.choices) return choiceItems(document, replace, use.spec, doc);
  const fitting = (doc?.values ?? []).filter((value) => fits(value.value, use));
  const offered = fitting.map((value, index): CompletionItem => ({
    ...item(document, replace, value.value, index),
    kind: CompletionItemKind.Value,
    ...(value.note === undefined ? {} : { labelDetails: { description: value.note } }),
  }));
  if (doc?.path === undefined) return offered;
  return [...offered, ...(await pathItems(document, replace, typed, offered.length, environment))];
}

/** True if a value, which may be several words, is right in the place where the first value of the flag stands. */
function fits(value: string, use: FlagUse): boolean {
  const words = value.split(' ').length;
  const { nargs } = use.spec;
  if (typeof nargs !== 'number') return words === 1 || ((nargs === '+' || nargs === '*') && use.values.length === 1);
  return words === nargs && use.values.length === 1;
}

function choiceItems(
  document: SourceDocument,
  replace: OffsetRange,
  spec: FlagSpec,
  doc: FlagDoc | undefined,
): CompletionItem[] {
  return (spec.choices ?? []).map((choice, index) => {
    const text = String(choice);
    const said = doc?.choices?.[text];
    const names = said?.aka?.join(', ');
    return {
      ...item(document, replace, text, index),
      kind: CompletionItemKind.EnumMember,
      filterText: names === undefined ? text : `${text} ${names}`,
      ...(names === undefined ? {} : { labelDetails: { description: names } }),
      ...(spec.default === choice ? { detail: 'default' } : {}),
      ...(said ? { documentation: { kind: MarkupKind.Markdown, value: choiceMarkdown(said) } } : {}),
    };
  });
}

async function pathItems(
  document: SourceDocument,
  replace: OffsetRange,
  typed: string,
  before: number,
  environment: CompletionEnvironment,
): Promise<CompletionItem[]> {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const names = await environment.list(folder);
  return names.map((name, index) => ({
    ...item(document, replace, folder + name, before + index),
    label: name,
    filterText: folder + name,
    kind: name.endsWith('/') ? CompletionItemKind.Folder : CompletionItemKind.File,
    ...(name.endsWith('/') ? { command: { title: 'Suggest', command: 'editor.action.triggerSuggest' } } : {}),
  }));
}

/** The parts all items share: the text, exactly the range it replaces, and its place in the list. */
function item(document: SourceDocument, replace: OffsetRange, text: string, order: number): CompletionItem {
  return {
    label: text,
    filterText: text,
    sortText: String(order).padStart(4, '0'),
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range: lspRange(document.lines, replace), newText: text },
  };
}
