import { RESET_KEYS, STEP_KEYS } from '../../contracts/agent.ts';
import type { Flow, GivenArguments } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import { withMethod } from './agentExecutor.ts';
import { agentClassesOf, type AgentClass } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import {
  alternatives,
  givenToMethod,
  insertion,
  isNoDict,
  isReplaced,
  isStraight,
  ownParameters,
  place,
  refusesPositional,
  requiredNames,
  textAt,
  withoutAsync,
} from './shared.ts';

/** Agents as `MultiTurnAgentExecutor` makes and calls them (`agent.py:17-28, 37-45` of 0.11.2). */
export const agentInstance: PythonFamily = {
  rules: [
    { id: 'ag-instance-init', severity: 'error', stage: 'S6' },
    { id: 'ag-step-async', severity: 'error', stage: 'S6' },
    { id: 'ag-method-arity', severity: 'error', stage: 'S6' },
    { id: 'ag-states-key', severity: 'warning', stage: 'S6' },
  ],
  *check(context) {
    for (const agent of agentClassesOf(context)) {
      yield* made(agent);
      for (const [method, keys] of [
        [agent.reset, RESET_KEYS],
        [agent.step, STEP_KEYS],
      ] as const) {
        if (!method) continue;
        yield* called(context, method, givenToMethod(method, keys));
        yield* statesRead(context, method, keys);
      }
    }
  },
};

function* made({ cls, init, step }: AgentClass): Iterable<Draft> {
  const { name, file, nameRange } = cls;
  if (init === null) {
    yield {
      code: 'ag-instance-init',
      location: place(file, nameRange),
      message: say('ag-instance-init-missing', { name }),
      fixes: [fix(say('fix-add-plain-init'), [withMethod(cls, 'def __init__(self, *args, **kwargs):\n{}pass')], true)],
      subjects: [],
    };
  }
  if (step === null) {
    yield {
      code: 'ag-instance-init',
      location: place(file, nameRange),
      message: say('ag-instance-step-missing', { name }),
      subjects: [],
    };
  }
  if (!init) return;
  if (init.async !== null) {
    yield {
      code: 'ag-instance-init',
      location: place(init.file, init.async),
      message: say('ag-instance-init-async', { name }),
      fixes: withoutAsync(init),
      subjects: [],
    };
  }
  const needed = [...requiredNames(ownParameters(init)), ...takenFromKeywords(init)];
  if (needed.length === 0) return;
  yield {
    code: 'ag-instance-init',
    location: place(init.file, init.parametersRange),
    message: say('ag-instance-init-arguments', { name, names: listed(needed) }),
    subjects: [],
  };
}

/** Names that are read from `**kwargs` as if they were there. */
export function takenFromKeywords(init: FunctionOutline): string[] {
  const rest = init.parameters.find(({ kind }) => kind === 'var-keyword');
  if (rest === undefined) return [];
  const reads = textAt(init.file, init.range).matchAll(
    new RegExp(`\\b${rest.name}\\[["'](\\w+)["']\\](?!\\s*=(?!=))`, 'g'),
  );
  return [...reads].flatMap((match) => {
    const [, name] = match;
    return name !== undefined && isStraight(init, init.range.start + match.index) ? [name] : [];
  });
}

function* called({ flow }: PythonContext, fn: FunctionOutline, given: GivenArguments): Iterable<Draft> {
  if (isReplaced(fn)) return;
  if (fn.async === null && isPlainResult(flow, fn, given)) {
    yield {
      code: 'ag-step-async',
      location: place(fn.file, fn.nameRange),
      message: say('ag-step-async', { name: fn.name }),
      fixes: [fix(say('fix-add-async'), [insertion(fn.file, fn.range.start, 'async ')], true)],
      subjects: [],
    };
  }
  if (refusesPositional(ownParameters(fn), 1)) {
    yield {
      code: 'ag-method-arity',
      location: place(fn.file, fn.parametersRange),
      message: say('ag-method-arity', { name: fn.name }),
      subjects: [],
    };
  }
}

/** True where a plain `def` gives something that cannot be awaited, on every way. */
export function isPlainResult(flow: Flow, fn: FunctionOutline, given?: GivenArguments): boolean {
  const values = (flow.returns(fn, given) ?? []).flatMap(({ value }) => alternatives(value));
  return (
    values.length > 0 &&
    values.every((value) => value.kind !== 'coroutine' && (value.kind === 'dict' || isNoDict(value)))
  );
}

/** Keys that OpenRLHF does not give. */
function* statesRead({ flow }: PythonContext, fn: FunctionOutline, keys: readonly string[]): Iterable<Draft> {
  for (const { key, at, required } of flow.keysRead(fn, 1)) {
    if (!required || keys.includes(key)) continue;
    yield {
      code: 'ag-states-key',
      location: at,
      message: say('ag-states-key', { name: fn.name, key, keys: listed(keys.map((one) => `"${one}"`)) }),
      subjects: [],
    };
  }
}
