import type { EntryPointSpec, FlagSpec } from '../catalogue/schema.ts';

/**
 * How argparse tells options from arguments: `ArgumentParser._parse_optional` and `_get_option_tuples` of CPython 3.11
 * (the same from 3.10 to 3.13.0), with `prefix_chars='-'` as every parser of OpenRLHF has it.
 */

/** What an option string stands for. argparse adds `-h`, `--help` before all others. */
export type Option = { readonly kind: 'flag'; readonly spec: FlagSpec } | { readonly kind: 'help' };

/** A word as argparse's first pass sees it. */
export type Classified =
  | { readonly kind: 'argument' }
  | {
      readonly kind: 'option';
      /** `null` for what looks like an option but is none of this parser. */
      readonly option: Option | null;
      /** As written, without its value. */
      readonly spelled: string;
      readonly abbreviated: boolean;
      readonly inline?: string;
      /** `-xvalue`: the value stands right behind a one-letter option. */
      readonly glued: boolean;
    }
  | {
      readonly kind: 'ambiguous';
      readonly spelled: string;
      readonly inline?: string;
      /** The option strings that begin so, in the parser's order. */
      readonly matches: readonly string[];
      readonly options: readonly Option[];
    };

/** What `classify` needs of a parser. */
export interface OptionTable {
  /** By option string, in the parser's order. */
  readonly options: ReadonlyMap<string, Option>;
  /** `allow_abbrev`, which every release has and a fork may turn off. */
  readonly abbreviates: boolean;
}

/** All option strings of an entry point. */
export function optionTable(entryPoint: EntryPointSpec): OptionTable {
  const options = new Map<string, Option>([
    ['-h', { kind: 'help' }],
    ['--help', { kind: 'help' }],
  ]);
  for (const spec of entryPoint.flags) {
    for (const name of [spec.name, ...spec.aliases]) options.set(name, { kind: 'flag', spec });
  }
  return { options, abbreviates: entryPoint.allowAbbrev !== false };
}

/** What argparse's first pass makes of a word that does not stand behind `--`. */
export function classify(table: OptionTable, word: string): Classified {
  if (!word.startsWith('-')) return { kind: 'argument' };
  const exact = table.options.get(word);
  if (exact !== undefined) return found(exact, word);
  if (word === '-') return { kind: 'argument' };

  const { spelled, inline } = splitAtEquals(word);
  if (inline !== undefined) {
    const option = table.options.get(spelled);
    if (option !== undefined) return found(option, spelled, inline);
  }

  const matches = word.startsWith('--') ? prefixMatches(table, spelled) : shortMatches(table, word);
  const [first] = matches;
  if (first !== undefined) {
    if (matches.length > 1) {
      return {
        kind: 'ambiguous',
        ...splitAtEquals(word),
        matches: matches.map((match) => match.name),
        options: matches.map((match) => match.option),
      };
    }
    if (first.glued !== undefined) return { ...found(first.option, first.name, first.glued), glued: true };
    return { ...found(first.option, spelled, word.startsWith('--') ? inline : undefined), abbreviated: true };
  }

  if (NEGATIVE_NUMBER.test(word) && ![...table.options.keys()].some((name) => NEGATIVE_NUMBER.test(name))) {
    return { kind: 'argument' };
  }
  if (word.includes(' ')) return { kind: 'argument' };
  return {
    kind: 'option',
    option: null,
    abbreviated: false,
    glued: false,
    ...splitAtEquals(word),
  };
}

/**
 * The value that help refuses; `null` where it takes none. One-letter options without values can stand together:
 * `-hh` is `-h -h`.
 */
export function valueOfHelp(
  table: OptionTable,
  spelled: string,
  inline: string | undefined,
): { spelled: string; text: string } | null {
  if (inline === undefined) return null;
  const [letter = ''] = inline;
  const next = `-${letter}`;
  if (spelled.startsWith('--') || table.options.get(next)?.kind !== 'help') return { spelled, text: inline };
  const rest = inline.slice(letter.length);
  return valueOfHelp(table, next, rest === '' ? undefined : rest);
}

/** `_negative_number_matcher`: `\d` is any script's digit, and Python's `$` also matches before a last line break. */
const NEGATIVE_NUMBER = /^-(?:\p{Nd}+|\p{Nd}*\.\p{Nd}+)\n?$/u;

type FoundOption = Extract<Classified, { kind: 'option' }>;

function found(option: Option, spelled: string, inline?: string): FoundOption {
  const plain = { kind: 'option', option, spelled, abbreviated: false, glued: false } as const;
  return inline === undefined ? plain : { ...plain, inline };
}

function splitAtEquals(word: string): { spelled: string; inline?: string } {
  const at = word.indexOf('=');
  return at < 0 ? { spelled: word } : { spelled: word.slice(0, at), inline: word.slice(at + 1) };
}

interface Match {
  readonly name: string;
  readonly option: Option;
  readonly glued?: string;
}

function prefixMatches(table: OptionTable, prefix: string): Match[] {
  const matches: Match[] = [];
  if (!table.abbreviates) return matches;
  for (const [name, option] of table.options) if (name.startsWith(prefix)) matches.push({ name, option });
  return matches;
}

/** For a single dash: `-x` with its value glued on, or a longer option with one dash; never a double-dash one. */
function shortMatches(table: OptionTable, word: string): Match[] {
  const matches: Match[] = [];
  for (const [name, option] of table.options) {
    if (name === word.slice(0, 2)) matches.push({ name, option, glued: word.slice(2) });
    else if (name.startsWith(word)) matches.push({ name, option });
  }
  return matches;
}
