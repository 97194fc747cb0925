import type { DoubleQuotedChild, Word, WordPart } from 'unbash';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { serial, step, unknown } from '../machine.ts';
import { mergeFields } from '../merge.ts';
import type { Source } from '../source.ts';
import type { Field, FieldItem, Piece, Text, Tree } from '../values.ts';
import { Literal, mapTree } from '../values.ts';
import { isOn, textOf, valueOf } from '../variables.ts';
import { arithmeticText } from './arithmetic.ts';
import type { Atom } from './braces.ts';
import { braceWords } from './braces.ts';
import { ifsTree } from './ifs.ts';
import { joinSegments } from './join.ts';
import { ansiSegments, literalSegments } from './literals.ts';
import { isAtExpansion, parameterSegments, simpleSegments } from './parameters.ts';
import type { Mode, Segment } from './segments.ts';
import { textSegments } from './segments.ts';
import { splitFields } from './split.ts';
import { backtickText, processSubstitution, substitutionText } from './substitution.ts';

/** The range of a node, clamped to the text: the parser gives positions outside it for some half-typed input. */
export function rangeOf(node: { readonly pos: number; readonly end: number }): OffsetRange {
  return { start: node.pos, end: Math.max(node.pos, node.end) };
}

/** The fields that a word of a command, of an array or of a `for` list becomes. */
export function expandWord(m: Machine, source: Source, word: Word): FieldItem[] {
  if (!step(m)) return [];
  const place = source.location(rangeOf(word));
  const plain = plainField(source, word, place);
  if (plain !== undefined) return [plain];
  if (hidesBraces(word))
    return [{ kind: 'many', why: unknown('not-modelled'), word: place, symbol: serial(m, 'braces') }];
  const variants = hasBraces(word) ? braceWords(source, word) : [atomsOf(word)];
  if (variants === null)
    return [{ kind: 'many', why: unknown('not-modelled'), word: place, symbol: serial(m, 'braces') }];
  return variants.flatMap((atoms) => {
    const literal = source.literal(rangeOf(word));
    const segments = atomSegments(m, source, atoms, literal);
    const noglob = isOn(m, 'f');
    if (!segments.some(isSplit)) return splitFields(segments, { ifs: ' \t\n', noglob, word: place });
    return fieldsOfTree(mapTree(ifsTree(m), (ifs) => splitFields(segments, { ifs, noglob, word: place })));
  });
}

/** Words of these characters alone are what they say: nothing in them is expanded, escaped or looked for on the disk. */
const PLAIN = /^[\w./:=,@%+-]+$/;

/** The field of a word that stands in a file as it is: most words of a script, so it takes the short way. */
function plainField(source: Source, word: Word, place: Location): Field | undefined {
  if (word.parts !== undefined || source.isEmbedded) return undefined;
  const text = source.text.slice(place.range.start, place.range.end);
  if (!PLAIN.test(text)) return undefined;
  const literal = new Literal(place);
  literal.size = text.length;
  return { kind: 'field', text: [{ kind: 'text', text, at: place, literal }], word: place };
}

/** True where a segment has text that is split at IFS. */
function isSplit(segment: Segment): boolean {
  if (segment.kind === 'list') return !segment.quoted;
  return segment.kind === 'choice'
    ? segment.alts.some((alt) => alt.some(isSplit))
    : segment.kind === 'piece' && segment.mode === 'split';
}

/** One list of a tree, its undecided conditions as choices in it. */
export function fieldsOfTree(tree: Tree<readonly FieldItem[]>): FieldItem[] {
  return tree.leaf ? [...tree.value] : [...mergeFields(tree.choice, tree.alts.map(fieldsOfTree))];
}

/** The text that a word becomes where bash neither splits it nor looks for files: assignments, here-strings, `case`. */
export function expandText(m: Machine, source: Source, word: Word, tilde = true): Text {
  const literal = source.literal(rangeOf(word));
  return joinSegments(atomSegments(m, source, atomsOf(word), literal, tilde));
}

/**
 * The text of a value behind `declare NAME=`: the whole is a word there, so that braces make an assignment of each variant, the
 * last of which holds.
 */
export function declaredText(m: Machine, source: Source, word: Word): Text {
  const variants = hasBraces(word) ? braceWords(source, word) : null;
  const last = variants?.[variants.length - 1];
  if (last === undefined) return expandText(m, source, word);
  return joinSegments(atomSegments(m, source, last, source.literal(rangeOf(word))));
}

