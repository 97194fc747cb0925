import type { Stretch } from './placeholderText.ts';

/** What kind of secret a text shows. */
interface Secret extends Stretch {
  readonly owner: 'W&B' | 'Hugging Face';
}

/**
 * Keys in clear text: a Hugging Face token (`hf_` and 30 letters or more), a W&B key (40 hexadecimal digits, alone or behind
 * `local-`) where W&B is spoken of on the same line: anything else of 40 such digits is as likely a commit.
 */
export function secretsIn(text: string): readonly Secret[] {
  const secrets: Secret[] = [];
  for (const match of text.matchAll(/\bhf_[A-Za-z0-9]{30,}\b/g)) {
    if (!isDummy(match[0])) secrets.push({ owner: 'Hugging Face', ...stretch(match) });
  }
  for (const match of text.matchAll(/\bwandb_v\d_[A-Za-z0-9_]{20,}\b/g))
    secrets.push({ owner: 'W&B', ...stretch(match) });
  // Behind `@` or `/` it is a commit or a part of a path.
  for (const match of text.matchAll(/(?<![@/])\b[0-9a-f]{40}\b/g)) {
    const lineStart = text.lastIndexOf('\n', match.index) + 1;
    const lineEnd = text.indexOf('\n', match.index);
    const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    if (/wandb/i.test(line) && !isDummy(match[0])) secrets.push({ owner: 'W&B', ...stretch(match) });
  }
  return secrets;
}

/** A whole value in a place that takes a W&B key. */
export function isWandbKey(text: string): boolean {
  return /^(?:local-)?[0-9a-f]{40}$/.test(text) ? !isDummy(text) : /^wandb_v\d_[A-Za-z0-9_]{20,}$/.test(text);
}

/** A text for a message: what may be a key is not shown, whatever it stands beside. */
export function redacted(text: string): string {
  return text.replace(/\b(?:hf_[A-Za-z0-9]{30,}|wandb_v\d_[A-Za-z0-9_]{20,}|[0-9a-f]{40})\b/g, '…');
}

/** One letter over and over, as in an example. */
function isDummy(text: string): boolean {
  return new Set(text.replace(/^(?:hf_|local-)/, '')).size <= 2;
}

function stretch(match: RegExpExecArray): Stretch {
  return { from: match.index, to: match.index + match[0].length };
}
