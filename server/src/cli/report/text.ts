import { eastAsianWidth } from 'get-east-asian-width';
import { styleText } from 'node:util';
import type { Severity } from '../../rules/model.ts';
import type { FindingJson } from '../findingJson.ts';

/** Longer lines are shown as a window around the finding. */
const MAX_WIDTH = 120;

const COLOURS = { error: 'red', warning: 'yellow', info: 'blue', hint: 'gray' } as const satisfies Record<
  Severity,
  string
>;

export interface TextOptions {
  readonly colour: boolean;
  /** A line of a file (from 0) without its line break; `undefined` if the file is not at hand. */
  readonly lineOf: (file: string, line: number) => string | undefined;
}

/** Findings as a compiler tells them: place, severity, sentence, code, the line with carets, the fix; a count closes. */
export function textReport(findings: readonly FindingJson[], files: number, options: TextOptions): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  const blocks = findings.map((finding) => {
    const { file, range, severity, message, code } = finding;
    const place = `${file}:${range.start.line + 1}:${range.start.character + 1}`;
    const head = `${paint('bold', place)}: ${paint(COLOURS[severity], severity)}: ${message} ${paint('dim', `[${code}]`)}`;
    const excerpt = excerptOf(finding, options, (carets) => paint(COLOURS[severity], carets));
    const related = finding.related.map(
      (other) => `  ${other.file}:${other.range.start.line + 1}:${other.range.start.character + 1}: ${other.message}`,
    );
    const fixes = finding.fixes.map((fix) => `  ${paint('green', 'fix:')} ${fix.title}`);
    return [head, ...excerpt, ...related, ...fixes, ''].join('\n');
  });
  return [...blocks, `${summary(findings, files)}\n`].join('\n');
}

function excerptOf({ file, range }: FindingJson, { lineOf }: TextOptions, paint: (carets: string) => string): string[] {
  const line = lineOf(file, range.start.line);
  if (line === undefined) return [];
  const end = range.end.line === range.start.line ? Math.min(range.end.character, line.length) : line.length;
  const from = range.start.character > MAX_WIDTH - 20 ? range.start.character - 20 : 0;
  const shown = line.slice(from, from + MAX_WIDTH);
  const number = String(range.start.line + 1);
  const before = blank(line.slice(from, range.start.character));
  const marked = Array.from(line.slice(range.start.character, Math.min(end, from + MAX_WIDTH)));
  const carets = '^'.repeat(
    Math.max(
      1,
      marked.reduce((width, character) => width + widthOf(character), 0),
    ),
  );
  return [
    `  ${number} | ${from > 0 ? '…' : ''}${shown}${from + MAX_WIDTH < line.length ? '…' : ''}`,
    `  ${' '.repeat(number.length)} | ${from > 0 ? ' ' : ''}${before}${paint(carets)}`,
  ];
}

/** Blanks as wide as the text; tabs stay, since a terminal decides how wide they are. */
function blank(text: string): string {
  return Array.from(text, (character) => (character === '\t' ? '\t' : ' '.repeat(widthOf(character)))).join('');
}

function widthOf(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** `2 errors, 1 warning in 3 files`. */
export function summary(findings: readonly FindingJson[], files: number): string {
  const counts = (['error', 'warning', 'info', 'hint'] as const)
    .map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const)
    .filter(([severity, count]) => count > 0 || severity === 'error')
    .map(([severity, count]) => plural(count, severity === 'info' ? 'note' : severity));
  return `${counts.join(', ')} in ${plural(files, 'file')}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
