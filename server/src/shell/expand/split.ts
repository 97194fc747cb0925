import type { Location } from '../../text/location.ts';
import { unknown } from '../machine.ts';
import { mergeFields } from '../merge.ts';
import type { Field, FieldItem, Many, Piece, TextPiece, Tree } from '../values.ts';
import { sliceText } from '../values.ts';
import { waysOfFields } from '../variables.ts';
import type { Mode, Segment } from './segments.ts';
import { elementSegments } from './segments.ts';

/** What field splitting depends on. `ifs` is `null` where its value is not known. */
export interface SplitContext {
  readonly ifs: string | null;
  readonly noglob: boolean;
  /** The whole word that is split. */
  readonly word: Location;
}

interface Part {
  readonly piece: Piece;
  readonly mode: Mode;
  readonly element?: Field;
}

interface Builder {
  readonly done: FieldItem[];
  current: Part[] | null;
  many: Many | null;
}

type Token = Segment | { readonly kind: 'blank' } | { readonly kind: 'delimiter' };

/** Most ways of one word; with more it counts as a number of words that is not known. */
const ALTERNATIVES_LIMIT = 256;

/** The fields that a word becomes: splitting at IFS, glob characters, empty words left out. */
export function splitFields(segments: readonly Segment[], context: SplitContext): FieldItem[] {
  const only = segments[0];
  if (segments.length === 1 && only?.kind === 'piece' && only.mode !== 'split' && only.piece.kind !== 'choice') {
    return [finishField([only], context)];
  }
  const budget = { left: ALTERNATIVES_LIMIT };
  const builder: Builder = { done: [], current: null, many: null };
  run(tokenize(segments, context), builder, context, budget);
  close(builder, context);
  if (budget.left >= 0) return builder.done;
  return [
    { kind: 'many', why: unknown('unknown-condition'), word: context.word, symbol: `ways:${context.word.range.start}` },
  ];
}

function run(tokens: readonly Token[], builder: Builder, context: SplitContext, budget: { left: number }): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined || budget.left < 0) return;
    switch (token.kind) {
      case 'break':
        close(builder, context);
        break;
      case 'blank':
        close(builder, context);
        break;
      case 'delimiter':
        if (builder.current === null && builder.many === null) builder.current = [];
        close(builder, context);
        break;
      case 'quote':
        builder.current ??= [];
        break;
      case 'many':
        builder.many = { kind: 'many', why: token.why, word: token.at, symbol: token.symbol };
        break;
      case 'piece':
        if (token.mode === 'split' && token.piece.kind === 'unknown' && splits(token.piece.shape, context)) {
          if (token.piece.loose === true && !isBoundary(tokens[i + 1])) takeBack(builder.done);
          builder.many ??= { kind: 'many', why: token.piece.why, word: context.word, symbol: token.piece.symbol };
        } else {
          (builder.current ??= []).push(token);
        }
        break;
      case 'list':
        if (runList(token, tokens.slice(i + 1), builder, context, budget)) return;
        break;
      case 'choice':
        i = runChoice(token, tokens, i, builder, context, budget);
        break;
    }
  }
}

/**
 * Runs each way of a choice with what touches it from behind, and joins the fields they give. Returns the index of the last
 * token that it took.
 */
function runChoice(
  token: Extract<Token, { kind: 'choice' }>,
  tokens: readonly Token[],
  at: number,
  builder: Builder,
  context: SplitContext,
  budget: { left: number },
): number {
  const alts = token.alts.map((alt) => tokenize(alt, context));
  const rest = tokens.slice(at + 1);
  const atStart = builder.current === null && builder.many === null;
  if (!atStart && alts.every((alt) => startsClean([...alt, ...rest], context))) close(builder, context);
  const alone = startsClean(rest, context) || (isClosed(builder) && alts.every(endsClean));
  let end = at + 1;
  while (!alone && end < tokens.length && !isBoundary(tokens[end])) end++;
  const behind = tokens.slice(at + 1, end);
  // Ways that touch nothing cost nothing: they do not multiply.
  if (!alone) budget.left -= alts.length;
  const ways = alts.map((alt) => {
    const way: Builder = {
      done: [],
      current: builder.current === null ? null : [...builder.current],
      many: builder.many,
    };
    run([...alt, ...behind], way, context, budget);
    close(way, context);
    return way.done;
  });
  builder.done.push(...mergeFields(token.choice, ways));
  builder.current = null;
  builder.many = null;
  return end - 1;
}

function isClosed(builder: Builder): boolean {
  return builder.current === null && builder.many === null;
}

/** True if nothing of these tokens can touch a word that stands before them. */
function startsClean(tokens: readonly Token[], context: SplitContext): boolean {
  for (const token of tokens) {
    if (isBoundary(token)) return true;
    if (token.kind !== 'choice') return false;
    if (!token.alts.every((alt) => startsClean(tokenize(alt, context), context))) return false;
  }
  return true;
}

function endsClean(tokens: readonly Token[]): boolean {
  return tokens.length === 0 || isBoundary(tokens[tokens.length - 1]);
}

/** Text that may touch the word before takes it in. */
function takeBack(done: FieldItem[]): void {
  let last = done.pop();
  while (last?.kind === 'many') last = done.pop();
}

/**
 * The elements of a list. Where words that may be none stand at an end that touches other text, what is beyond them may touch
 * it too. True if the rest of the tokens ran as well.
 */
