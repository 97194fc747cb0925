import type { CodeAction, CompletionItem, Diagnostic, TextEdit } from 'vscode-languageserver-types';
import { sourceDocument, type SourceDocument } from '../../server/src/features/document.ts';
import { createLanguageService, type Host, type LanguageService } from '../../server/src/service.ts';
import { DEFAULT_SETTINGS, type FolderSettings } from '../../server/src/settings.ts';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import { withCursor } from './cursor.ts';

/** Where the script of a test lies unless it says otherwise. */
export const SCRIPT = 'file:///work/train.sh';

/** A language service over files that the test gives by URI. */
export class ServiceBench {
  readonly service: LanguageService;
  readonly files = new Map<string, string>();
  settings: FolderSettings = DEFAULT_SETTINGS;
  #version = 0;

  /** @param host what differs from a plain host */
  constructor(files: Readonly<Record<string, string>> = {}, host: Partial<Host> = {}) {
    for (const [uri, text] of Object.entries(files)) this.files.set(uri, text);
    this.service = createLanguageService({
      files: {
        read: (uri) => Promise.resolve(this.files.get(uri) ?? null),
        list: (folder) => Promise.resolve(this.#list(folder)),
      },
      settings: () => Promise.resolve(this.settings),
      openText: () => undefined,
      folderOf: () => 'file:///work',
      ...host,
    });
  }

  document(text: string, uri = SCRIPT): SourceDocument {
    return sourceDocument(uri, 'shellscript', ++this.#version, text);
  }

  /** Items at the `‸` of a script. */
  async complete(marked: string, automatic = false): Promise<{ document: SourceDocument; items: CompletionItem[] }> {
    const { text, offset } = withCursor(marked);
    const document = this.document(text);
    const list = await this.service.completion(document, document.lines.position(offset), automatic);
    return { document, items: list?.items ?? [] };
  }

  /** The script after the item with this label is accepted at its `‸`. */
  async accept(marked: string, label: string): Promise<string> {
    const { document, items } = await this.complete(marked);
    const item = items.find((candidate) => candidate.label === label);
    if (!item) throw new Error(`no item ${label}; there are ${items.map((candidate) => candidate.label).join(', ')}`);
    const edit = item.textEdit;
    if (!edit || !('range' in edit)) throw new Error(`the item ${label} has no plain edit`);
    return applyEdits(document.text, [edit]);
  }

  /** Markdown shown at the `‸` of a script; empty where there is none. */
  async hover(marked: string): Promise<string> {
    const { text, offset } = withCursor(marked);
    const document = this.document(text);
    const hover = await this.service.hover(document, document.lines.position(offset));
    const contents = hover?.contents;
    if (contents === undefined) return '';
    if (typeof contents === 'string') return contents;
    return 'value' in contents ? contents.value : JSON.stringify(contents);
  }

  /** Findings in the script itself. */
  async diagnose(text: string): Promise<readonly Diagnostic[]> {
    const document = this.document(text);
    return (await this.service.diagnostics(document)).get(document.uri) ?? [];
  }

  /** Quick fixes for everything in the script. */
  async actions(text: string, only?: readonly string[]): Promise<readonly CodeAction[]> {
    const document = this.document(text);
    const range = { start: { line: 0, character: 0 }, end: document.lines.position(text.length) };
    return this.service.codeActions(document, range, only);
  }

  #list(folder: string): string[] {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    const names = [...this.files.keys()]
      .filter((uri) => uri.startsWith(prefix))
      .map((uri) => uri.slice(prefix.length).replace(/\/.*/, '/'));
    return [...new Set(names)].sort();
  }
}

/** A text after LSP edits, as an editor applies them: ranges speak of the text before. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = new LineIndex(text);
  const spans = edits
    .map(({ range, newText }) => ({ ...lines.offsets(range), newText }))
    .sort((a, b) => b.start - a.start || b.end - a.end);
  let result = text;
  for (const { start, end, newText } of spans) result = result.slice(0, start) + newText + result.slice(end);
  return result;
}
