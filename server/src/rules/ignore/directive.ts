import type { OffsetRange } from '../../text/location.ts';

/** What a comment covers: its own line, the line or command that follows, or the file. */
export type IgnoreKind = 'ignore' | 'ignore-next-line' | 'ignore-file';

export const IGNORE_KINDS: readonly IgnoreKind[] = ['ignore', 'ignore-next-line', 'ignore-file'];

/** A code or flag as it stands in the comment. */
export interface Named extends OffsetRange {
  readonly text: string;
}

/** What is wrong with the words of a comment. */
export interface Mistake extends OffsetRange {
  readonly why: 'kind' | 'no-code' | 'flag' | 'reason' | 'word';
  readonly text: string;
}

/** A comment `# openrlhf: ignore…`: what it asks for, as far as it is well formed. */
export interface Directive {
  /** The whole comment. */
  readonly range: OffsetRange;
  /** `null` for a word that begins with `ignore-` and is none of the three. */
  readonly kind: IgnoreKind | null;
  /** Codes, known or not. */
  readonly codes: readonly Named[];
  /** Flags to which it is limited; none: all. */
  readonly flags: readonly Named[];
  readonly reason: string | null;
  readonly mistakes: readonly Mistake[];
}

const HEAD = /^#[ \t]*openrlhf[ \t]*:[ \t]*(ignore(?:[-_][\w-]*)?)(?![\w-])/;
const CODE = /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;
const FLAG = /^--[A-Za-z][\w.-]*$/;

/** Whether a text may hold such a comment; a quick look before it is parsed. */
export function mayIgnore(text: string): boolean {
  return /#[ \t]*openrlhf[ \t]*:[ \t]*ignore/.test(text);
}

/**
 * Reads a comment; `null` for one that is none of ours. Grammar:
 *
 *     # openrlhf: KIND CODE [CODE | --flag]… [: REASON]
 *
 * with blanks or commas between codes and flags.
 * @param start offset of the comment in its file
 * @param isCode whether there is a rule of that name
 */
export function readDirective(comment: string, start: number, isCode: (text: string) => boolean): Directive | null {
  const head = HEAD.exec(comment);
  const [whole = '', word = ''] = head ?? [];
  if (head === null) return null;
  const kind = IGNORE_KINDS.find((one) => one === word) ?? null;
  const codes: Named[] = [];
  const flags: Named[] = [];
  const mistakes: Mistake[] = [];
  const range = { start, end: start + comment.trimEnd().length };
  const colon = comment.indexOf(':', whole.length);
  const end = colon < 0 ? comment.length : colon;
  const reason = colon < 0 ? '' : comment.slice(colon + 1).trim();
  if (kind === null) {
    const at = start + whole.length - word.length;
    mistakes.push({ why: 'kind', text: word, start: at, end: at + word.length });
  }
  for (const match of comment.slice(whole.length, end).matchAll(/[^\s,]+/g)) {
    const [text] = match;
    const from = start + whole.length + match.index;
    const named = { text, start: from, end: from + text.length };
    if (text.startsWith('-')) {
      if (FLAG.test(text)) flags.push(named);
      else mistakes.push({ why: 'flag', ...named });
    } else if (isCode(text)) {
      codes.push(named);
    } else if (colon < 0 && codes.length > 0 && !text.includes('-')) {
      // A word among the codes that is like none of them begins a reason without its colon.
      mistakes.push({ why: 'reason', text: comment.slice(from - start).trimEnd(), start: from, end: range.end });
      break;
    } else if (CODE.test(text)) {
      codes.push(named);
    } else {
      mistakes.push({ why: 'word', ...named });
    }
  }
  if (codes.length === 0 && mistakes.length === 0) mistakes.push({ why: 'no-code', text: word, ...range });
  return { range, kind, codes, flags, reason: reason === '' ? null : reason, mistakes };
}
