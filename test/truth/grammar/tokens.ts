import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar, type IRawTheme, type Registry as RegistryType } from 'vscode-textmate';
import { root } from '../../support/built.ts';

const { INITIAL, parseRawGrammar, Registry } = textmate;
const { createOnigScanner, createOnigString, loadWASM } = oniguruma;
const WASM = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');

const OURS = join(root, 'syntaxes/openrlhf-flags.tmLanguage.json');
const INJECTION = 'openrlhf.flags.injection';

/** A stretch of a line and its scopes, the outermost first. */
export interface Token {
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly scopes: readonly string[];
}

/** Tokenizes bash as VS Code does: its own grammar, with ours injected or without. */
export class Tokenizer {
  readonly #registry: RegistryType;
  readonly #grammar: IGrammar;

  private constructor(registry: RegistryType, grammar: IGrammar) {
    this.#registry = registry;
    this.#grammar = grammar;
  }

  /** @param shell the grammar of `source.shell` */
  static async create(shell: string, { injected }: { readonly injected: boolean }): Promise<Tokenizer> {
    await (loaded ??= loadWASM(readFileSync(WASM)));
    const files = new Map([
      ['source.shell', shell],
      [INJECTION, OURS],
    ]);
    const registry = new Registry({
      onigLib: Promise.resolve({ createOnigScanner: (patterns) => createOnigScanner(patterns), createOnigString }),
      loadGrammar: (scope) => {
        const file = files.get(scope);
        return Promise.resolve(file === undefined ? null : parseRawGrammar(readFileSync(file, 'utf8'), file));
      },
      getInjections: (scope) => (injected && scope === 'source.shell' ? [INJECTION] : []),
    });
    const grammar = await registry.loadGrammar('source.shell');
    if (!grammar) throw new Error(`${shell} is no grammar`);
    return new Tokenizer(registry, grammar);
  }

  tokens(script: string): Token[] {
    let state = INITIAL;
    return script.split('\n').flatMap((text, line) => {
      const result = this.#grammar.tokenizeLine(text, state);
      state = result.ruleStack;
      return result.tokens.map(({ startIndex, endIndex, scopes }) => ({
        text: text.slice(startIndex, endIndex),
        line,
        start: startIndex,
        scopes,
      }));
    });
  }

  /** The colour of a place of a one-line script in a theme, such as `#4EC9B0`. */
  colour(script: string, at: number, theme: IRawTheme): string | undefined {
    this.#registry.setTheme(theme);
    const { tokens } = this.#grammar.tokenizeLine2(script, INITIAL);
    let colour = 0;
    // Pairs of a start and the token's metadata; bits 15 to 23 are the foreground.
    for (let index = 0; index < tokens.length && (tokens[index] ?? 0) <= at; index += 2) {
      colour = ((tokens[index + 1] ?? 0) >>> 15) & 0x1ff;
    }
    return this.#registry.getColorMap()[colour];
  }
}

// The library keeps one engine per process, which may be loaded once only.
let loaded: Promise<void> | undefined;
