import { ENTRY_POINTS, type EntryPointSpec } from '../catalogue/schema.ts';
import { bind } from '../launch/bind.ts';
import type { Binding, FlagUse } from '../launch/binding.ts';
import { launchesOf } from '../launch/launches.ts';
import { waysThrough } from '../launch/ways.ts';
import { evaluateScript } from '../shell/evaluate.ts';
import type { KnownWord, Word } from '../text/items.ts';
import type { SourceDocument } from './document.ts';
import { MARK, readings, type Reading } from './readings.ts';
import { submitContext, type SubmitContext } from './submitCursor.ts';
import { wordAtCursor, type WordAtCursor } from './wordAtCursor.ts';

/** What is being typed at the cursor. */
export type CursorContext =
  | (WordAtCursor & { readonly kind: 'module' })
  | SubmitContext
  | (WordAtCursor & {
      readonly kind: 'flag';
      /** Of several entry points that get the word, the first, with the flags that all of them have. */
      readonly spec: EntryPointSpec;
      /** Dests that the launch sets already, apart from the word at the cursor. */
      readonly given: ReadonlySet<string>;
    })
  | (WordAtCursor & {
      readonly kind: 'value';
      readonly spec: EntryPointSpec;
      readonly use: FlagUse;
      /** Which of the flag's values the word is, from 0. */
      readonly index: number;
    });

export interface CursorEnvironment {
  readonly file: (uri: string) => string | null | undefined;
  readonly recognises: (moduleOrPath: string) => boolean;
  readonly entryPoint: (name: string) => EntryPointSpec | undefined;
}

/**
 * What the cursor stands in. The script is evaluated once more with a mark in the place of the cursor; the launch whose
 * words then hold the mark is the one being typed, however the words got there: in the command, an array, a heredoc, a
 * string or through a function. Half-typed text is mended behind the cursor where that shows the launch.
 */
export function cursorContext(
  document: SourceDocument,
  offset: number,
  environment: CursorEnvironment,
): CursorContext | undefined {
  for (const reading of readings(document.text, offset)) {
    const found = contextIn(document, offset, reading, environment);
    if (found !== undefined) return found ?? undefined;
    if (!namesOpenrlhf(document.text)) break;
  }
  for (const reading of withoutProgram(document.text, offset)) {
    const found = contextIn(document, offset, reading, environment);
    if (found !== undefined) return found ?? undefined;
  }
  return undefined;
}

/** A `ray job submit` whose program is still to be typed, read with one; a quote that is open is closed before it. */
function* withoutProgram(text: string, offset: number): Generator<Reading> {
  const before = text.slice(0, offset);
  if (!/\bray[ \t]+job[ \t]+submit\b(?:[^\n]|\\\r?\n)*$/.test(before)) return;
  for (const quote of ['', "'", '"'])
    yield { text: `${before}${MARK}${quote} -- python3 -m openrlhf.cli.${ENTRY_POINTS[0]}\n`, shift: 0 };
}

/** False for a script in which no launch can be half typed: it is evaluated once only. */
function namesOpenrlhf(text: string): boolean {
  return text.includes('openrlhf') || ENTRY_POINTS.some((name) => text.includes(name));
}

/** `undefined` where no launch holds the mark, `null` where one does in a place where nothing can be offered. */
function contextIn(
  document: SourceDocument,
  offset: number,
  reading: Reading,
  environment: CursorEnvironment,
): CursorContext | null | undefined {
  const model = evaluateScript({
    uri: document.uri,
    text: reading.text,
    file: environment.file,
    recognises: (module) => module.includes(MARK) || environment.recognises(module),
  });
  let found: CursorContext | undefined;
  let held = false;
  for (const [index, launch] of launchesOf(model).entries()) {
    const command = model.launches[index];
    if (command?.module.value.includes(MARK) === true) {
      if (command.how === 'path') return null;
      const at = wordAtCursor(document, offset, reading, command.module);
      return at && { kind: 'module', ...at };
    }
    const submit = submitContext(document, offset, reading, launch);
    if (submit !== undefined) return submit;
    const spec = launch.entryPoint === null ? undefined : environment.entryPoint(launch.entryPoint);
    if (!spec) continue;
    const way = waysThrough(launch.argv).ways.find(({ words }) => words.some(isMarked));
    const word = way?.words.find(isMarked);
    if (!way || !word) continue;
    held = true;
    const context = contextOf(document, offset, reading, spec, way.words, word);
    if (context) found = found ? inCommon(found, context) : context;
  }
  return found ?? (held ? null : undefined);
}

function contextOf(
  document: SourceDocument,
  offset: number,
  reading: Reading,
  spec: EntryPointSpec,
  words: readonly Word[],
  word: KnownWord,
): CursorContext | null {
  const binding = bind(spec, words);
  const use = binding.uses.find(({ values }) => values.includes(word));
  if (use && !word.value.startsWith('-')) {
    const at = wordAtCursor(document, offset, reading, word);
    return at && { kind: 'value', ...at, spec, use, index: use.values.indexOf(word) };
  }
  const inline = binding.uses.find((use) => use.word === word && use.inline?.includes(MARK) === true);
  if (inline) {
    const at = wordAtCursor(document, offset, reading, word);
    return at && { kind: 'value', ...behindEquals(document, at), spec, use: inline, index: 0 };
  }
  if (word.value.slice(0, word.value.indexOf(MARK)).includes('=')) return null;
  const at = wordAtCursor(document, offset, reading, word, '=');
  // A flag put right before another word would make one word of both.
  if (!at || (at.before + at.typed === '' && offset < at.replace.end)) return null;
  return { kind: 'flag', ...at, spec, given: givenBeside(binding, word) };
}

/** The part of `--flag=value` that is the value. */
function behindEquals(document: SourceDocument, at: WordAtCursor): WordAtCursor {
  if (at.before.includes('=')) return { ...at, before: at.before.slice(at.before.indexOf('=') + 1) };
  const written = document.text.slice(at.replace.start, at.replace.end);
  return {
    before: '',
    typed: at.typed.slice(at.typed.indexOf('=') + 1),
    after: at.after,
    replace: { start: at.replace.start + written.indexOf('=') + 1, end: at.replace.end },
  };
}

/** What holds for both of two launches that get the same word. */
function inCommon(a: CursorContext, b: CursorContext): CursorContext {
  if (a.kind !== 'flag' || b.kind !== 'flag' || a.spec === b.spec) return a;
  const names = new Set(b.spec.flags.map(({ name }) => name));
  return { ...a, spec: { ...a.spec, flags: a.spec.flags.filter(({ name }) => names.has(name)) } };
}

function givenBeside(binding: Binding, word: KnownWord): ReadonlySet<string> {
  return new Set(binding.uses.filter((use) => use.word !== word).map((use) => use.spec.dest));
}

function isMarked(word: Word): word is KnownWord {
  return word.kind === 'known' && word.value.includes(MARK);
}
