import {
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver-types';
import type { ContractCall, ContractKey } from '../../contracts/model.ts';
import { lspRange, type SourceDocument } from '../document.ts';
import { contractSpot, type ContractSpot } from './contractSpot.ts';
import { callMarkdown, keyMarkdown } from './contractText.ts';

/** Keys, parameters and method skeletons of what OpenRLHF calls; `null` where it has nothing to say. */
export function pythonCompletion(document: SourceDocument, offset: number): CompletionList | null {
  const spot = contractSpot(document.text, offset);
  const items = spot === null ? [] : itemsOf(spot, document, offset);
  return items.length === 0 ? null : { isIncomplete: false, items };
}

function itemsOf(spot: ContractSpot, document: SourceDocument, offset: number): CompletionItem[] {
  switch (spot.kind) {
    case 'key':
      return spot.keys.map((key, index) => keyItem(key, index, spot, document));
    case 'parameters':
      return [parametersItem(spot, document, offset)];
    case 'body':
      return spot.calls.map((call) => skeletonItem(call, spot, document));
    case 'call':
    case 'parameter':
      return [];
  }
}

function keyItem(
  key: ContractKey,
  index: number,
  { string, isMember }: Extract<ContractSpot, { kind: 'key' }>,
  document: SourceDocument,
): CompletionItem {
  const close = string.isClosed ? '' : string.quote;
  const value = isMember && !string.isClosed ? ': ' : '';
  return {
    label: key.name,
    kind: CompletionItemKind.Field,
    detail: key.required ? key.type : `${key.type}, optional`,
    documentation: { kind: MarkupKind.Markdown, value: keyMarkdown(key) },
    sortText: String(index).padStart(2, '0'),
    textEdit: { range: lspRange(document.lines, string.range), newText: `${key.name}${close}${value}` },
  };
}

function parametersItem(
  { call, isMethod }: Extract<ContractSpot, { kind: 'parameters' }>,
  document: SourceDocument,
  offset: number,
): CompletionItem {
  const start = /\w*$/.exec(document.text.slice(0, offset))?.index ?? offset;
  const text = parametersOf(call, isMethod);
  return {
    label: text,
    kind: CompletionItemKind.Variable,
    detail: `what OpenRLHF gives to ${call.name}`,
    documentation: { kind: MarkupKind.Markdown, value: callMarkdown(call) },
    textEdit: { range: lspRange(document.lines, { start, end: offset }), newText: text },
  };
}

function parametersOf({ name, parameters }: ContractCall, isMethod: boolean): string {
  const own = parameters.map((key) => (key.name === 'images' ? 'images=None' : key.name));
  const rest = name === 'execute' ? [] : ['**kwargs'];
  return [...(isMethod ? ['self'] : []), ...own, ...rest].join(', ');
}

/** Bodies that return what is asked for; `$1` and on are what the author decides. */
const BODIES: Readonly<Record<string, string>> = {
  reward_func:
    'reward = ${1:float(labels[0] in queries[0])}\n\treturn {"rewards": reward, "scores": reward, "extra_logs": {"${2:accuracy}": reward}}',
  reset: 'return {"observation": ${1:states["observation"]}}',
  step: 'reward = ${1:float(states["label"] in states["action_text"])}\n\treturn {\n\t\t"rewards": torch.tensor(reward),\n\t\t"scores": reward,\n\t\t"environment_feedback": "${2}",\n\t\t"done": ${3:True},\n\t}',
  execute: '${1:raise NotImplementedError}',
};

function skeletonItem(
  call: ContractCall,
  { range }: Extract<ContractSpot, { kind: 'body' }>,
  document: SourceDocument,
): CompletionItem {
  const head = `${call.isAsync ? 'async ' : ''}def ${call.name}(${parametersOf(call, call.name !== 'reward_func')}):`;
  return {
    label: call.name,
    kind: CompletionItemKind.Method,
    detail: head,
    filterText: document.text.slice(range.start, range.end).includes('def') ? head : call.name,
    documentation: { kind: MarkupKind.Markdown, value: callMarkdown(call) },
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range: lspRange(document.lines, range), newText: `${head}\n\t${BODIES[call.name] ?? 'pass'}\n$0` },
  };
}
