import type { SubmitOptionSpec } from '../ray/model.ts';
import type { KeyDoc } from '../ray/keys.ts';
import { code } from './markdown.ts';

/** `--address ADDRESS`, and what kind of value it takes. */
export function optionDetail({ kind, choices, value }: SubmitOptionSpec): string {
  switch (kind) {
    case 'flag':
      return 'switch';
    case 'choice':
      return (choices ?? []).join(' | ');
    case 'json':
      return 'JSON object';
    case 'integer':
      return 'whole number';
    case 'number':
      return 'number';
    case 'text':
      return value ?? 'text';
  }
}

/** Our words on an option of `ray job submit`. */
export function optionMarkdown({ summary, note, since, aliases = [] }: SubmitOptionSpec): string {
  const lines = [summary];
  if (note !== undefined) lines.push(note);
  if (aliases.length > 0) lines.push(`**Also written**: ${aliases.map(code).join(', ')}`);
  if (since !== undefined) lines.push(`Since Ray ${since} at the latest.`);
  return lines.join('\n\n');
}

/** Our words on a key of a runtime environment. */
export function keyMarkdown({ summary, note, example }: KeyDoc): string {
  return [summary, ...(note === undefined ? [] : [note]), `**For example**: ${code(example)}`].join('\n\n');
}