/** The segments of a word, for patterns: what was quoted matches itself. */
export function expandPattern(m: Machine, source: Source, word: Word): Segment[] {
  return atomSegments(m, source, atomsOf(word), source.literal(rangeOf(word)));
}

/** The segments of a word in arithmetic: no `~`, no literal of its own. */
export function expandParts(m: Machine, source: Source, word: Word): Segment[] {
  return atomSegments(m, source, atomsOf(word), undefined, false);
}

/** The operand of `${X:-word}`: in double quotes it is as if in them, else its results are split like the expansion. */
export function operandSegments(m: Machine, source: Source, word: Word, quoted: boolean): Segment[] {
  const literal = source.literal(rangeOf(word));
  const parts = word.parts;
  if (parts === undefined) {
    const mode: Mode = quoted ? 'quoted' : 'split';
    const segments = quoted ? [] : tildeSegments(m, source, rangeOf(word), literal);
    if (segments.length > 0) return segments;
    return literalSegments(source, rangeOf(word), mode, quoted ? 'operand' : 'unquoted', literal);
  }
  return parts.flatMap((part) => {
    if (quoted && (part.type === 'SingleQuoted' || part.type === 'Literal'))
      return literalSegments(source, rangeOf(part), 'quoted', 'operand', literal);
    return partSegments(m, source, part, quoted, quoted ? 'quoted' : 'split', literal);
  });
}

/** Body of a heredoc whose delimiter is not quoted. */
export function heredocText(
  m: Machine,
  source: Source,
  range: OffsetRange,
  parts: readonly WordPart[] | undefined,
): Text {
  const literal = source.literal(range);
  if (parts === undefined) return joinSegments(literalSegments(source, range, 'quoted', 'heredoc', literal));
  return joinSegments(
    parts.flatMap((part) =>
      part.type === 'Literal'
        ? literalSegments(source, rangeOf(part), 'quoted', 'heredoc', literal)
        : partSegments(m, source, part, true, 'quoted', literal),
    ),
  );
}

function atomsOf(word: Word): readonly Atom[] {
  return word.parts ?? [{ type: 'Range', pos: word.pos, end: word.end }];
}

function hasBraces(word: Word): boolean {
  return word.parts?.some((part) => part.type === 'BraceExpansion') ?? false;
}

/** `${X:-{a,b}}` without quotes: bash looks for braces before it looks for the end of the parameter. */
function hidesBraces(word: Word): boolean {
  return word.parts?.some((part) => part.type === 'ParameterExpansion' && /[^$]\{/.test(part.text.slice(2))) ?? false;
}

function atomSegments(
  m: Machine,
  source: Source,
  atoms: readonly Atom[],
  literal: Literal | undefined,
  tilde = true,
): Segment[] {
  return atoms.flatMap((atom, i) => {
    if (atom.type === 'Computed') return [{ kind: 'piece' as const, piece: atom.piece, mode: 'literal' as const }];
    if (atom.type === 'Range' || atom.type === 'Literal') {
      if (i === 0 && tilde) {
        const home = tildeSegments(m, source, rangeOf(atom), literal);
        if (home.length > 0) return home;
      }
      return literalSegments(source, rangeOf(atom), 'literal', 'unquoted', literal);
    }
    return partSegments(m, source, atom, false, 'literal', literal);
  });
}

/** `~` and `~user` at the start of a word; nothing if there is none. */
function tildeSegments(m: Machine, source: Source, range: OffsetRange, literal: Literal | undefined): Segment[] {
  if (source.text.charAt(range.start) !== '~') return [];
  const name = /^~[^/\s\\$`'":]*/.exec(source.text.slice(range.start, range.end))?.[0] ?? '~';
  const end = range.start + name.length;
  if (end < range.end && source.text.charAt(end) !== '/' && source.text.charAt(end) !== ':') return [];
  const at = source.location({ start: range.start, end });
  const rest = literalSegments(source, { start: end, end: range.end }, 'literal', 'unquoted', literal);
  if (name === '~' && valueOf(m, 'HOME').kind === 'scalar')
    return [...textSegments(textOf(m, 'HOME', at), 'quoted'), ...rest];
  const why = unknown('unset-variable', 'HOME');
  const home: Segment = {
    kind: 'piece',
    piece: { kind: 'unknown', why, at, symbol: name, shape: 'word' },
    mode: 'quoted',
  };
  return [home, ...rest];
}

function partSegments(
  m: Machine,
  source: Source,
  part: WordPart,
  quoted: boolean,
  literalMode: Mode,
  literal: Literal | undefined,
): Segment[] {
  const range = rangeOf(part);
  const mode: Mode = quoted ? 'quoted' : 'split';
  switch (part.type) {
    case 'Glob':
      if (part.parts !== undefined) return bracketSegments(m, source, part, quoted, literalMode, literal);
      return literalSegments(source, range, literalMode, quoted ? 'double' : 'unquoted', literal);
    case 'Literal':
      return literalSegments(source, range, literalMode, quoted ? 'double' : 'unquoted', literal);
    case 'BraceExpansion':
      return part.parts === undefined
        ? literalSegments(source, range, literalMode, 'unquoted', literal)
        : [
            ...literalSegments(source, { start: range.start, end: range.start + 1 }, literalMode, 'unquoted', literal),
            ...part.parts.flatMap((inner) => partSegments(m, source, inner, quoted, literalMode, literal)),
            ...literalSegments(source, { start: range.end - 1, end: range.end }, literalMode, 'unquoted', literal),
          ];
    case 'SingleQuoted': {
      const inner = insideQuotes(source, range, 1, "'");
      return [{ kind: 'quote' }, ...quotedText(source, inner, literal, 'none')];
    }
    case 'AnsiCQuoted':
      return [{ kind: 'quote' }, ...ansiSegments(source, range, part.value, literal)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return doubleQuoted(m, source, range, part.parts, part.type === 'DoubleQuoted' ? 1 : 2, literal);
    case 'SimpleExpansion':
      return simpleSegments(m, part.text.slice(1), source.location(range), quoted);
    case 'ParameterExpansion':
      return parameterSegments(m, source, part, quoted);
    case 'CommandExpansion': {
      const text = part.text.startsWith('`')
        ? backtickText(m, source, range, quoted)
        : substitutionText(m, source, range, part.script);
      return textSegments(text, mode);
    }
    case 'ArithmeticExpansion':
      return textSegments(arithmeticText(m, source, part.expression, range), mode);
    case 'ProcessSubstitution':
      return [{ kind: 'piece', piece: processSubstitution(m, source, range, part.script), mode: 'quoted' }];
    case 'ExtendedGlob':
      return literalSegments(source, range, literalMode, 'none', literal);
  }
}

