import type { Diagnostic } from 'vscode-languageserver/node';
import type { SourceDocument } from '../features/document.ts';
import type { Publisher } from './publisher.ts';

export interface CheckerHost {
  /** The open document as it is now. */
  readonly document: (uri: string) => SourceDocument | undefined;
  readonly diagnostics: (document: SourceDocument) => Promise<ReadonlyMap<string, readonly Diagnostic[]>>;
  /** Called with a document whose diagnostics were published. */
  readonly checked: (uri: string) => void;
}

/**
 * Checks documents and publishes what it finds. A check that another one of the same document overtook, for a newer text,
 * other settings or another sourced file, publishes nothing.
 */
export class Checker {
  readonly #publisher: Publisher;
  readonly #host: CheckerHost;
  /** By document, the number of its latest check. */
  readonly #latest = new Map<string, number>();
  #count = 0;

  constructor(publisher: Publisher, host: CheckerHost) {
    this.#publisher = publisher;
    this.#host = host;
  }

  /** Rejects if the check fails; what was published before stays. */
  async check(uri: string): Promise<void> {
    const document = this.#host.document(uri);
    if (!document) return;
    const number = ++this.#count;
    this.#latest.set(uri, number);
    const found = await this.#host.diagnostics(document);
    if (this.#latest.get(uri) !== number) return;
    this.#publisher.publish(uri, document.version, found);
    this.#host.checked(uri);
  }

  /** The document was closed: its findings go, and checks under way publish nothing. */
  close(uri: string): void {
    this.#latest.delete(uri);
    this.#publisher.withdraw(uri);
  }
}
