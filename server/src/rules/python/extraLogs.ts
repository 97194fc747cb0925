import { STEP_KEYS } from '../../contracts/agent.ts';
import { RESERVED_LOGS } from '../../contracts/reward.ts';
import type { DictEntry, Flow, Value } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { rewardGiversOf, type RewardGiver } from './givers.ts';
import { alternatives, countOf, givenToMethod, inWords, severityIn, withMembers } from './shared.ts';
import { agentClassesOf } from './agents.ts';

/** Metrics of one's own (`samples_generator.py:293-297`, `experience.py:117-224` of 0.11.2). */
export const extraLogs: PythonFamily = {
  rules: [
    { id: 'rf-extra-logs-type', severity: 'error', stage: 'S6' },
    { id: 'rf-extra-logs-keys', severity: 'warning', stage: 'S8' },
    { id: 'rf-extra-logs-reserved', severity: 'warning', stage: 'S6' },
    { id: 'ag-extra-logs-final', severity: 'warning', stage: 'S8' },
  ],
  *check(context) {
    for (const giver of rewardGiversOf(context)) yield* logsOf(context, giver, 'rf-extra-logs-keys');
    for (const { step: fn } of agentClassesOf(context)) {
      if (!fn?.async) continue;
      const given = givenToMethod(fn, STEP_KEYS);
      yield* logsOf(context, { fn, given, seen: (value) => value }, 'ag-extra-logs-final');
    }
  },
};

/** A function whose result may have logs. */
type LogsGiver = Pick<RewardGiver, 'fn' | 'given' | 'seen'>;

type KeysRule = 'rf-extra-logs-keys' | 'ag-extra-logs-final';

/** What the ways out of a function have for logs. */
interface AllLogs {
  readonly logs: readonly Value[];
  /** Dicts that certainly have none. */
  readonly bare: readonly Value[];
  /** All ways out were understood. */
  readonly complete: boolean;
}

function* logsOf(context: PythonContext, giver: LogsGiver, keysRule: KeysRule): Iterable<Draft> {
  const all = allLogs(context.flow, giver);
  const bad = all.logs.map((value) => badParts(value, keysRule));
  const always = all.complete && all.bare.length === 0 && bad.length > 0 && bad.every((parts) => parts.length > 0);
  for (const { at, message } of bad.flat()) {
    yield { code: 'rf-extra-logs-type', severity: always ? 'error' : 'warning', location: at, message, subjects: [] };
  }
  yield* reserved(context, all.logs);
  yield* different(giver.fn, all, keysRule);
}

function allLogs(flow: Flow, { fn, given, seen }: LogsGiver): AllLogs {
  const logs: Value[] = [];
  const bare: Value[] = [];
  let complete = true;
  for (const { value } of flow.returns(fn, given) ?? []) {
    for (const result of alternatives(value).flatMap((returned) => alternatives(seen(returned)))) {
      const entry = result.kind === 'dict' ? result.entries.find(({ key }) => key === 'extra_logs') : undefined;
      if (entry !== undefined && entry.maybe !== true) logs.push(...alternatives(entry.value));
      else if (result.kind === 'dict' && !result.open && entry === undefined) bare.push(result);
      else complete = false;
    }
  }
  return { logs, bare, complete };
}

function badParts(
  value: Value,
  keysRule: KeysRule,
): { readonly at: Value['at']; readonly message: Draft['message'] }[] {
  switch (value.kind) {
    case 'dict':
      return value.entries.flatMap((entry) => {
        const kind = badKind(entry);
        const message = kind === undefined ? undefined : say('rf-extra-logs-type', { key: entry.key, kind });
        return message === undefined ? [] : [{ at: entry.value.at, message }];
      });
    case 'none':
      // A reward function may leave them out so; of an agent they are read as they are.
      return keysRule === 'rf-extra-logs-keys'
        ? []
        : [{ at: value.at, message: say('rf-extra-logs-kind', { kind: 'None' }) }];
    case 'str':
    case 'int':
    case 'float':
    case 'bool':
    case 'tensor':
    case 'list':
    case 'tuple':
    case 'set':
      return [{ at: value.at, message: say('rf-extra-logs-kind', { kind: inWords(value) }) }];
    case 'function':
    case 'class':
    case 'instance':
    case 'external':
    case 'coroutine':
    case 'generator':
    case 'response':
    case 'unknown':
    case 'oneOf':
      return [];
  }
}

/** What a log cannot be, in words: all but one number, or a tensor with at least one. */
function badKind({ value, maybe }: DictEntry): string | undefined {
  const all = alternatives(value);
  if (maybe === true || !all.every(isBad)) return undefined;
  const [first] = all;
  const count = first === undefined ? undefined : countOf(first);
  if (first === undefined) return undefined;
  return count === undefined ? inWords(first) : `${inWords(first)} with ${count} elements`;
}

function isBad(value: Value): boolean {
  if (value.kind === 'none' || value.kind === 'str' || value.kind === 'dict' || value.kind === 'set') return true;
  if (value.kind === 'list' || value.kind === 'tuple') {
    const { items, element } = value;
    return items === undefined
      ? element?.kind === 'str'
      : items.length !== 1 || items.every(({ kind }) => kind === 'str');
  }
  return value.kind === 'tensor' && value.library === 'torch' && countOf(value) === 0;
}

function* reserved(context: PythonContext, logs: readonly Value[]): Iterable<Draft> {
  const told = new Set<string>();
  for (const value of logs) {
    for (const { key, keyAt } of value.kind === 'dict' ? value.entries : []) {
      const name = RESERVED_LOGS.find((one) => one.name === key);
      const severity = name === undefined ? null : severityIn(context, 'warning', name);
      const id = `${key} ${keyAt.uri} ${keyAt.range.start}`;
      if (severity === null || told.has(id)) continue;
      told.add(id);
      yield {
        code: 'rf-extra-logs-reserved',
        severity,
        location: keyAt,
        message: say('rf-extra-logs-reserved', { key }),
        subjects: [],
      };
    }
  }
}

function* different(fn: FunctionOutline, { logs, bare }: AllLogs, code: KeysRule): Iterable<Draft> {
  const dicts = logs.filter((value) => value.kind === 'dict');
  if (dicts.length !== logs.length || dicts.some(({ open }) => open)) return;
  const all = [...new Set(dicts.flatMap(({ entries }) => entries.map(({ key }) => key)))];
  const lacking = [
    ...dicts.map((value) => {
      const sure = value.entries.filter(({ maybe }) => maybe !== true).map(({ key }) => key);
      return { value, missing: all.filter((key) => !sure.includes(key)), isLogs: true };
    }),
    ...bare.map((value) => ({ value, missing: all, isLogs: false })),
  ];
  for (const { value, missing, isLogs } of lacking) {
    const [first] = missing;
    if (first === undefined) continue;
    const keys = listed(missing.map((key) => `"${key}"`));
    yield {
      code,
      location: value.at,
      message:
        code === 'rf-extra-logs-keys' ? say('rf-extra-logs-keys', { keys }) : say('ag-extra-logs-final', { keys }),
      fixes: isLogs && missing.length === 1 ? added(fn, value, first) : [],
      subjects: [],
    };
  }
}

/** Adds a log to a dict display of the file. */
function added({ file }: FunctionOutline, value: Value, key: string): Fix[] {
  const edit = withMembers(file, value, `"${key}": 0.0`);
  return edit === undefined ? [] : [fix(say('fix-add-log', { key }), [edit])];
}
