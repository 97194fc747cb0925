import type { ContractCall, ContractKey } from '../../contracts/model.ts';

/** `rewards` in words: what it is, what it does in training. */
export function keyMarkdown({ name, type, required, doc }: ContractKey): string {
  return `\`${name}\`: ${type}${required ? '' : ', optional'}\n\n${doc}`;
}

/** A function that OpenRLHF calls: when, with what, and what it has to return. */
export function callMarkdown({ doc, parameters, returns, source }: ContractCall): string {
  const rows = (keys: readonly ContractKey[]) =>
    keys.map(({ name, type, required }) => `- \`${name}\`: ${type}${required ? '' : ', optional'}`).join('\n');
  return `${doc}\n\n**Given**\n${rows(parameters)}\n\n**Returns** a dict with\n${rows(returns)}\n\n${source} of OpenRLHF 0.11.2`;
}
