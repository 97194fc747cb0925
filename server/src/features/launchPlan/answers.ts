import type { Branches, Item, ItemPart, ManyWords, UnknownWord, Word } from '../../text/items.ts';
import { sourceName, variableOf, type GapSource } from './gapSource.ts';
import { splitWords } from './splitWords.ts';

/** Answers to questions, by key. */
export type Answers = Readonly<Record<string, string>>;

/**
 * Variables that a person has given a value: the script is read as if it were started with them, so that what it makes of
 * them is known as well (`${MODEL##*-}`, a condition on them). Not those given once a way of a condition was chosen: which
 * condition a choice belongs to must not change any more.
 */
export function answeredVariables(answers: Answers): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const [key, answer] of Object.entries(answers)) {
    if (key.startsWith(BRANCH_KEY)) break;
    const name = variableOf(key);
    // Words are typed with quotes, and without patterns: bash would take both otherwise from a variable.
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name) && !/['"\\*?[\]]/.test(answer)) variables.set(name, answer);
  }
  return variables;
}

/** What is asked for in one go: a part of a word, any number of words, or a condition. */
export type Gap =
  | { readonly kind: 'text'; readonly key: string; readonly part: ItemPart; readonly word: UnknownWord }
  | { readonly kind: 'words'; readonly key: string; readonly word: ManyWords }
  | { readonly kind: 'branch'; readonly key: string; readonly branches: Branches };

/** Gives the parts of a script's words that are not known their keys, and puts answers in their places. */
export class Filler {
  readonly #source: GapSource;
  readonly #answers: Answers;

  constructor(source: GapSource, answers: Answers) {
    this.#source = source;
    this.#answers = answers;
  }

  /** The items with all that is answered in its place. */
  fill(items: readonly Item[]): readonly Item[] {
    return items.flatMap((item) => this.#filled(item));
  }

  /** What is still not known in an item; not within open branches, whose words come once a way is chosen. */
  gaps(item: Item): readonly Gap[] {
    switch (item.kind) {
      case 'known':
        return [];
      case 'many':
        return [{ kind: 'words', key: this.#wordsKey(item), word: item }];
      case 'branches':
        return [{ kind: 'branch', key: branchKey(item), branches: item }];
      case 'unknown':
        return partsOf(item)
          .filter(({ text }) => text === null)
          .map((part) => ({ kind: 'text', key: this.#partKey(part, item), part, word: item }));
    }
  }

  #filled(item: Item): readonly Item[] {
    switch (item.kind) {
      case 'known':
        return [item];
      case 'unknown':
        return [this.#filledWord(item)];
      case 'many': {
        const answer = this.#answer(this.#wordsKey(item));
        const words = answer === undefined ? null : splitWords(answer);
        if (words === null) return [item];
        const { location, use } = item;
        return words.map((value) => ({ kind: 'known', value, location, ...(use === undefined ? {} : { use }) }));
      }
      case 'branches': {
        const answer = this.#answer(branchKey(item));
        const branch = answer === undefined || answer === '' ? undefined : item.oneOf[Number(answer)];
        if (branch !== undefined) return this.fill(branch);
        return [{ ...item, oneOf: item.oneOf.map((items) => this.fill(items)) }];
      }
    }
  }

  #filledWord(word: UnknownWord): Word {
    const parts = partsOf(word).map((part) => {
      const answer = part.text === null ? this.#answer(this.#partKey(part, word)) : undefined;
      return answer === undefined ? part : { ...part, text: answer };
    });
    const { location, use, why } = word;
    const place = { location, ...(use === undefined ? {} : { use }) };
    const texts = parts.flatMap(({ text }) => text ?? []);
    if (texts.length === parts.length) return { kind: 'known', value: texts.join(''), ...place, parts };
    return { kind: 'unknown', why, ...place, parts };
  }

  #answer(key: string): string | undefined {
    return Object.hasOwn(this.#answers, key) ? this.#answers[key] : undefined;
  }

  #partKey(part: ItemPart, { why }: UnknownWord): string {
    return this.#source.keyOf('text', part.location, why);
  }

  #wordsKey({ use, location, why }: ManyWords): string {
    // A list that stands elsewhere is asked for once for each of its words.
    const name = sourceName(this.#source.textAt(use ?? location));
    return this.#source.keyOf('words', name === undefined ? location : (use ?? location), why);
  }
}

const BRANCH_KEY = 'branch ';

function branchKey({ choice }: Branches): string {
  return BRANCH_KEY + choice;
}

/** The pieces of a word; a word that is not put together is one piece. */
export function partsOf(word: UnknownWord): readonly ItemPart[] {
  return word.parts ?? [{ text: null, location: word.location }];
}
