/** The part of `vscode.SecretStorage` that is used here. */
export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Tokens in SecretStorage, one per origin, so that none ever goes to another server. */
export class Tokens {
  readonly #secrets: Secrets;
  readonly #machine: string;

  /** @param machine the name of this computer: editors share their secrets between all the computers they are on */
  constructor(secrets: Secrets, machine: string) {
    this.#secrets = secrets;
    this.#machine = machine;
  }

  async get(origin: string): Promise<string | undefined> {
    return this.#secrets.get(this.#key(origin));
  }

  async set(origin: string, token: string): Promise<void> {
    await this.#secrets.store(this.#key(origin), token);
  }

  async forget(origin: string): Promise<void> {
    await this.#secrets.delete(this.#key(origin));
  }

  #key(origin: string): string {
    // 127.0.0.1 is another server on every computer.
    return isLoopback(origin) ? `ray-token ${origin} ${this.#machine}` : `ray-token ${origin}`;
  }
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** What is wrong with a token as typed; `undefined` if nothing is. */
export function tokenProblem(token: string): 'empty' | 'not-a-token' | undefined {
  const text = token.trim();
  if (text === '') return 'empty';
  // A header takes visible ASCII only; Ray's own tokens are 64 hexadecimal digits.
  return /^[\x21-\x7e]+$/.test(text) ? undefined : 'not-a-token';
}
