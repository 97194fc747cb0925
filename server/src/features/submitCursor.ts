import { getLocation } from 'jsonc-parser';
import type { Launch } from '../launch/model.ts';
import { waysThrough } from '../launch/ways.ts';
import type { RaySubmit, SubmitOptionSpec, SubmitUse } from '../ray/model.ts';
import { readRaySubmit } from '../ray/submit.ts';
import { valueText } from '../ray/valueText.ts';
import type { KnownWord, Word } from '../text/items.ts';
import type { SourceDocument } from './document.ts';
import { MARK, type Reading } from './readings.ts';
import { wordAtCursor, type WordAtCursor } from './wordAtCursor.ts';

/** What is being typed in the words of a `ray job submit`. */
export type SubmitContext =
  | (WordAtCursor & {
      readonly kind: 'submit-option';
      /** Options that are given already, apart from the word at the cursor. */
      readonly given: ReadonlySet<string>;
    })
  | (WordAtCursor & { readonly kind: 'submit-value'; readonly spec: SubmitOptionSpec })
  | (WordAtCursor & {
      readonly kind: 'submit-json';
      /** Keys and indices that lead to the place, the key that is typed last. */
      readonly path: readonly (string | number)[];
      readonly wants: 'key' | 'value';
      /** Keys that the object has already. */
      readonly siblings: readonly string[];
      /** How a double quote is written there; `null` where a text is begun already, so that none is to be put before it. */
      readonly quote: string | null;
      /** What closes the text that is begun, where nothing does. */
      readonly closing: string;
    });

/**
 * What the cursor stands in, if it stands in an option of `ray job submit`. `undefined` where no word of it holds the mark,
 * `null` where one does and nothing can be offered.
 */
export function submitContext(
  document: SourceDocument,
  offset: number,
  reading: Reading,
  launch: Launch,
): SubmitContext | null | undefined {
  for (const { taken, words } of waysThrough(launch.submit ?? launch.launcher, 16).ways) {
    const word = words.find(isMarked);
    if (word === undefined) continue;
    const submit = readRaySubmit(launch, taken);
    if (submit === null || isProgram(submit, word)) return undefined;
    const use = submit.options.find(({ value }) => value?.word === word);
    if (use !== undefined) return valueContext(document, offset, reading, use, submit);
    if (word.kind !== 'known') return null;
    const at = wordAtCursor(document, offset, reading, word, '=');
    // An option put right before another word would make one word of both.
    if (!at || word.value.slice(0, word.value.indexOf(MARK)).includes('=')) return null;
    if (at.before + at.typed === '' && offset < at.replace.end) return null;
    return { kind: 'submit-option', ...at, given: givenBeside(submit, word) };
  }
  return undefined;
}

function isMarked(word: Word): word is Exclude<Word, { kind: 'many' }> {
  if (word.kind === 'known') return word.value.includes(MARK);
  return word.kind === 'unknown' && (word.parts ?? []).some(({ text }) => text?.includes(MARK) === true);
}

/** The word stands behind `--`. */
function isProgram({ dashes, entrypoint }: RaySubmit, word: Word): boolean {
  return dashes !== null && entrypoint.includes(word) && isBehind(word, dashes);
}

function isBehind({ location, use }: Word, dashes: KnownWord): boolean {
  return (use ?? location).range.start > (dashes.use ?? dashes.location).range.start;
}

function givenBeside({ options }: RaySubmit, word: Word): ReadonlySet<string> {
  return new Set(options.filter((use) => use.word !== word).map(({ spec }) => spec.name));
}

