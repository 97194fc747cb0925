import * as l10n from '@vscode/l10n';

/** Why a job gets nowhere, in words. */
export interface Waiting {
  /** A few words for a row, such as `waits for 8 GPUs, 2 free`. */
  readonly short: string;
  /** One sentence with the numbers. */
  readonly text: string;
  /** What is asked for, what is there, who holds it; one line each. */
  readonly facts: readonly string[];
  /** What a person can do; one line each. */
  readonly steps: readonly string[];
  /** The cluster can never give what the job asks for. */
  readonly neverFits: boolean;
}

/** A markdown document that explains why a job waits. */
export function waitingDocument(label: string, key: string, waiting: Waiting): string {
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
  return `${[
    `# ${l10n.t('Why is {0} waiting?', label)}`,
    waiting.text,
    list(l10n.t('What the cluster says'), waiting.facts),
    list(l10n.t('What to do'), waiting.steps),
    l10n.t('Job {0}', `\`${key}\``),
  ]
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}
