import {
  DiagnosticSeverity,
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type TextEdit as LspTextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver-types';
import { render } from '../messages/render.ts';
import type { Finding, Fix, Severity, TextEdit } from '../rules/model.ts';
import type { LineIndex } from '../text/lineIndex.ts';
import type { OffsetRange } from '../text/location.ts';
import { lspRange } from './document.ts';

/** Lines of a file that a finding speaks of; `undefined` if its text is not loaded. */
export type LinesOf = (uri: string) => LineIndex | undefined;

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Where a rule's page is read; the code of a diagnostic links to it. */
export type PageOf = (code: string) => string | undefined;

export const SOURCE = 'openrlhf';

/** Where the pages of `docs/rules/` are read; `docs.test` keeps it equal to the manifest's repository. */
const RULE_PAGES = 'https://github.com/openrlhf-tools/openrlhf-tools/blob/main/docs/rules';

/** Findings as LSP diagnostics, by the file that they are in. */
export function diagnosticsByFile(
  findings: readonly Finding[],
  linesOf: LinesOf,
  pageOf: PageOf,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const byFile = new Map<string, Diagnostic[]>();
  for (const finding of findings) {
    const diagnostic = diagnosticOf(finding, linesOf, pageOf);
    if (!diagnostic) continue;
    const list = byFile.get(finding.location.uri) ?? [];
    list.push(diagnostic);
    byFile.set(finding.location.uri, list);
  }
  return byFile;
}

function diagnosticOf(finding: Finding, linesOf: LinesOf, pageOf: PageOf): Diagnostic | undefined {
  const lines = linesOf(finding.location.uri);
  if (!lines) return undefined;
  const href = pageOf(finding.code);
  const related = finding.related.flatMap(({ location, message }) => {
    const relatedLines = linesOf(location.uri);
    if (!relatedLines) return [];
    const range = lspRange(relatedLines, location.range);
    return [{ location: { uri: location.uri, range }, message: render(message) }];
  });
  return {
    range: lspRange(lines, finding.location.range),
    severity: SEVERITY[finding.severity],
    source: SOURCE,
    code: finding.code,
    message: render(finding.message),
    ...(href === undefined ? {} : { codeDescription: { href } }),
    ...(related.length ? { relatedInformation: related } : {}),
  };
}

/**
 * Findings of a selection past which none of them is offered to be ignored: such a comment is for a finding that somebody looks at, and
 * whether it changes nothing costs a look at the whole file.
 */
const IGNORED_AT_ONCE = 10;

/**
 * Quick fixes of the findings that touch a range, the preferred ones first.
 * @param ignoring fixes that keep a finding back; they come behind all others
 */
export function codeActions(
  uri: string,
  findings: readonly Finding[],
  range: { readonly start: number; readonly end: number },
  linesOf: LinesOf,
  pageOf: PageOf,
  ignoring: (finding: Finding) => readonly Fix[] = () => [],
): CodeAction[] {
  const touched = findings.filter(
    ({ location }) => location.uri === uri && location.range.start <= range.end && range.start <= location.range.end,
  );
  const actionsBy = (fixesOf: (finding: Finding) => readonly Fix[]): CodeAction[] =>
    touched.flatMap((finding) => {
      const diagnostic = diagnosticOf(finding, linesOf, pageOf);
      return diagnostic ? fixesOf(finding).flatMap((fix) => actionOf(fix, diagnostic, linesOf)) : [];
    });
  const actions = actionsBy(({ fixes }) => fixes);
  const ignores = touched.length > IGNORED_AT_ONCE ? [] : withoutTwins(actionsBy(ignoring));
  return [...actions.sort((a, b) => Number(b.isPreferred ?? false) - Number(a.isPreferred ?? false)), ...ignores];
}

/** Two findings of one rule on a line are ignored by the same comment. */
function withoutTwins(actions: readonly CodeAction[]): CodeAction[] {
  const keys = actions.map(({ title, edit }) => JSON.stringify([title, edit]));
  return actions.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

function actionOf(fix: Fix, diagnostic: Diagnostic, linesOf: LinesOf): CodeAction[] {
  const edit = workspaceEdit(fix.edits, linesOf);
  if (!edit) return [];
  return [
    {
      title: render(fix.title),
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      edit,
      ...(fix.preferred ? { isPreferred: true } : {}),
    },
  ];
}

/** A fix as an edit of the workspace; none if one of its files is not loaded, since half a fix is no fix. */
function workspaceEdit(edits: readonly TextEdit[], linesOf: LinesOf): WorkspaceEdit | undefined {
  const changes: Record<string, LspTextEdit[]> = {};
  for (const { location, newText } of edits) {
    const lines = linesOf(location.uri);
    if (!lines) return undefined;
    (changes[location.uri] ??= []).push(lspEdit(lines, location.range, newText));
  }
  return { changes };
}

/**
 * An edit in LSP's terms, in which a line break is one place: an edit that begins between a return and its line feed takes
 * the return along, one that ends there the line feed.
 */
function lspEdit(lines: LineIndex, { start, end }: OffsetRange, newText: string): LspTextEdit {
  const isInBreak = (offset: number): boolean => lines.text.slice(offset - 1, offset + 1) === '\r\n';
  const from = isInBreak(start) ? start - 1 : start;
  if (start === end) return { range: lspRange(lines, { start: from, end: from }), newText };
  if (!isInBreak(end)) return { range: lspRange(lines, { start: from, end }), newText };
  return { range: lspRange(lines, { start: from, end: end + 1 }), newText: `${newText}\n` };
}

/** The action kind that applies every preferred fix of a document at once. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.openrlhf`;

/** One action that applies the preferred fixes together, leaving out those that overlap an earlier one; none if there are none. */
export function fixAll(findings: readonly Finding[], linesOf: LinesOf): CodeAction[] {
  const edits: TextEdit[] = [];
  for (const { fixes } of findings) {
    const preferred = fixes.find((fix) => fix.preferred);
    if (preferred && !preferred.edits.some((edit) => edits.some((other) => overlap(edit, other)))) {
      edits.push(...preferred.edits);
    }
  }
  const edit = workspaceEdit(edits, linesOf);
  if (!edit || edits.length === 0) return [];
  return [{ title: render({ key: 'fix-all' }), kind: FIX_ALL, edit }];
}

/** True if both change the same characters; equal insertions at one place count too, since their order would be unclear. */
function overlap(a: TextEdit, b: TextEdit): boolean {
  return (
    a.location.uri === b.location.uri &&
    a.location.range.start <= b.location.range.end &&
    b.location.range.start <= a.location.range.end
  );
}

/** The documentation page of a rule. */
export function rulePage(code: string): string {
  return `${RULE_PAGES}/${code}.md`;
}
