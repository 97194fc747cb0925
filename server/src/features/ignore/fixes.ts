import { isSamePython, pythonComments } from '../../python/comments.ts';
import { headComment } from '../../rules/comment.ts';
import { fix, say } from '../../rules/finding.ts';
import { readDirective, type IgnoreKind } from '../../rules/ignore/directive.ts';
import { IGNORE_RULES } from '../../rules/ignore/rows.ts';
import { IgnoreScopes, type CommentedText } from '../../rules/ignore/scope.ts';
import type { Finding, Fix, TextEdit } from '../../rules/model.ts';
import { isSameScript, scriptComments } from '../../shell/comments.ts';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { LinesOf } from '../diagnostics.ts';

/** What the fixes need beside the finding. */
export interface IgnoreHost {
  readonly language: 'shell' | 'python';
  readonly linesOf: LinesOf;
  /** Flags that a place belongs to, as written first; see `flagsByPlace`. */
  readonly flagsAt: (at: Location) => readonly string[];
}

/** Where a comment may go, and what it then covers. */
interface Spot {
  readonly kind: Exclude<IgnoreKind, 'ignore-file'>;
  readonly edit: { readonly offset: number; readonly before: string; readonly after: string };
  /** It covers a command of several lines, so that it names the flag. */
  readonly isCommand: boolean;
}

/** Findings that only a comment for the whole file can keep back: what is wrong is where lines end. */
const FILE_ONLY = /^(?:continuation-cut-|missing-backslash$|crlf-line-ending$)/;

/**
 * Fixes that write a comment which keeps the finding back: for its line or command, and for the file. A comment is offered
 * only where the parser reads the same commands with it as without, and reads it as a comment. Inside a continued command,
 * a string or a heredoc there is no such place; it then goes above the whole command.
 */
export function ignoreFixes({ code, location }: Finding, host: IgnoreHost): Fix[] {
  // What is no Python is loaded by nobody, whatever a comment in it says.
  if (code === 'python-syntax' || IGNORE_RULES.some(({ id }) => id === code)) return [];
  const lines = host.linesOf(location.uri);
  if (lines === undefined) return [];
  const { text } = lines;
  const { uri } = location;
  const fixes: Fix[] = [];
  const spots = FILE_ONLY.test(code)
    ? []
    : host.language === 'python'
      ? pythonSpots(text, location)
      : shellSpots(text, location);
  for (const spot of spots) {
    const flag = spot.isCommand ? host.flagsAt(location)[0] : undefined;
    const comment = `# openrlhf: ${spot.kind} ${code}${flag === undefined ? '' : ` ${flag}`}`;
    const newText = `${spot.edit.before}${comment}${spot.edit.after}`;
    const { offset } = spot.edit;
    if (!isHarmless(text, { offset, newText }, location.range, host.language)) continue;
    const title =
      flag !== undefined
        ? say('fix-ignore-flag', { code, flag })
        : say(spot.isCommand ? 'fix-ignore-command' : 'fix-ignore-line', { code });
    fixes.push(fix(title, [{ location: { uri, range: { start: offset, end: offset } }, newText }]));
    break;
  }
  const [head] = headComment(uri, `# openrlhf: ignore-file ${code}`, () => text) ?? [];
  if (head !== undefined && isHarmless(text, insertion(head), location.range, host.language)) {
    fixes.push(fix(say('fix-ignore-file', { code }), [head]));
  }
  return fixes;
}

interface Insertion {
  readonly offset: number;
  readonly newText: string;
}

function insertion({ location, newText }: TextEdit): Insertion {
  return { offset: location.range.start, newText };
}

/** The best place first: above the element of an array, above the command, above the line. */
function shellSpots(text: string, { range }: Location): Spot[] {
  const { commands, arrays } = scriptComments(text);
  const around = commands.filter(({ start, end }) => start <= range.start && range.start <= end).reverse();
  const inArray = arrays.some(
    ({ start, end }) => start < range.start && lineStart(text, range.start) > start && range.start < end,
  );
  const own = above(text, range.start, false);
  const overCommands = around.map(({ start, end }) => above(text, start, text.slice(start, end).includes('\n')));
  return [...(inArray || around.length === 0 ? [own] : []), ...overCommands];
}

function pythonSpots(text: string, { range }: Location): Spot[] {
  const newline = /\r?\n|$/.exec(text.slice(range.start));
  const offset = range.start + (newline?.index ?? 0);
  const behind: Spot = { kind: 'ignore', edit: { offset, before: '  ', after: '' }, isCommand: false };
  return [above(text, range.start, false), behind];
}

/** A line of its own over the line that `offset` is in, indented like it. */
function above(text: string, offset: number, isCommand: boolean): Spot {
  const start = lineStart(text, offset);
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  const lineBreak = /^[^\n]*\r\n/.test(text.slice(start)) ? '\r\n' : '\n';
  return { kind: 'ignore-next-line', edit: { offset: start, before: indent, after: lineBreak }, isCommand };
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** True if the new text reads as before, and its comment is one that covers the finding. */
function isHarmless(
  text: string,
  { offset, newText }: Insertion,
  range: OffsetRange,
  language: IgnoreHost['language'],
): boolean {
  // Behind a mark at the start of the file bash takes a comment for a command.
  if (language === 'shell' && text.startsWith('\uFEFF') && offset <= 1) return false;
  const changed = text.slice(0, offset) + newText + text.slice(offset);
  const isSame = language === 'python' ? isSamePython : isSameScript;
  if (!isSame(text, changed)) return false;
  const read: CommentedText =
    language === 'python'
      ? { text: changed, comments: pythonComments(changed), commands: [] }
      : { text: changed, ...scriptComments(changed) };
  const at = offset + newText.indexOf('#');
  const comment = read.comments.find(({ start }) => start === at);
  const directive = comment && readDirective(changed.slice(comment.start, comment.end), at, () => true);
  if (!directive) return false;
  const shift = range.start >= offset ? newText.length : 0;
  const moved = { start: range.start + shift, end: range.end + shift };
  return new IgnoreScopes(read, []).covers(directive, { uri: '', range: moved });
}