function runList(
  token: Extract<Token, { kind: 'list' }>,
  rest: readonly Token[],
  builder: Builder,
  context: SplitContext,
  budget: { left: number },
): boolean {
  const before = builder.current !== null || builder.many !== null;
  const behind = !isBoundary(rest[0]);
  if (token.quoted && !before && !behind && token.fields.every(isWritten)) {
    // Nothing touches the elements and nothing in them is split: each is a field as it is.
    for (const { text, word } of token.fields) builder.done.push({ kind: 'field', text, word });
    return false;
  }
  const loose = token.fields.some((item) => item.kind !== 'field');
  if (!loose || (!before && !behind)) {
    run(tokenize(elementSegments(token.fields, token.quoted), context), builder, context, budget);
    return false;
  }
  const ways = waysOfFields(token.fields, 16);
  if (ways === null) {
    builder.many = { kind: 'many', why: unknown('unknown-condition'), word: context.word, symbol: 'ways' };
    return false;
  }
  if (!ways.leaf) {
    run([choiceToken(ways, token.quoted), ...rest], builder, context, budget);
    return true;
  }
  const elements = glued(ways.value, before, behind);
  run(tokenize(elementSegments(elements, token.quoted), context), builder, context, budget);
  return false;
}

/** A word with text in it; an empty one gets the place of what is split. */
function isWritten(item: FieldItem): item is Field {
  return item.kind === 'field' && item.text.length > 0;
}

function choiceToken(tree: Tree<readonly FieldItem[]>, quoted: boolean): Segment {
  if (tree.leaf) return { kind: 'list', fields: tree.value, quoted };
  return { kind: 'choice', choice: tree.choice, alts: tree.alts.map((alt) => [choiceToken(alt, quoted)]) };
}

/** Words that may be none take the next element in, where text touches them from the other side. */
function glued(items: readonly FieldItem[], before: boolean, behind: boolean): readonly FieldItem[] {
  let out = items;
  if (before) {
    const lead = out.findIndex((item) => item.kind !== 'many');
    if (lead > 0) out = [...out.slice(0, 1), ...out.slice(lead + 1)];
  }
  if (behind) {
    const tail = out.findLastIndex((item) => item.kind !== 'many');
    if (tail !== -1 && tail < out.length - 1) out = [...out.slice(0, tail), ...out.slice(-1)];
  }
  return out;
}

function isBoundary(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'break' || token.kind === 'blank' || token.kind === 'delimiter';
}

function splits(shape: 'any' | 'word' | 'integer', context: SplitContext): boolean {
  if (shape === 'any') return context.ifs !== '' || !context.noglob;
  if (context.ifs === null) return true;
  return shape === 'integer' ? /[-0-9]/.test(context.ifs) : /[^ \t\n]/.test(context.ifs);
}

function close(builder: Builder, context: SplitContext): void {
  if (builder.many !== null) builder.done.push(builder.many);
  else if (builder.current !== null) builder.done.push(finishField(builder.current, context));
  builder.current = null;
  builder.many = null;
}

function tokenize(segments: readonly Segment[], context: SplitContext): readonly Token[] {
  if (!segments.some((s) => s.kind === 'piece' && s.mode === 'split' && s.piece.kind === 'text')) return segments;
  const out: Token[] = [];
  for (const segment of segments) {
    if (segment.kind === 'piece' && segment.mode === 'split' && segment.piece.kind === 'text') {
      splitPiece(segment.piece, segment, context, out);
    } else {
      out.push(segment);
    }
  }
  return out;
}

function splitPiece(piece: TextPiece, part: Part, context: SplitContext, out: Token[]): void {
  if (context.ifs === null) {
    if (piece.text !== '')
      out.push({ kind: 'many', why: unknown('unset-variable', 'IFS'), symbol: `ifs:${piece.text}`, at: context.word });
    return;
  }
  const blanks = context.ifs.replace(/[^ \t\n]/g, '');
  let start = 0;
  let at = 0;
  const put = (): void => {
    if (at > start) out.push({ ...part, kind: 'piece', piece: sliceText(piece, start, at) });
  };
  while (at < piece.text.length) {
    if (!context.ifs.includes(piece.text.charAt(at))) {
      at++;
      continue;
    }
    put();
    let delimiters = 0;
    while (at < piece.text.length && context.ifs.includes(piece.text.charAt(at))) {
      if (!blanks.includes(piece.text.charAt(at)) && ++delimiters > 1) break;
      at++;
    }
    out.push({ kind: delimiters === 0 ? 'blank' : 'delimiter' });
    start = at;
  }
  put();
}

function finishField(parts: readonly Part[], context: SplitContext): FieldItem {
  const text = parts.map((part) => part.piece);
  if (!context.noglob && matchesFiles(parts)) {
    return {
      kind: 'many',
      why: unknown('glob'),
      word: context.word,
      symbol: `glob:${context.word.uri}:${context.word.range.start}`,
    };
  }
  const element = parts[0]?.element;
  const whole = element !== undefined && parts.every((part) => part.element === element);
  return { kind: 'field', text, word: whole ? element.word : context.word };
}

/** True if bash would look for files; what it finds is not known. */
function matchesFiles(parts: readonly Part[]): boolean {
  let bare = '';
  for (const { piece, mode } of parts) {
    if (mode === 'quoted' || piece.kind !== 'text') bare += '_';
    else bare += piece.text;
  }
  return /[*?]|\[[^\]]+\]/.test(bare);
}
