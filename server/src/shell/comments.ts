import type { OffsetRange } from '../text/location.ts';
import { parseSource } from './parse.ts';
import { Source } from './source.ts';

/** Comments of a script as bash reads it, and what stands around them. */
export interface ScriptComments {
  /** From `#` to the end of the line, without its line break. Nothing in a string, a heredoc or `$(…)` is one. */
  readonly comments: readonly OffsetRange[];
  /** Simple commands and assignments with their continued lines and heredocs, outer ones before those within. */
  readonly commands: readonly OffsetRange[];
  /** What stands in the brackets of `X=( … )`. */
  readonly arrays: readonly OffsetRange[];
}

/** Nodes within which a `#` begins no comment that counts. */
const OPAQUE: ReadonlySet<unknown> = new Set([
  'Word',
  'HereDocDelimiter',
  'HereDocBody',
  'TestCommand',
  'ArithmeticCommand',
]);

/** What has to stand before a `#` for it to begin a comment. */
const BEFORE_COMMENT = /[\s;&|()]/;

type Node = Readonly<Record<string, unknown>>;

export function scriptComments(text: string): ScriptComments {
  const { script, source } = parseSource(Source.file('', text));
  const opaque: OffsetRange[] = [];
  const commands: OffsetRange[] = [];
  const arrays: OffsetRange[] = [];
  walk(script, (node, range) => {
    if (node['type'] === 'Command')
      commands.push({ start: range.start, end: Math.max(range.end, endOfHeredocs(node)) });
    if (node['type'] === 'ArrayValue') arrays.push(range);
    if (node['type'] === 'Assignment' && !isNode(node['value'], 'ArrayValue')) opaque.push(range);
    if (node['type'] === 'HereDoc') opaque.push(...rangesOf(node['closing']));
    if (!OPAQUE.has(node['type'])) return true;
    opaque.push(range);
    return false;
  });
  const mapped = (ranges: readonly OffsetRange[]) => ranges.map((range) => source.location(range).range);
  return {
    comments: mapped(between(source.text, opaque)),
    commands: mapped(commands),
    arrays: mapped(arrays),
  };
}

/** True if bash reads the same commands in both texts, apart from their places and their comments. */
export function isSameScript(a: string, b: string): boolean {
  return shapeOf(a) === shapeOf(b);
}

function shapeOf(text: string): string {
  const { commands, errors = [] } = parseSource(Source.file('', text)).script;
  const messages = errors.map(({ message }) => message);
  return JSON.stringify([commands, messages], function (this: unknown, key: string, value: unknown) {
    if (key === 'closing' || /^(?:pos|end)$|(?:Pos|End)$/.test(key)) return undefined;
    // The text of an array has the comments within; its elements come by themselves.
    return key === 'text' && isNode(this, 'Assignment') ? undefined : value;
  });
}

/** Calls `visit` on each node from the outside in; where it answers with false, what is within is left out. */
function walk(value: unknown, visit: (node: Node, range: OffsetRange) => boolean): void {
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) walk(one, visit);
    return;
  }
  if (!isNode(value)) return;
  const [range] = rangesOf(value);
  if (range !== undefined && !visit(value, range)) return;
  for (const inner of Object.values(value)) walk(inner, visit);
}

function isNode(value: unknown, type?: string): value is Node {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return type === undefined || value.type === type;
}

function rangesOf(value: unknown): OffsetRange[] {
  if (typeof value !== 'object' || value === null || !('pos' in value) || !('end' in value)) return [];
  const { pos, end } = value;
  return typeof pos === 'number' && typeof end === 'number' ? [{ start: pos, end }] : [];
}

function endOfHeredocs(command: Node): number {
  let last = -1;
  for (const part of [command['prefix'], command['suffix']].flat()) {
    if (!isNode(part, 'HereDoc')) continue;
    for (const { end } of [...rangesOf(part['body']), ...rangesOf(part['closing'])]) last = Math.max(last, end);
  }
  return last;
}

function between(text: string, opaque: readonly OffsetRange[]): OffsetRange[] {
  const found: OffsetRange[] = [];
  const ranges = [...opaque].sort((a, b) => a.start - b.start);
  let next = 0;
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at)) {
    for (let range = ranges[next]; range !== undefined && range.end <= at; range = ranges[next]) next++;
    const around = ranges[next];
    if (around !== undefined && around.start <= at) {
      at = around.end;
    } else if (at > 0 && !BEFORE_COMMENT.test(text.charAt(at - 1))) {
      at++;
    } else {
      const end = /\r?\n|$/.exec(text.slice(at));
      found.push({ start: at, end: at + (end?.index ?? 0) });
      const newline = text.indexOf('\n', at);
      at = newline < 0 ? text.length : newline;
    }
  }
  return found;
}
