import type { EntryPointSpec } from '../catalogue/schema.ts';
import { bind } from '../launch/bind.ts';
import type { Binding, FlagUse } from '../launch/binding.ts';
import { launchesOf } from '../launch/launches.ts';
import type { Launch } from '../launch/model.ts';
import { waysThrough } from '../launch/ways.ts';
import { evaluateScript } from '../shell/evaluate.ts';
import type { KnownWord, Word } from '../text/items.ts';
import type { OffsetRange } from '../text/location.ts';
import type { SourceDocument } from './document.ts';

/** A private-use character: no shell gives it a meaning, and nobody types it. */
const CURSOR = '\uE000';

/** What is being typed at the cursor. */
export type CursorContext =
  | { readonly kind: 'module'; readonly typed: string; readonly replace: OffsetRange }
  | {
      readonly kind: 'flag';
      readonly typed: string;
      readonly replace: OffsetRange;
      readonly launch: Launch;
      readonly spec: EntryPointSpec;
      /** Dests that the launch sets already, apart from the word at the cursor. */
      readonly given: ReadonlySet<string>;
    }
  | {
      readonly kind: 'value';
      readonly typed: string;
      readonly replace: OffsetRange;
      readonly launch: Launch;
      readonly spec: EntryPointSpec;
      readonly use: FlagUse;
    };

export interface CursorEnvironment {
  readonly file: (uri: string) => string | null | undefined;
  readonly recognises: (moduleOrPath: string) => boolean;
  readonly entryPoint: (name: string) => EntryPointSpec | undefined;
}

/**
 * What the cursor stands in. The script is evaluated once more with a mark in the place of the cursor; the launch whose
 * words then hold the mark is the one being typed, however the words got there: in the command, an array, a heredoc, a
 * string or through a function.
 */
export function cursorContext(
  document: SourceDocument,
  offset: number,
  environment: CursorEnvironment,
): CursorContext | undefined {
  const model = evaluateScript({
    uri: document.uri,
    text: document.text.slice(0, offset) + CURSOR + document.text.slice(offset),
    file: environment.file,
    recognises: (module) => module.includes(CURSOR) || environment.recognises(module),
  });
  for (const launch of launchesOf(model)) {
    if (launch.module.includes(CURSOR)) {
      const replace = replaced(document, offset, launch.moduleLocation.range);
      return { kind: 'module', typed: beforeMark(launch.module), replace };
    }
    const spec = launch.entryPoint === null ? undefined : environment.entryPoint(launch.entryPoint);
    if (!spec) continue;
    for (const way of waysThrough(launch.argv).ways) {
      const word = way.words.find(isMarked);
      if (word) return contextOf(document, offset, launch, spec, way.words, word);
    }
  }
  return undefined;
}

function contextOf(
  document: SourceDocument,
  offset: number,
  launch: Launch,
  spec: EntryPointSpec,
  words: readonly Word[],
  word: KnownWord,
): CursorContext {
  const binding = bind(spec, words);
  const replace = replaced(document, offset, markedPart(word));
  const asValue = binding.uses.find((use) => use.values.includes(word));
  if (asValue && !word.value.startsWith('-')) {
    return { kind: 'value', typed: beforeMark(word.value), replace, launch, spec, use: asValue };
  }
  const inline = binding.uses.find((use) => use.word === word && use.inline?.includes(CURSOR) === true);
  if (inline) {
    const equals = document.text.slice(replace.start, offset).indexOf('=');
    const value = { start: equals < 0 ? replace.start : replace.start + equals + 1, end: replace.end };
    return { kind: 'value', typed: beforeMark(inline.inline ?? ''), replace: value, launch, spec, use: inline };
  }
  return { kind: 'flag', typed: beforeMark(word.value), replace, launch, spec, given: givenBeside(binding, word) };
}

function givenBeside(binding: Binding, word: KnownWord): ReadonlySet<string> {
  return new Set(binding.uses.filter((use) => use.word !== word).map((use) => use.spec.dest));
}

function isMarked(word: Word): word is KnownWord {
  return word.kind === 'known' && word.value.includes(CURSOR);
}

function beforeMark(text: string): string {
  return text.slice(0, text.indexOf(CURSOR));
}

/** The range, in the marked text, of the piece of the word that holds the mark. */
function markedPart(word: KnownWord): OffsetRange {
  const part = word.parts?.find((candidate) => candidate.text?.includes(CURSOR) === true);
  return (part?.location ?? word.location).range;
}

/** Takes a range of the marked text back to the real one; a word that an open quote stretches over lines ends at the cursor. */
function replaced(document: SourceDocument, offset: number, marked: OffsetRange): OffsetRange {
  const start = Math.min(marked.start, offset);
  const end = Math.max(offset, Math.min(marked.end - CURSOR.length, document.text.length));
  return /\s/.test(document.text.slice(offset, end)) ? { start, end: offset } : { start, end };
}
