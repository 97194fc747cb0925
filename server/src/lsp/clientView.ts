import {
  MarkupKind,
  type CodeAction,
  type CompletionItem,
  type CompletionList,
  type DocumentSymbol,
  type Hover,
  type InitializeParams,
  type MarkupContent,
  type SymbolInformation,
  type TextEdit,
} from 'vscode-languageserver/node';
import { plainText } from './plainText.ts';
import type { InitializationOptions } from './protocol.ts';

/** Answers in the form that the client said it can show. */
export class ClientView {
  readonly #hover: boolean;
  readonly #documentation: boolean;
  readonly #labelDetails: boolean;
  readonly #symbolTree: boolean;
  /** The command with which the client opens its completion list again; see `InitializationOptions`. */
  readonly suggestCommand: string | undefined;
  readonly #lineFeedCommand: string | undefined;
  /** The command that runs a launch; see `InitializationOptions`. */
  readonly launchCommand: string | undefined;
  /** The command that shows places; see `InitializationOptions`. */
  readonly referencesCommand: string | undefined;
  /** The command that tries a Python file; see `InitializationOptions`. */
  readonly tryCommand: string | undefined;
  /** The client asks again for code lenses when it is told to. */
  readonly refreshesLenses: boolean;
  /** The same for inlay hints. */
  readonly refreshesHints: boolean;

  constructor({
    capabilities,
    initializationOptions,
  }: Pick<InitializeParams, 'capabilities' | 'initializationOptions'>) {
    const { hover, completion, documentSymbol } = capabilities.textDocument ?? {};
    this.#hover = hover?.contentFormat?.includes(MarkupKind.Markdown) ?? false;
    this.#documentation = completion?.completionItem?.documentationFormat?.includes(MarkupKind.Markdown) ?? false;
    this.#labelDetails = completion?.completionItem?.labelDetailsSupport ?? false;
    this.#symbolTree = documentSymbol?.hierarchicalDocumentSymbolSupport ?? false;
    this.suggestCommand = commandOf(initializationOptions, 'suggestCommand');
    this.#lineFeedCommand = commandOf(initializationOptions, 'lineFeedCommand');
    this.launchCommand = commandOf(initializationOptions, 'launchCommand');
    this.referencesCommand = commandOf(initializationOptions, 'referencesCommand');
    this.tryCommand = commandOf(initializationOptions, 'tryCommand');
    this.refreshesHints = capabilities.workspace?.inlayHint?.refreshSupport === true;
    this.refreshesLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
  }

  /** The client has a command for some lens. */
  get hasLenses(): boolean {
    return [this.launchCommand, this.referencesCommand, this.tryCommand].some((command) => command !== undefined);
  }

  hover(hover: Hover | null): Hover | null {
    if (hover === null || this.#hover || !isMarkup(hover.contents)) return hover;
    return { ...hover, contents: plain(hover.contents) };
  }

  /** Edits alone change no line ends where a client keeps one kind for a whole document. */
  actions(actions: readonly CodeAction[]): CodeAction[] {
    const command = this.#lineFeedCommand;
    return actions.map((action) => {
      const files = Object.entries(action.edit?.changes ?? {}).filter(([, edits]) => edits.some(isLineFeed));
      if (command === undefined || files.length === 0) return action;
      return { ...action, command: { title: action.title, command, arguments: files.map(([uri]) => uri) } };
    });
  }

  completion(list: CompletionList | null): CompletionList | null {
    return list && { ...list, items: list.items.map((item) => this.item(item)) };
  }

  /** A tree, or a list with what each is in where the client knows no trees. */
  symbols(symbols: readonly DocumentSymbol[], uri: string): DocumentSymbol[] | SymbolInformation[] {
    return this.#symbolTree ? [...symbols] : symbols.flatMap((symbol) => flattened(symbol, uri));
  }

  item(item: CompletionItem): CompletionItem {
    const { documentation, labelDetails, ...rest } = item;
    const shown = documentation !== undefined && isMarkup(documentation) && !this.#documentation;
    return {
      ...rest,
      ...(documentation === undefined ? {} : { documentation: shown ? plain(documentation) : documentation }),
      ...(labelDetails === undefined ? {} : this.#details(labelDetails.description, rest.detail)),
    };
  }

  /** What stands behind a label; where the client has no place for it, with the detail. */
  #details(description: string | undefined, detail: string | undefined): Partial<CompletionItem> {
    if (description === undefined) return {};
    if (this.#labelDetails) return { labelDetails: { description } };
    return { detail: detail === undefined ? description : `${detail} · ${description}` };
  }
}

function flattened(
  { name, kind, range, children = [] }: DocumentSymbol,
  uri: string,
  inside?: string,
): SymbolInformation[] {
  const own = { name, kind, location: { uri, range }, ...(inside === undefined ? {} : { containerName: inside }) };
  return [own, ...children.flatMap((child) => flattened(child, uri, name))];
}

function isMarkup(content: unknown): content is MarkupContent {
  return typeof content === 'object' && content !== null && 'kind' in content && 'value' in content;
}

function plain({ value }: MarkupContent): MarkupContent {
  return { kind: MarkupKind.PlainText, value: plainText(value) };
}

function commandOf(options: unknown, name: keyof InitializationOptions): string | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const command = (options as Readonly<Record<string, unknown>>)[name];
  return typeof command === 'string' ? command : undefined;
}

/** True for an edit that takes a line break and puts a line feed in its place. */
function isLineFeed({ range: { start, end }, newText }: TextEdit): boolean {
  return newText === '\n' && end.line === start.line + 1 && end.character === 0;
}
