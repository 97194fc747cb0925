import { CompletionItemKind, InsertTextFormat, MarkupKind, type CompletionItem } from 'vscode-languageserver-types';
import { keysAt, type KeyDoc } from '../ray/keys.ts';
import { isNewer } from '../ray/runtimeEnv.ts';
import { SUBMIT_OPTIONS } from '../ray/options.ts';
import type { ItemMaker } from './completionItem.ts';
import { lspRange, type SourceDocument } from './document.ts';
import type { SubmitContext } from './submitCursor.ts';
import { keyMarkdown, optionDetail, optionMarkdown } from './submitText.ts';

/** What is offered in the words of a `ray job submit`. */
export function submitItems(
  document: SourceDocument,
  context: SubmitContext,
  make: ItemMaker,
  ray: string,
): CompletionItem[] {
  switch (context.kind) {
    case 'submit-option':
      return optionItems(context, make, ray);
    case 'submit-value':
      return (context.spec.choices?.map((value) => ({ value, note: undefined })) ?? context.spec.values ?? []).flatMap(
        ({ value, note }, order) => {
          const item = isSafe(value, document, context) ? make(value, order) : undefined;
          if (!item) return [];
          return [
            {
              ...item,
              kind: CompletionItemKind.Value,
              ...(note === undefined ? {} : { labelDetails: { description: note } }),
            },
          ];
        },
      );
    case 'submit-json':
      return context.wants === 'key' ? keyItems(document, context, ray) : exampleItems(document, context, ray);
  }
}

/** A value with blanks and quotes fits in single quotes only; where there are none, it brings none. */
function isSafe(value: string, document: SourceDocument, { replace }: SubmitContext): boolean {
  return /^[\w./:@=-]+$/.test(value) || document.text.charAt(replace.start - 1) === "'";
}

function optionItems(
  { given }: Extract<SubmitContext, { kind: 'submit-option' }>,
  make: ItemMaker,
  ray: string,
): CompletionItem[] {
  return SUBMIT_OPTIONS.flatMap((spec, order) => {
    if (spec.since !== undefined && isNewer(spec.since, ray)) return [];
    const isGiven = given.has(spec.name);
    const item = make(spec.name, isGiven ? SUBMIT_OPTIONS.length + order : order);
    if (!item) return [];
    return [
      {
        ...item,
        kind: CompletionItemKind.Property,
        detail: optionDetail(spec),
        ...(isGiven ? { labelDetails: { description: 'already given' } } : {}),
        documentation: { kind: MarkupKind.Markdown, value: optionMarkdown(spec) },
      },
    ];
  });
}

type JsonContext = Extract<SubmitContext, { kind: 'submit-json' }>;

/** JSON as it has to be written where double quotes are written as `quote`. */
function written(json: string, quote: string): string {
  return json.replaceAll('"', quote);
}

function keyItems(document: SourceDocument, context: JsonContext, ray: string): CompletionItem[] {
  const { path, siblings, quote, closing } = context;
  return keysAt(path.slice(0, -1), ray)
    .filter(({ key }) => !siblings.includes(key))
    .map((doc, order) => {
      const end = closing === '' ? '' : `${closing}: `;
      const newText = quote === null ? doc.key + end : `${quote}${doc.key}${quote}: ${written(doc.example, quote)}`;
      return jsonItem(document, context, doc, newText, order);
    });
}

/** The value that a key may begin with. */
function exampleItems(document: SourceDocument, context: JsonContext, ray: string): CompletionItem[] {
  const { path, quote } = context;
  const key = path.at(-1);
  const doc = keysAt(path.slice(0, -1), ray).find((one) => one.key === key);
  if (doc === undefined) return [];
  if (quote !== null) {
    return [{ ...jsonItem(document, context, doc, written(doc.example, quote), 0), label: doc.example }];
  }
  const inner = /^"([^"\\]*)"$/.exec(doc.example)?.[1];
  return inner === undefined ? [] : [{ ...jsonItem(document, context, doc, inner, 0), label: inner }];
}

function jsonItem(
  document: SourceDocument,
  { replace }: JsonContext,
  doc: KeyDoc,
  newText: string,
  order: number,
): CompletionItem {
  return {
    label: doc.key,
    kind: CompletionItemKind.Property,
    filterText: newText,
    sortText: String(order).padStart(4, '0'),
    insertTextFormat: InsertTextFormat.PlainText,
    documentation: { kind: MarkupKind.Markdown, value: keyMarkdown(doc) },
    textEdit: { range: lspRange(document.lines, replace), newText },
  };
}
