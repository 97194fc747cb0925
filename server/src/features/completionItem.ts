import { InsertTextFormat, type CompletionItem } from 'vscode-languageserver-types';
import type { EntryPointSpec, FlagDoc } from '../catalogue/schema.ts';
import type { CursorContext } from './cursor.ts';
import { lspRange, type SourceDocument } from './document.ts';

/** What completion reads beside the cursor's context. */
export interface CompletionEnvironment {
  readonly flagDoc: (flag: string, entryPoint: string) => FlagDoc | undefined;
  readonly entryPoints: readonly EntryPointSpec[];
  readonly entryPointSummary: (name: string) => string;
  readonly release: string;
  /** The Ray that the release is made for. */
  readonly ray: string;
  /** Names in a folder, given relative to the script or the workspace folder; folders end in `/`. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** A command of the client that opens the list again, after a folder; none if the client named none. */
  readonly suggestCommand?: string;
}

/** Makes items for what is typed at a cursor; `undefined` for a text that does not fit what the word has around it. */
export type ItemMaker = (text: string, order: number) => CompletionItem | undefined;

/**
 * The parts that all items share: exactly the text, exactly the range it replaces, and its place in the list. Where a part
 * of the word comes from elsewhere, such as `"$DATA/…"`, only the rest of the text is put in.
 */
export function itemMaker(document: SourceDocument, context: CursorContext): ItemMaker {
  const { before, after, replace } = context;
  const range = lspRange(document.lines, replace);
  return (text, order) => {
    if (!text.startsWith(before) || !text.slice(before.length).endsWith(after)) return undefined;
    const newText = text.slice(before.length, text.length - after.length);
    if (newText === '') return undefined;
    return {
      label: text,
      filterText: newText,
      sortText: String(order).padStart(4, '0'),
      insertTextFormat: InsertTextFormat.PlainText,
      textEdit: { range, newText },
    };
  };
}
