import type { Severity } from '../../rules/model.ts';
import type { PositionRange } from '../../text/location.ts';
import type { FindingJson, SuppressedJson } from '../findingJson.ts';
import type { Unreadable } from '../inputs.ts';
import { uriReference } from './paths.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note', hint: 'note' } as const satisfies Record<
  Severity,
  string
>;

interface SarifOptions {
  readonly rules: readonly { readonly id: string; readonly severity: Severity; readonly page: string }[];
  /** Of this program. */
  readonly version: string;
  readonly unreadable: readonly Unreadable[];
  /** What comments keep back: results that are told to be dismissed. */
  readonly suppressed: readonly SuppressedJson[];
}

/** Findings as a SARIF 2.1.0 log, for code scanning. */
export function sarifReport(
  findings: readonly FindingJson[],
  { rules, version, unreadable, suppressed }: SarifOptions,
): string {
  const result = (finding: FindingJson): object =>
    resultOf(
      finding,
      rules.findIndex(({ id }) => id === finding.code),
    );
  const driver = {
    name: 'openrlhf-lint',
    version,
    rules: rules.map(({ id, severity, page }) => ({
      id,
      helpUri: page,
      defaultConfiguration: { level: LEVELS[severity] },
    })),
  };
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    invocations: [invocation(unreadable)],
    results: [
      ...findings.map(result),
      ...suppressed.map(({ finding, reason }) => ({
        ...result(finding),
        suppressions: [{ kind: 'inSource', ...(reason === null ? {} : { justification: reason }) }],
      })),
    ],
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function invocation(unreadable: readonly Unreadable[]): object {
  const toolExecutionNotifications = unreadable.map(({ name, reason }) => ({
    level: 'error',
    message: { text: reason },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriReference(name) } } }],
  }));
  return {
    executionSuccessful: unreadable.length === 0,
    ...(unreadable.length === 0 ? {} : { toolExecutionNotifications }),
  };
}

function resultOf(finding: FindingJson, ruleIndex: number): object {
  const { file, related, fixes, stage, entryPoint, release, releaseFrom } = finding;
  return {
    ruleId: finding.code,
    ruleIndex,
    level: LEVELS[finding.severity],
    message: { text: finding.message },
    locations: [{ physicalLocation: physical(file, finding.range) }],
    ...(related.length === 0 ? {} : { relatedLocations: related.map(relatedLocation) }),
    ...(fixes.length === 0 ? {} : { fixes: fixes.map((fix) => sarifFix(fix, file)) }),
    properties: { stage, entryPoint, release, releaseFrom },
  };
}

function relatedLocation({ file, range, message }: FindingJson['related'][number], id: number): object {
  return { id, physicalLocation: physical(file, range), message: { text: message } };
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
      artifactLocation: { uri: uriReference(name) },
      replacements,
    })),
  };
}

function physical(file: string, range: PositionRange): object {
  return { artifactLocation: { uri: uriReference(file) }, region: region(range) };
}

/** SARIF counts lines and columns from 1; the end column is the one behind the last character. */
function region({ start, end }: PositionRange): object {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
