import * as l10n from '@vscode/l10n';
import { MESSAGES } from './catalogue.ts';
import type { Message } from './catalogue.ts';

/**
 * A message as text. The translation that the host loaded with `l10n.config` is used where there is one, else English.
 * The arguments must give every `{name}` of the sentence; they are inserted as they are, once;
 * an argument that is a message itself as its text.
 */
export function render(message: Message): string {
  const args = Object.entries(message.args ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? render(value) : value,
  ]);
  return l10n.t(MESSAGES[message.key], Object.fromEntries(args) as Record<string, string | number>);
}
