import type { Statement } from 'unbash';
import type { OffsetRange } from '../text/location.ts';
import type { Machine } from './machine.ts';
import type { ScriptNote } from './model.ts';
import { sameLocation } from '../text/location.ts';
import type { Source } from './source.ts';

type Cut = Extract<ScriptNote, { kind: 'continuation-cut' }>['by'];

/** `<name>` without blanks, as templates write what is to be filled in. */
const PLACEHOLDER = /^[A-Za-z][\w./:-]*$/;

/**
 * Notes flag lines behind a launch that bash runs as commands of their own, and says what cut them off; and lines of the
 * launch that end in CRLF.
 */
export function noteOrphans(m: Machine, source: Source, statements: readonly Statement[], index: number): void {
  const statement = statements[index];
  if (statement === undefined) return;
  noteCrlf(m, source, statement);
  notePlaceholders(m, source, statement);
  let last = index;
  while (isOrphan(source, statements[last + 1])) last++;
  const first = statements[index + 1];
  const end = statements[last];
  if (last === index || first === undefined || end === undefined) return;
  const gap = { start: statement.end, end: first.pos };
  const cut = causeOf(source, statement, gap);
  if (cut === undefined) return;
  add(m, {
    kind: 'continuation-cut',
    by: cut.by,
    location: source.location(cut.range),
    orphans: source.location({ start: first.pos, end: end.end }),
  });
}

function add(m: Machine, note: ScriptNote): void {
  const known = m.notes.some((other) => other.kind === note.kind && sameLocation(other.location, note.location));
  if (!known) m.notes.push(note);
}

/** A command whose name is a flag. */
function isOrphan(source: Source, statement: Statement | undefined): boolean {
  if (statement === undefined) return false;
  let command = statement.command;
  if (command.type === 'AndOr') command = command.commands[0] ?? command;
  if (command.type === 'Pipeline') command = command.commands[0] ?? command;
  if (command.type === 'Redirected') return false;
  return (
    command.type === 'Command' &&
    command.name !== undefined &&
    /^--?[A-Za-z]/.test(source.text.slice(command.name.pos, command.name.end))
  );
}

function causeOf(source: Source, statement: Statement, gap: OffsetRange): { by: Cut; range: OffsetRange } | undefined {
  const between = source.text.slice(gap.start, gap.end);
  if (/[;&|]/.test(between.replace(/#[^\n]*/g, ''))) return undefined;
  const comment = /#[^\n]*/.exec(between);
  if (comment !== null) {
    const start = gap.start + comment.index;
    return { by: 'comment', range: { start, end: start + comment[0].replace(/\s+$/, '').length } };
  }
  const text = source.text.slice(statement.pos, gap.end);
  const spaced = /\\[ \t]+\r?\n\s*$/.exec(text);
  if (spaced !== null) {
    const start = statement.pos + spaced.index;
    return { by: 'space-after-backslash', range: { start, end: start + spaced[0].replace(/\r?\n\s*$/, '').length } };
  }
  if (/\\\r\n\s*$/.test(text)) return undefined;
  const line = source.text.lastIndexOf('\n', Math.max(gap.start, gap.end - 1));
  const blank = /\n([ \t]*)\r?\n/.exec(source.text.slice(Math.max(0, gap.start - 1), gap.end));
  if (blank !== null || /^[ \t]*\\\n[ \t]*\n/.test(between)) {
    const found = /\n[ \t]*(?=\r?\n)/.exec(source.text.slice(Math.max(0, gap.start - 1), gap.end));
    const start = Math.max(0, gap.start - 1) + (found?.index ?? 0) + 1;
    return { by: 'blank-line', range: { start, end: Math.max(start, start + (found?.[0].length ?? 1) - 1) } };
  }
  const at = line === -1 ? gap.start : Math.min(gap.start, line);
  return { by: 'missing-backslash', range: { start: at, end: at } };
}

function notePlaceholders(m: Machine, source: Source, statement: Statement): void {
  const { command } = statement;
  const commands = command.type === 'AndOr' || command.type === 'Pipeline' ? command.commands : [command];
  for (const node of commands.flatMap((one) => (one.type === 'Pipeline' ? one.commands : [one]))) {
    if (node.type !== 'Command') continue;
    node.redirects.forEach((from, index) => {
      const to = node.redirects[index + 1];
      if (from.type !== 'Redirect' || to?.type !== 'Redirect') return;
      if (from.operator !== '<' || to.operator !== '>' || to.pos !== from.end) return;
      if (!PLACEHOLDER.test(source.text.slice(from.pos + 1, from.end))) return;
      const range = { start: from.pos, end: to.pos + 1 };
      const text = source.text.slice(range.start, range.end);
      add(m, { kind: 'placeholder-redirection', location: source.location(range), text });
    });
  }
}

function noteCrlf(m: Machine, source: Source, statement: Statement): void {
  const end = source.text.indexOf('\n', Math.max(statement.pos, statement.end - 1));
  const stop = end === -1 ? source.text.length : end + 1;
  // In its own text alone: a search to the end of the file for each statement would take a square of its length.
  const index = source.text.slice(statement.pos, stop).indexOf('\r\n');
  if (index === -1) return;
  const at = statement.pos + index;
  add(m, { kind: 'crlf', location: source.location({ start: at, end: at + 1 }) });
}
