import type { EntryPointSpec, FlagSpec } from '../catalogue/schema.ts';
import type { KnownWord, Unknown, Word } from '../text/items.ts';
import { LayeredMap } from '../text/maps.ts';
import type { Binding, BoundValue, FlagUse, ParseProblem } from './binding.ts';
import { arityOf, type Arity } from './arity.ts';
import { optionTable, valueOfHelp, type OptionTable } from './options.ts';
import {
  isDashValue,
  isValue,
  spelling,
  tokenize,
  type AmbiguousToken,
  type OptionToken,
  type Token,
} from './tokens.ts';
import { REFUSED, storedValue } from './store.ts';
import { defaultsOf } from './values.ts';

/**
 * What `parse_args` of an entry point makes of a command line: CPython 3.11's argparse (3.10 to 3.13.0 do the same), as
 * OpenRLHF uses it: double-dash options, no groups that exclude each other. What a user's own copy computes, and words
 * that may be its positionals, are not judged.
 *
 * Words that are not known: one in value position is that value. One anywhere else, and any number of words, can be
 * options: no flag is known that is not given after it, none counts as missing, and the arguments right behind it may
 * be values of it. No problem is reported that hangs on such a word.
 */
export function bind(entryPoint: EntryPointSpec, words: readonly Word[]): Binding {
  return bindWith(argumentParser(entryPoint), words);
}

/** What `bindWith` needs of an entry point, whatever the command line. */
export interface ArgumentParser {
  readonly entryPoint: EntryPointSpec;
  readonly table: OptionTable;
  readonly defaults: ReadonlyMap<string, BoundValue>;
}

/** Made once, it serves all command lines of an entry point. */
export function argumentParser(entryPoint: EntryPointSpec): ArgumentParser {
  return { entryPoint, table: optionTable(entryPoint), defaults: defaultsOf(entryPoint) };
}

/** See `bind`. */
export function bindWith(parser: ArgumentParser, words: readonly Word[]): Binding {
  const { tokens, rest } = tokenize(parser.table, words);
  return new Binder(parser, tokens, rest).run();
}

class Binder {
  readonly #entryPoint: EntryPointSpec;
  readonly #defaults: ReadonlyMap<string, BoundValue>;
  readonly #table: OptionTable;
  readonly #tokens: readonly Token[];
  readonly #rest: readonly Word[];

  readonly #given = new Map<string, BoundValue>();
  readonly #seen = new Set<FlagSpec>();
  readonly #uses: FlagUse[] = [];
  readonly #ambiguous: ParseProblem[] = [];
  readonly #errors: ParseProblem[] = [];
  readonly #extras: ParseProblem[] = [];
  #helped = false;
  #certain = true;
  /** Why flags that are not given from here on are unknown: a word before may have set them. */
  #hidden: Unknown | null = null;
  /** Arguments at this place may belong to an option that is not known. */
  #open = false;
  #last: FlagUse | undefined;

  constructor(parser: ArgumentParser, tokens: readonly Token[], rest: readonly Word[]) {
    this.#entryPoint = parser.entryPoint;
    this.#defaults = parser.defaults;
    this.#table = parser.table;
    this.#tokens = tokens;
    this.#rest = rest;
  }

  run(): Binding {
    let at = 0;
    for (;;) {
      const token = this.#tokens[at];
      if (token === undefined) break;
      at = this.#consume(token, at);
    }
    this.#open = false;
    for (const word of this.#rest) {
      if (word.kind === 'known' && !this.#mayBePositional()) this.#extra({ code: 'positional-token', word });
    }
    const errors = [...this.#ambiguous, ...this.#errors];
    return {
      values: this.#values(),
      uses: this.#uses,
      problems: this.#helped ? errors : [...errors, ...this.#missing(), ...this.#extras],
      certain: this.#certain && !this.#mayBePositional(),
    };
  }

  /** Takes the word at `at` with the words that belong to it; gives the index of the next. */
  #consume(token: Token, at: number): number {
    switch (token.kind) {
      case 'argument':
        if (!this.#open) this.#stray(token.word, at);
        return at + 1;
      case 'unknown':
      case 'many':
        this.#hide(token.word.why);
        return at + 1;
      case 'ambiguous':
        return this.#consumeAmbiguous(token, at);
      case 'option':
        this.#open = false;
        if (token.option === null) return this.#consumeUnknownFlag(token, at);
        if (token.option.kind === 'help') return this.#consumeHelp(token, at);
        return this.#consumeFlag(token, token.option.spec, at);
    }
  }

  #stray(word: KnownWord, at: number): void {
    if (this.#mayBePositional()) return;
    const use = this.#last;
    const before = this.#tokens[at - 1]?.word;
    if (use !== undefined && use.word === before && use.inline === undefined && arityOf(use.spec).max === 0) {
      this.#extra({ code: 'bool-flag-with-value', use, word });
    } else {
      this.#extra({ code: 'positional-token', word, ...(use === undefined ? {} : { after: use }) });
    }
  }

  #mayBePositional(): boolean {
    return this.#entryPoint.positionals !== undefined;
  }

  #consumeUnknownFlag(token: OptionToken, at: number): number {
    const { values, next } = this.#valuesOfUnknown(at + 1);
    this.#extra({ code: 'unknown-flag', ...spelling(token), values });
    return next;
  }

