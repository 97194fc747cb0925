import type { MESSAGES, Message, MessageArgs, MessageKey } from '../messages/catalogue.ts';
import type { ItemPart, Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import type { Fix, TextEdit } from './model.ts';

/** The names in braces of a sentence. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<Key extends MessageKey> = Names<(typeof MESSAGES)[Key]>;

/** A message; the compiler sees that every name of its sentence is given. */
export function say<Key extends MessageKey>(
  key: Key,
  ...args: [NamesOf<Key>] extends [never]
    ? []
    : [args: MessageArgs & Readonly<Record<NamesOf<Key>, MessageArgs[string]>>]
): Message {
  const [given] = args;
  return given ? { key, args: given } : { key };
}

export function fix(title: Message, edits: readonly TextEdit[], preferred = false): Fix {
  return preferred ? { title, edits, preferred } : { title, edits };
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[], last: 'and' | 'or' = 'and'): string {
  const final = names.at(-1) ?? '';
  return names.length < 2 ? final : `${names.slice(0, -1).join(', ')} ${last} ${final}`;
}

/** The other places of a word: where it is used, and where the pieces of a composed word were assigned. */
export function elsewhere(word: Word): { readonly location: Location; readonly message: Message }[] {
  const places: { location: Location; message: Message }[] = [];
  if (word.use) places.push({ location: word.use, message: say('related-use') });
  for (const part of word.parts ?? []) {
    if (!isWithin(part, word.location)) places.push({ location: part.location, message: say('related-piece') });
  }
  return places;
}

function isWithin(part: ItemPart, whole: Location): boolean {
  const { uri, range } = part.location;
  return uri === whole.uri && range.start >= whole.range.start && range.end <= whole.range.end;
}
