import { EXECUTE, EXECUTE_RESULT } from '../../contracts/agent.ts';
import type { Value } from '../../python/flow/model.ts';
import { superInits } from '../../python/outline/superInit.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import { acceptedExecutor } from './agentExecutor.ts';
import { isPlainResult } from './agentInstance.ts';
import { methodOf, type Kin } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import {
  alternatives,
  insertion,
  inWords,
  isNoDict,
  isReplaced,
  judgedPaths,
  ownParameters,
  place,
  requiredNames,
  severityIn,
  textAt,
  writtenAt,
} from './shared.ts';

/** `execute` of an executor of one's own (`vllm_engine.py:184-206`, `samples_generator.py:248-314` of 0.11.2). */
export const ownExecute: PythonFamily = {
  rules: [
    { id: 'ag-execute-images', severity: 'error', stage: 'S6' },
    { id: 'ag-execute-sync', severity: 'error', stage: 'S6' },
    { id: 'ag-execute-result', severity: 'error', stage: 'S6' },
    { id: 'ag-execute-reward-none', severity: 'error', stage: 'S7' },
    { id: 'ag-single-turn-subclass', severity: 'error', stage: 'S7' },
  ],
  *check(context) {
    const executor = acceptedExecutor(context);
    if (executor === null) return;
    const execute = methodOf(executor.kin, EXECUTE.name);
    if (executor.kin.own.includes('SingleTurnAgentExecutor')) yield* singleTurn(context, executor.kin, execute);
    if (!execute || isReplaced(execute)) return;
    yield* signature(execute);
    if (execute.async === null) {
      if (isPlainResult(context.flow, execute)) yield sync(execute);
      return;
    }
    yield* result(context, execute);
  },
};

const NAMES = EXECUTE.parameters.map(({ name }) => name);

function* signature(fn: FunctionOutline): Iterable<Draft> {
  const parameters = ownParameters(fn);
  const takesAny = parameters.some(({ kind }) => kind === 'var-keyword');
  const byName = parameters.filter(({ kind }) => kind === 'positional' || kind === 'keyword-only');
  const refused = takesAny ? [] : NAMES.filter((name) => !byName.some((parameter) => parameter.name === name));
  const surplus = requiredNames(parameters).filter((name) => !NAMES.includes(name));
  if (refused.length === 0 && surplus.length === 0) return;
  const [only] = refused;
  const isImages = refused.length === 1 && only === 'images' && surplus.length === 0;
  const last = parameters.at(-1);
  yield {
    code: 'ag-execute-images',
    location: place(fn.file, fn.parametersRange),
    message: say('ag-execute-images', { names: listed(refused.length > 0 ? refused : NAMES) }),
    fixes:
      isImages && last !== undefined && last.kind !== 'var-keyword'
        ? [
            fix(
              say('fix-add-parameters', { names: 'images=None' }),
              [insertion(fn.file, endOfParameters(fn), ', images=None')],
              true,
            ),
          ]
        : [],
    subjects: [],
  };
}

/** Behind the last parameter, before a comma that ends the list. */
function endOfParameters({ file, parametersRange }: FunctionOutline): number {
  const text = textAt(file, parametersRange);
  const inside = text.slice(0, -1).trimEnd();
  return parametersRange.start + (inside.endsWith(',') ? inside.slice(0, -1).trimEnd() : inside).length;
}

function sync(fn: FunctionOutline): Draft {
  return {
    code: 'ag-execute-sync',
    location: place(fn.file, fn.nameRange),
    message: say('ag-execute-sync'),
    fixes: [fix(say('fix-add-async'), [insertion(fn.file, fn.range.start, 'async ')], true)],
    subjects: [],
  };
}

const REQUIRED = EXECUTE_RESULT.filter(({ required }) => required).map(({ name }) => name);