  #consumeAmbiguous(token: AmbiguousToken, at: number): number {
    this.#open = false;
    const { values, next } = this.#valuesOfUnknown(at + 1);
    this.#ambiguous.push({ code: 'ambiguous-abbrev', ...spelling(token), matches: token.matches, values });
    for (const option of token.options) {
      if (option.kind === 'help') continue;
      this.#seen.add(option.spec);
      this.#given.set(option.spec.dest, { known: false, why: REFUSED });
    }
    return next;
  }

  /** Everything up to the next option. Its first unknown word is a value of it; further ones may be options. */
  #valuesOfUnknown(start: number): { values: Word[]; next: number } {
    this.#last = undefined;
    const values: Word[] = [];
    let at = start;
    for (; ; at++) {
      const token = this.#tokens[at];
      if (token?.kind !== 'argument' && token?.kind !== 'unknown' && token?.kind !== 'many') break;
      values.push(token.word);
      if (token.kind === 'many' || (token.kind === 'unknown' && at > start)) this.#hide(token.word.why);
    }
    return { values, next: at };
  }

  #consumeHelp(token: OptionToken, at: number): number {
    this.#last = undefined;
    const { word } = token;
    const refused = valueOfHelp(this.#table, token.spelled, token.inline);
    this.#error(refused === null ? { code: 'help', word } : { code: 'help-with-value', word, ...refused });
    this.#helped ||= refused === null;
    return at + 1;
  }

  #consumeFlag(token: OptionToken, spec: FlagSpec, at: number): number {
    this.#seen.add(spec);
    const arity = arityOf(spec);
    if (token.inline !== undefined) return this.#consumeInline(token, token.inline, spec, arity, at);

    const values: Word[] = [];
    let next = at + 1;
    while (values.length < arity.max) {
      const token = this.#tokens[next];
      if (token === undefined || !isValue(token)) break;
      values.push(token.word);
      next++;
    }
    const following = this.#tokens[next];
    if (following?.kind === 'many' && values.length < arity.max) {
      // Some of these words are values of this flag, perhaps none.
      const use = this.#use(token, spec, [...values, following.word]);
      this.#store(use, arity, values);
      this.#hide(following.word.why);
      this.#given.set(spec.dest, { known: false, why: following.word.why, use });
      return next + 1;
    }
    if (values.length < arity.min) return this.#short(token, spec, arity, values, next);

    const use = this.#use(token, spec, values);
    this.#given.set(spec.dest, this.#store(use, arity, values));
    return next;
  }

  #consumeInline(token: OptionToken, inline: string, spec: FlagSpec, arity: Arity, at: number): number {
    if (arity.max === 0) {
      const use = this.#use(token, spec, []);
      this.#given.set(spec.dest, { known: false, why: REFUSED, use });
      this.#error({ code: 'bool-flag-eq-value', use });
      return at + 1;
    }
    if (arity.min > 1) return this.#short(token, spec, arity, [], at + 1);
    const use = this.#use(token, spec, []);
    if (inline === '--') {
      // Up to Python 3.12 `_get_values` drops it and stores an empty list, whatever the type; 3.13 keeps it.
      this.#given.set(spec.dest, { known: false, why: REFUSED, use });
      this.#certain = false;
      return at + 1;
    }
    this.#given.set(spec.dest, this.#store(use, arity, [{ ...token.word, value: inline }]));
    return at + 1;
  }

  /** Too few values: takes those that stand there, and words that only look like options in their place. */
  #short(token: OptionToken, spec: FlagSpec, arity: Arity, before: readonly Word[], start: number): number {
    const inline = token.inline === undefined ? 0 : 1;
    const values = [...before];
    let dashValue: KnownWord | undefined;
    let next = start;
    for (; values.length + inline < arity.min; next++) {
      const token = this.#tokens[next];
      if (isDashValue(this.#table, token)) dashValue ??= token.word;
      else if (token === undefined || !isValue(token)) break;
      values.push(token.word);
    }
    const use = this.#use(token, spec, values);
    this.#given.set(spec.dest, { known: false, why: REFUSED, use });
    this.#error({
      code: 'arity',
      use,
      expected: spec.nargs === '+' ? '+' : arity.min,
      got: before.length + inline,
      ...(dashValue === undefined ? {} : { dashValue }),
    });
    return next;
  }

  #use(token: OptionToken, spec: FlagSpec, values: readonly Word[]): FlagUse {
    const { spelled, abbreviated, inline, word } = token;
    const use = { spec, word, spelled, abbreviated, ...(inline === undefined ? {} : { inline }), values };
    this.#uses.push(use);
    this.#last = use;
    return use;
  }

  /** The value of a flag that got as many words as it takes, with what argparse refuses in them. */
  #store(use: FlagUse, arity: Arity, words: readonly Word[]): BoundValue {
    const { value, problems, certain } = storedValue(use, arity, words);
    for (const problem of problems) this.#error(problem);
    this.#certain &&= certain;
    return value;
  }

  /** From here on an option that is not known may have been given. */
  #hide(why: Unknown): void {
    this.#hidden ??= why;
    this.#given.clear();
    this.#certain = false;
    this.#open = true;
    this.#last = undefined;
  }

  #error(problem: ParseProblem): void {
    if (!this.#helped) this.#errors.push(problem);
  }

  #extra(problem: ParseProblem): void {
    if (!this.#helped) this.#extras.push(problem);
  }

  #missing(): ParseProblem[] {
    if (this.#hidden !== null) return [];
    const specs = this.#entryPoint.flags.filter((spec) => spec.required && !this.#seen.has(spec));
    return specs.length > 0 ? [{ code: 'missing-required', specs }] : [];
  }

  #values(): ReadonlyMap<string, BoundValue> {
    if (this.#hidden === null) return new LayeredMap(this.#defaults, this.#given);
    const hidden: BoundValue = { known: false, why: this.#hidden };
    return new Map([...this.#defaults.keys()].map((dest) => [dest, this.#given.get(dest) ?? hidden]));
  }
}