function valueContext(
  document: SourceDocument,
  offset: number,
  reading: Reading,
  use: SubmitUse,
  submit: RaySubmit,
): SubmitContext | null {
  const { spec, value, word: option } = use;
  if (value === null) return null;
  if (value.word === option && value.word.kind === 'known' && value.word.value.indexOf(MARK) < value.from) {
    const at = wordAtCursor(document, offset, reading, value.word, '=');
    return at && { kind: 'submit-option', ...at, given: givenBeside(submit, option) };
  }
  const text = valueText(value, (uri) => (uri === document.uri ? reading.text : undefined))?.text;
  if (spec.name === '--runtime-env-json' && text?.includes('{') === true && text.indexOf('{') < text.indexOf(MARK))
    return jsonContext(document, offset, text);
  if (value.word.kind !== 'known') return null;
  const at = wordAtCursor(document, offset, reading, value.word);
  if (at === null || value.from === 0) return at && { kind: 'submit-value', ...at, spec };
  // Behind `--option=`, which is on the same line unless the value is a variable.
  const written = document.text.slice(at.replace.start, offset);
  const equals = written.startsWith('--') ? written.indexOf('=') + 1 : 0;
  return {
    kind: 'submit-value',
    before: at.before.slice(at.before.includes('=') ? value.from : 0),
    typed: at.typed.slice(equals),
    after: at.after,
    replace: { start: at.replace.start + equals, end: at.replace.end },
    spec,
  };
}

/** The place in the JSON, which may be half typed. */
function jsonContext(document: SourceDocument, offset: number, marked: string): SubmitContext | null {
  const at = marked.indexOf(MARK);
  const json = marked.slice(0, at) + marked.slice(at + MARK.length);
  const { path, isAtPropertyKey, previousNode } = getLocation(json, at);
  const inText =
    previousNode !== undefined &&
    (previousNode.type === 'property' || previousNode.type === 'string') &&
    previousNode.offset < at &&
    (at < previousNode.offset + previousNode.length || !isClosed(json, previousNode));
  const typed = inText ? json.slice(previousNode.offset + 1, at) : (/[\w.]*$/.exec(json.slice(0, at))?.[0] ?? '');
  const start = offset - typed.length;
  // What is typed stands in the document as it is, or it is not clear what to replace.
  if (document.text.slice(start, offset) !== typed) return null;
  const rest = /^\w*/.exec(document.text.slice(offset))?.[0] ?? '';
  const quote = quoteAround(document.text, offset, json, at);
  if (quote === null) return null;
  return {
    kind: 'submit-json',
    before: '',
    typed,
    after: '',
    replace: { start, end: offset + rest.length },
    path,
    wants: isAtPropertyKey ? 'key' : 'value',
    siblings: siblingsOf(json, at, path),
    quote: inText ? null : quote,
    closing: inText && !isClosed(json, previousNode) ? quote : '',
  };
}

function isClosed(json: string, { offset, length }: { readonly offset: number; readonly length: number }): boolean {
  return length > 1 && json.charAt(offset + length - 1) === '"';
}

/** Whether double quotes are escaped where the cursor is: the last one before it tells, else the quote that is open. */
function quoteAround(text: string, offset: number, json: string, at: number): string | null {
  const before = text.slice(0, offset);
  if (json.slice(0, at).includes('"')) return /\\"[^"]*$/.test(before) ? '\\"' : '"';
  const open = /(['"])\s*\{[^'"]*$/.exec(before)?.[1];
  if (open === "'") return '"';
  if (open === '"') return '\\"';
  return /<<-?[ \t]*['"]?\w+['"]?/.test(before) ? '"' : null;
}

/** Keys of the object around the cursor, apart from the one that is typed. */
function siblingsOf(json: string, at: number, path: readonly (string | number)[]): readonly string[] {
  const parent = JSON.stringify(path.slice(0, -1));
  const keys: string[] = [];
  for (const match of json.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)) {
    const from = match.index + 1;
    const to = from + (match[1] ?? '').length;
    if (from <= at && at <= to) continue;
    const place = getLocation(json, from);
    if (place.isAtPropertyKey && JSON.stringify(place.path.slice(0, -1)) === parent) keys.push(match[1] ?? '');
  }
  return keys;
}
