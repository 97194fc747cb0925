/** Keys that their own form gives away. */

/** A key in clear text and whose it is. */
export interface KeyPlace {
  readonly owner: 'W&B' | 'Hugging Face';
  readonly from: number;
  readonly to: number;
}

/** Not behind a letter, unless that ends a colour code such as `ESC[36m`. */
const start = String.raw`(?<!(?<!\[[\d;]{0,12})\w)`;
const huggingFace = new RegExp(String.raw`${start}hf_[A-Za-z0-9]{30,}\b`, 'g');
const newWandb = new RegExp(String.raw`${start}wandb_v\d_[A-Za-z0-9_]{20,}\b`, 'g');
/** Behind `@` or `/` it is a commit or a part of a path. */
const oldWandb = new RegExp(String.raw`(?<![@/])${start}[0-9a-f]{40}\b`, 'g');

/** Letters on each side of a key in which W&B may be spoken of: a line of a whole JSON document speaks of many things. */
const nearby = 400;

/**
 * Keys in clear text: a Hugging Face token (`hf_` and 30 letters or more), a W&B key (40 hexadecimal digits, alone or behind
 * `local-`) where W&B is spoken of on the same line: anything else of 40 such digits is as likely a commit.
 */
export function secretsIn(text: string): readonly KeyPlace[] {
  const keys: KeyPlace[] = [];
  for (const match of text.matchAll(huggingFace)) {
    if (!isDummy(match[0])) keys.push({ owner: 'Hugging Face', ...stretch(match) });
  }
  for (const match of text.matchAll(newWandb)) keys.push({ owner: 'W&B', ...stretch(match) });
  for (const match of text.matchAll(oldWandb)) {
    if (isNearWandb(text, match.index) && !isDummy(match[0])) keys.push({ owner: 'W&B', ...stretch(match) });
  }
  return keys;
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

function isNearWandb(text: string, index: number): boolean {
  const lineStart = text.lastIndexOf('\n', index) + 1;
  const lineEnd = text.indexOf('\n', index);
  const from = Math.max(lineStart, index - nearby);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, index + nearby);
  const line = text.slice(from, to);
  return /wandb/i.test(line) && !/(?:commit|checkout|revision|sha1?)["']?[\s:=]+["']?$/i.test(text.slice(from, index));
}

function stretch(match: RegExpExecArray): { readonly from: number; readonly to: number } {
  return { from: match.index, to: match.index + match[0].length };
}
