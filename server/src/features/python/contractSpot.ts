import {
  EXECUTE,
  EXECUTOR_BASES,
  INSTANCE_BASE,
  RESET,
  RESET_STATES,
  STEP,
  STEP_STATES,
} from '../../contracts/agent.ts';
import type { ContractCall, ContractKey } from '../../contracts/model.ts';
import { REWARD_FUNCTION } from '../../contracts/reward.ts';
import type { OffsetRange } from '../../text/location.ts';
import { around, stringAt, type Around, type StringAt } from './around.ts';

/** A place in a Python file where OpenRLHF's contract has something to say. */
export type ContractSpot =
  /** A key of a dict that OpenRLHF gives, or that it is given. */
  | {
      readonly kind: 'key';
      readonly keys: readonly ContractKey[];
      readonly string: StringAt;
      /** A dict display takes a value behind the key. */
      readonly isMember: boolean;
    }
  /** The name in a `def` of a function that OpenRLHF calls, or a parameter of it. */
  | { readonly kind: 'call'; readonly call: ContractCall; readonly range: OffsetRange }
  | { readonly kind: 'parameter'; readonly call: ContractCall; readonly key: ContractKey; readonly range: OffsetRange }
  | { readonly kind: 'parameters'; readonly call: ContractCall; readonly isMethod: boolean }
  /** The beginning of a statement in a class body that OpenRLHF's methods belong into, or of the module. */
  | { readonly kind: 'body'; readonly calls: readonly ContractCall[]; readonly range: OffsetRange };

export function contractSpot(text: string, offset: number): ContractSpot | null {
  const place = around(text, offset);
  const call = callOf(place);
  const string = stringAt(place, offset);
  if (string !== null) return call === null || place.fn?.inHead === true ? null : keySpot(place, call, string);
  if (call !== null && place.fn?.inHead === true) return headSpot(place, call, offset);
  return bodySpot(place, offset);
}

function isAgentClass({ cls }: Around): boolean {
  return cls?.bases.some((base) => base.endsWith(INSTANCE_BASE)) === true;
}

function isExecutorClass({ cls }: Around): boolean {
  return cls?.bases.some((base) => EXECUTOR_BASES.some((name) => base.endsWith(name))) === true;
}

function callOf(place: Around): ContractCall | null {
  const { fn, cls } = place;
  if (fn === null) return null;
  if (cls === null) return fn.name === REWARD_FUNCTION.name ? REWARD_FUNCTION : null;
  if (isAgentClass(place)) return [RESET, STEP].find(({ name }) => name === fn.name) ?? null;
  return isExecutorClass(place) && fn.name === EXECUTE.name ? EXECUTE : null;
}

function keySpot({ fn }: Around, call: ContractCall, string: StringAt): ContractSpot | null {
  const object = /(\w+)\s*(?:\[|\.(?:get|pop|setdefault)\()\s*$/.exec(string.before)?.[1];
  const states = call === STEP ? STEP_STATES : call === RESET ? RESET_STATES : [];
  if (object !== undefined) {
    const isGiven = states.length > 0 && object === fn?.parameters[1];
    const isWritten = /^\s*\]\s*=(?!=)/.test(string.after) || string.after.trim() === '' || string.after.trim() === ']';
    if (isGiven) return { kind: 'key', keys: states, string, isMember: false };
    return isWritten && /^(?:results?|out|outputs?|ret|d|response|info)$/.test(object)
      ? { kind: 'key', keys: call.returns, string, isMember: false }
      : null;
  }
  const isKey = /(?:^\s*|[{,]\s*)$/.test(string.before) && !/:\s*$/.test(string.before);
  const isFollowed = /^\s*:/.test(string.after) || !/^\s*[,)\]]/.test(string.after);
  return isKey && isFollowed ? { kind: 'key', keys: call.returns, string, isMember: true } : null;
}

function headSpot({ line, lineStart, before, cls }: Around, call: ContractCall, offset: number): ContractSpot | null {
  const open = line.indexOf('(');
  const word = wordAt(line, offset - lineStart);
  const range = { start: lineStart + word.start, end: lineStart + word.end };
  if (open < 0 || before.length <= open) return word.text === call.name ? { kind: 'call', call, range } : null;
  const key = call.parameters.find(({ name }) => name === word.text);
  if (key !== undefined) return { kind: 'parameter', call, key, range };
  return /\(\s*\w*$/.test(before) ? { kind: 'parameters', call, isMethod: cls !== null } : null;
}

function bodySpot(place: Around, offset: number): ContractSpot | null {
  const typed = /^(\s*)(?:(?:async\s+)?(?:def\s+)?)(\w*)$/.exec(place.before);
  if (typed === null || place.fn !== null || place.line.slice(place.before.length).trim() !== '') return null;
  const [, indent = ''] = typed;
  const range = { start: place.lineStart + indent.length, end: offset };
  if (isAgentClass(place)) return { kind: 'body', calls: [RESET, STEP], range };
  if (isExecutorClass(place)) return { kind: 'body', calls: [EXECUTE], range };
  return place.cls === null && indent === '' && /\w/.test(place.before)
    ? { kind: 'body', calls: [REWARD_FUNCTION], range }
    : null;
}

function wordAt(line: string, at: number): { readonly text: string; readonly start: number; readonly end: number } {
  const start = /\w*$/.exec(line.slice(0, at))?.index ?? at;
  const end = at + (/^\w*/.exec(line.slice(at))?.[0].length ?? 0);
  return { text: line.slice(start, end), start, end };
}
