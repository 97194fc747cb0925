/**
 * What guides, READMEs and templates leave for the reader to fill in: `{wandb_token}`, `{ partition }`,
 * `<OPENRLHF_ROOT_PATH>`, `YOUR_MODEL`, `/path/to/model`, `...`. Tokens of models (`<image>`, `<|im_end|>`), templates
 * (`{}`) and JSON are none.
 */
const WHOLE: readonly RegExp[] = [
  /^\{ ?[A-Za-z_][A-Za-z0-9_-]* ?\}$/,
  /^\.{3,}$/,
  /^…$/,
  /^<[^<>|/][^<>|]*[ _-][^<>|]*>$/,
];

const INSIDE: readonly RegExp[] = [
  /<[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+>/,
  /<(?:your|my)[ _-][^<>]*>/i,
  /\bYOUR[_-][A-Z0-9]+(?:[_-][A-Z0-9]+)*/,
  /\byour[_-](?:api[_-]?key|token|key|path|model|dataset|name|project|username)\b/i,
  /(?:^|\/)path\/to\/[^\s]*/i,
];

/** A stretch of a text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The placeholder in a text, the first if there are several. */
export function placeholderIn(text: string): Stretch | undefined {
  if (WHOLE.some((pattern) => pattern.test(text))) return { from: 0, to: text.length };
  for (const pattern of INSIDE) {
    const match = pattern.exec(text);
    if (match) return { from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}

export function isPlaceholder(text: string): boolean {
  return placeholderIn(text) !== undefined;
}
