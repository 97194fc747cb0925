import type { SyntaxNode } from '@lezer/common';
import { keyword } from './builtins.ts';
import { type Abstract, type CallArguments, unknown } from './domain.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { newDict, newList } from './objects.ts';
import type { State } from './state.ts';

const JSON_RESPONSE = /^(?:fastapi|starlette)\.responses\.(?:JSON|ORJSON|UJSON)Response$/;
const TEXT_RESPONSE = /^(?:fastapi|starlette)\.responses\.(?:PlainText|HTML)Response$/;

/** What the functions and classes of FastAPI and Flask that make answers give; `null` for any other. */
export function responseOf(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  if (TEXT_RESPONSE.test(name)) return { kind: 'response', media: 'text', at };
  if (JSON_RESPONSE.test(name)) {
    const content = args.positional[0] ?? args.keywords.get('content');
    // With a status, headers or a type of its own it may say something else than the usual answer.
    if (args.open || !content || args.positional.length + args.keywords.size > 1) return unknown(at);
    return { kind: 'response', media: 'json', content, at };
  }
  if (name !== 'flask.jsonify') return null;
  if (args.open || (args.positional.length > 0 && args.keywords.size > 0)) return unknown(at);
  return { kind: 'response', media: 'json', content: jsonified(machine, frame, state, args, node), at };
}

/** `jsonify` takes one value, several as a list, or keywords as an object. */
function jsonified(machine: Machine, frame: Frame, state: State, args: CallArguments, node: SyntaxNode): Abstract {
  const [first, second] = args.positional;
  if (first && !second) return first;
  if (second) return newList(machine, frame, state, node, { items: args.positional, element: null });
  const at = locate(frame, node);
  const entries = [...args.keywords].map(
    ([key, value]) => [key, { value, keyAt: keyword(frame, node, key) ?? at, maybe: false }] as const,
  );
  return newDict(machine, frame, state, node, new Map(entries), false);
}
