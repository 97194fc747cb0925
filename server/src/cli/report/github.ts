import type { Severity } from '../../rules/model.ts';
import type { FindingJson } from '../findingJson.ts';
import { repositoryPath } from './paths.ts';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' } as const satisfies Record<
  Severity,
  string
>;

/** Findings as GitHub's workflow commands, which annotate a pull request. */
export function githubReport(findings: readonly FindingJson[]): string {
  return findings
    .map(({ file, range, severity, code, message }) => {
      const place = [
        `file=${property(repositoryPath(file))}`,
        `line=${range.start.line + 1}`,
        `endLine=${range.end.line + 1}`,
        // GitHub takes columns only for a finding within one line.
        ...(range.start.line === range.end.line
          ? [`col=${range.start.character + 1}`, `endColumn=${range.end.character + 1}`]
          : []),
        `title=${property(code)}`,
      ];
      return `::${COMMANDS[severity]} ${place.join(',')}::${data(message)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
