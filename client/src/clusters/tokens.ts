/** The part of `vscode.SecretStorage` that is used here. */
export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/**
 * Tokens in SecretStorage, one per origin, so that none ever goes to another server. Where the storage does not work, as
 * without a keyring, they last as long as the window.
 */
export class Tokens {
  readonly #secrets: Secrets;
  readonly #machine: string;
  readonly #unstored = new Map<string, string>();

  /** @param machine the name of this computer: editors share their secrets between all the computers they are on */
  constructor(secrets: Secrets, machine: string) {
    this.#secrets = secrets;
    this.#machine = machine;
  }

  async get(origin: string): Promise<string | undefined> {
    const key = this.#key(origin);
    try {
      return this.#unstored.get(key) ?? (await this.#secrets.get(key));
    } catch {
      // A cluster without token authentication needs none; another one says that it does.
      return undefined;
    }
  }

  /** @returns false when it is kept for this window only */
  async set(origin: string, token: string): Promise<boolean> {
    const key = this.#key(origin);
    try {
      await this.#secrets.store(key, token);
      this.#unstored.delete(key);
      return true;
    } catch {
      this.#unstored.set(key, token);
      return false;
    }
  }

  async forget(origin: string): Promise<void> {
    const key = this.#key(origin);
    this.#unstored.delete(key);
    try {
      await this.#secrets.delete(key);
    } catch {
      // What cannot be stored is not there either.
    }
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