/** `[…]` as a pattern: what is expanded in it is not part of the pattern's text. */
function bracketSegments(
  m: Machine,
  source: Source,
  part: Extract<WordPart, { type: 'Glob' }>,
  quoted: boolean,
  literalMode: Mode,
  literal: Literal | undefined,
): Segment[] {
  const out: Segment[] = [];
  let from = part.pos;
  const copy = (end: number): void => {
    if (end > from) out.push(...literalSegments(source, { start: from, end }, literalMode, 'unquoted', literal));
  };
  for (const inner of part.parts ?? []) {
    if (inner.type === 'Literal') continue;
    copy(inner.pos);
    out.push(...partSegments(m, source, inner, quoted, literalMode, literal));
    from = inner.end;
  }
  copy(part.end);
  return out;
}

function doubleQuoted(
  m: Machine,
  source: Source,
  range: OffsetRange,
  parts: readonly DoubleQuotedChild[],
  opening: number,
  literal: Literal | undefined,
): Segment[] {
  if (parts.every((part) => part.type === 'Literal' && part.end <= part.pos)) {
    return [{ kind: 'quote' }, ...quotedText(source, insideQuotes(source, range, opening, '"'), literal, 'double')];
  }
  const inner = parts.flatMap((part) => partSegments(m, source, part, true, 'quoted', literal));
  return parts.every((part) => isAtExpansion(part)) ? inner : [{ kind: 'quote' }, ...inner];
}

function insideQuotes(source: Source, range: OffsetRange, opening: number, quote: string): OffsetRange {
  const start = range.start + opening;
  const closed = range.end - 1 >= start && source.text.charAt(range.end - 1) === quote;
  return { start, end: Math.max(start, closed ? range.end - 1 : range.end) };
}

/** Text between quotes; empty quotes are an empty text with a place. */
function quotedText(
  source: Source,
  inner: OffsetRange,
  literal: Literal | undefined,
  escapes: 'none' | 'double',
): Segment[] {
  if (inner.end > inner.start) return literalSegments(source, inner, 'quoted', escapes, literal);
  const at = source.location(inner);
  const piece: Piece = literal === undefined ? { kind: 'text', text: '', at } : { kind: 'text', text: '', at, literal };
  return [{ kind: 'piece', piece, mode: 'quoted' }];
}