function* result({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const plain = judgedPaths(flow, fn, (value) => (isNoDict(value) ? true : null));
  for (const { path, value } of plain.judged) {
    yield {
      code: 'ag-execute-result',
      severity: plain.certain ? 'error' : 'warning',
      location: path.expression ?? path.at,
      message:
        path.expression === null
          ? say('ag-step-falls-off', { name: 'execute' })
          : say('ag-execute-not-dict', { kind: inWords(value) }),
      subjects: [],
    };
  }
  const lacking = judgedPaths(flow, fn, (value) => {
    if (value.kind !== 'dict' || value.open) return null;
    const missing = REQUIRED.filter((name) => !value.entries.some(({ key }) => key === name));
    return missing.length > 0 ? missing : null;
  });
  for (const { path, problem } of lacking.judged) {
    yield {
      code: 'ag-execute-result',
      severity: lacking.certain ? 'error' : 'warning',
      location: path.expression ?? path.at,
      message: say('ag-execute-result', {
        keys: listed(
          problem.map((name) => `"${name}"`),
          'or',
        ),
      }),
      subjects: [],
    };
  }
  const unrewarded = judgedPaths(flow, fn, (value) => withoutReward(value));
  for (const { path, problem } of unrewarded.judged) {
    yield {
      code: 'ag-execute-reward-none',
      severity: unrewarded.certain ? 'error' : 'warning',
      location: writtenAt(problem, path.expression ?? path.at),
      message: say('ag-execute-reward-none'),
      subjects: [],
    };
  }
}

/** The dict, or the None in it, where it gives no reward. */
function withoutReward(value: Value): Value | null {
  if (value.kind !== 'dict') return null;
  const entry = value.entries.find(({ key }) => key === 'reward');
  if (entry === undefined) return value.open ? null : value;
  const all = alternatives(entry.value);
  return all.every(({ kind }) => kind === 'none') ? (all[0] ?? null) : null;
}

/** What a class on `SingleTurnAgentExecutor` has to leave to it (`agent.py:185-194, 327-339` of 0.11.2). */
function* singleTurn(context: PythonContext, kin: Kin, execute: FunctionOutline | null | undefined): Iterable<Draft> {
  const init = methodOf(kin, '__init__');
  if (kin.open || init === undefined || (init !== null && isReplaced(init))) return;
  // Its own `execute` that does not hand on to the one of OpenRLHF may get its rewards in any way.
  if (execute && !/\bsuper\(\)\.execute\b|_fetch_rewards_via_http/.test(textAt(execute.file, execute.range))) return;
  const [call] = init === null ? [] : superInits(init);
  const [given] = call?.arguments ?? [];
  const places = kin.classes.flatMap(({ file, range }) => {
    const matches = textAt(file, range).matchAll(/\bself\.reward_endpoints\s*=(?!=)/g);
    return [...matches].map(({ index }) => ({ file, start: range.start + index }));
  });
  const texts = kin.classes.map(({ file, range }) => textAt(file, range)).join('\n');
  const isOpen = call?.arguments.some(({ text }) => text.startsWith('*')) === true;
  const isUnset = call === undefined ? init === null : given === undefined || given.text === 'None';
  if (isUnset && !isOpen && !execute && !/reward_endpoints|["']reward["']/.test(texts)) {
    const [own] = kin.classes;
    if (own) {
      yield {
        code: 'ag-execute-reward-none',
        location: place(own.file, own.nameRange),
        message: say('ag-single-turn-unset'),
        subjects: [],
      };
    }
    return;
  }
  // With a function of one's own the servers are not asked.
  if (/\bself\.reward_func\s*=(?!=)(?!\s*None\b)/.test(texts)) return;
  const severity = severityIn(context, 'error', { since: '0.11.2' });
  if (severity === null) return;
  const code = 'ag-single-turn-subclass';
  const [first] = places;
  if (call === undefined) {
    if (init === null || first === undefined) return;
    yield {
      code,
      severity,
      location: place(init.file, init.nameRange),
      message: say('ag-single-turn-super'),
      subjects: [],
    };
    return;
  }
  if (!isUnset) return;
  for (const { file, start } of places) {
    if (file === init?.file && start < call.range.start && start > init.range.start) continue;
    const range = { start, end: start + 'self.reward_endpoints'.length };
    yield { code, severity, location: place(file, range), message: say('ag-single-turn-late'), subjects: [] };
  }
}
