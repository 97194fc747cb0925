import type { Connection, Diagnostic } from 'vscode-languageserver/node';

/**
 * Publishes diagnostics per file. A script may have findings in files that it sources, and several open scripts in the
 * same file: what a file shows is the union of what its owners found in it.
 */
export class Publisher {
  readonly #connection: Connection;
  readonly #byOwner = new Map<string, ReadonlyMap<string, readonly Diagnostic[]>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Replaces what `owner` has found. */
  publish(owner: string, version: number, found: ReadonlyMap<string, readonly Diagnostic[]>): void {
    const before = this.#byOwner.get(owner);
    this.#byOwner.set(owner, found);
    this.#send(owner, version);
    for (const uri of new Set([...(before?.keys() ?? []), ...found.keys()])) {
      if (uri !== owner) this.#send(uri);
    }
  }

  /** The owner was closed: what it found goes. */
  withdraw(owner: string): void {
    const before = this.#byOwner.get(owner);
    this.#byOwner.delete(owner);
    for (const uri of new Set([owner, ...(before?.keys() ?? [])])) this.#send(uri);
  }

  #send(uri: string, version?: number): void {
    const seen = new Set<string>();
    const diagnostics: Diagnostic[] = [];
    for (const found of this.#byOwner.values()) {
      for (const diagnostic of found.get(uri) ?? []) {
        const { start, end } = diagnostic.range;
        const key = `${diagnostic.code} ${start.line}:${start.character}-${end.line}:${end.character}`;
        if (seen.has(key)) continue;
        seen.add(key);
        diagnostics.push(diagnostic);
      }
    }
    void this.#connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  }
}
