/**
 * Every sentence that the product says, once, in English. `{name}` is an argument. Findings and fixes carry a key and
 * arguments; `render` makes text of them at the edge, through `@vscode/l10n`, for editor and command line alike.
 */
export const MESSAGES = {
  'unknown-flag': '{entryPoint} has no flag {flag}.',
} as const satisfies Record<string, string>;

export type MessageKey = keyof typeof MESSAGES;
export type MessageArgs = Readonly<Record<string, string | number>>;
