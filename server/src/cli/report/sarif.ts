import type { Severity } from '../../rules/model.ts';
import type { PositionRange } from '../../text/location.ts';
import type { FindingJson } from '../findingJson.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note', hint: 'note' } as const satisfies Record<
  Severity,
  string
>;

export interface SarifRule {
  readonly id: string;
  readonly helpUri: string;
}

/** Findings as a SARIF 2.1.0 log, for code scanning. */
export function sarifReport(findings: readonly FindingJson[], rules: readonly SarifRule[], version: string): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'openrlhf-lint', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: rules.findIndex((rule) => rule.id === finding.code),
          level: LEVELS[finding.severity],
          message: { text: finding.message },
          locations: [{ physicalLocation: physical(finding.file, finding.range) }],
          ...(finding.related.length === 0
            ? {}
            : {
                relatedLocations: finding.related.map(({ file, range, message }, id) => ({
                  id,
                  physicalLocation: physical(file, range),
                  message: { text: message },
                })),
              }),
          ...(finding.fixes.length === 0 ? {} : { fixes: finding.fixes.map((fix) => sarifFix(fix, finding.file)) }),
          properties: {
            stage: finding.stage,
            entryPoint: finding.entryPoint,
            release: finding.release,
            releaseFrom: finding.releaseFrom,
          },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function sarifFix(fix: FindingJson['fixes'][number], file: string): object {
  const byFile = new Map<string, object[]>();
  for (const edit of fix.edits) {
    const name = edit.file ?? file;
    const replacements = byFile.get(name) ?? [];
    replacements.push({ deletedRegion: region(edit.range), insertedContent: { text: edit.newText } });
    byFile.set(name, replacements);
  }
  return {
    description: { text: fix.title },
    artifactChanges: [...byFile].map(([name, replacements]) => ({
      artifactLocation: { uri: uriOf(name) },
      replacements,
    })),
  };
}

function physical(file: string, range: PositionRange): object {
  return { artifactLocation: { uri: uriOf(file) }, region: region(range) };
}

/** SARIF counts lines and columns from 1; the end column is the one after the last character. */
function region({ start, end }: PositionRange): object {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** A path as a relative or `file:` URI reference. */
function uriOf(file: string): string {
  const encoded = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return file.startsWith('/') ? `file://${encoded}` : encoded;
}
