import { styleText } from 'node:util';
import type { Severity } from '../../rules/model.ts';
import type { PositionRange } from '../../text/location.ts';
import type { FindingJson } from '../findingJson.ts';
import { excerptOf } from './excerpt.ts';
import { oneLine } from './visible.ts';

const COLOURS = { error: 'red', warning: 'yellow', info: 'blue', hint: 'gray' } as const satisfies Record<
  Severity,
  string
>;

/** What the text report needs beside the findings. */
export interface TextOptions {
  readonly colour: boolean;
  /** A line of a file (from 0) without its line break; `undefined` if the file is not at hand. */
  readonly lineOf: (file: string, line: number) => string | undefined;
  /** Files judged. */
  readonly files: number;
  /** Launches found in them. */
  readonly launches: number;
  /** The release that launches are judged by where none is stated. */
  readonly assumed?: string;
}

/** Findings as a compiler tells them: place, severity, sentence, code, the line with carets, the fix; a count closes. */
export function textReport(findings: readonly FindingJson[], options: TextOptions): string {
  const blocks = findings.map((finding) => `${blockOf(finding, options)}\n`);
  const { assumed } = options;
  const note =
    assumed === undefined
      ? []
      : [
          `No release of OpenRLHF is stated, so ${assumed} is assumed. State it with --openrlhf, or by a comment in the script: # openrlhf: release ${assumed}`,
        ];
  return [...blocks, summary(findings, options), ...note, ''].join('\n');
}

function blockOf(finding: FindingJson, options: TextOptions): string {
  const { severity, message, code, related, fixes } = finding;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  const place = paint('bold', placeText(finding));
  return [
    `${place}: ${paint(COLOURS[severity], severity)}: ${oneLine(message)} ${paint('dim', `[${code}]`)}`,
    ...excerptLines(finding, options, (marks) => paint(COLOURS[severity], marks)),
    ...related.map((other) => `  ${placeText(other)}: ${oneLine(other.message)}`),
    ...fixes.map((fix) => `  ${paint('green', 'fix:')} ${oneLine(fix.title)}`),
  ].join('\n');
}

function placeText({ file, range: { start } }: { readonly file: string; readonly range: PositionRange }): string {
  return `${oneLine(file)}:${start.line + 1}:${start.character + 1}`;
}

function excerptLines(
  { file, range: { start, end } }: FindingJson,
  { lineOf }: TextOptions,
  paint: (marks: string) => string,
): string[] {
  const text = lineOf(file, start.line);
  if (text === undefined) return [];
  const { line, indent, marks } = excerptOf(
    text,
    start.character,
    end.line === start.line ? end.character : text.length,
  );
  const number = String(start.line + 1);
  return [`  ${number} | ${line}`, `  ${' '.repeat(number.length)} | ${indent}${paint(marks)}`];
}

/** `2 errors, 1 warning in 3 files, 4 launches`. */
export function summary(
  findings: readonly FindingJson[],
  { files, launches }: Pick<TextOptions, 'files' | 'launches'>,
): string {
  const counts = (['error', 'warning', 'info', 'hint'] as const)
    .map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const)
    .filter(([severity, count]) => count > 0 || severity === 'error')
    .map(([severity, count]) => plural(count, severity === 'info' ? 'note' : severity));
  const found = launches === 0 ? 'no launch of OpenRLHF found' : plural(launches, 'launch', 'launches');
  return `${counts.join(', ')} in ${plural(files, 'file')}, ${found}`;
}

function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
