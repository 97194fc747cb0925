import { REWARD_FUNCTION } from '../../contracts/reward.ts';
import type { Definition, FunctionOutline, PythonFile } from '../../python/outline/model.ts';
import type { OffsetRange } from '../../text/location.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { executorOf, kinOf, methodOf } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import {
  isReplaced,
  ownParameters,
  place,
  refusesPositional,
  replacement,
  resolved,
  textAt,
  withoutAsync,
  appended,
} from './shared.ts';

const NAME = REWARD_FUNCTION.name;

/** `reward_func` as OpenRLHF finds and calls it (`openrlhf/utils/agent.py:188-200, 303-320` of 0.11.2). */
export const rewardFunction: PythonFamily = {
  rules: [
    { id: 'rf-name', severity: 'error', stage: 'S3' },
    { id: 'rf-arity', severity: 'error', stage: 'S7' },
    { id: 'rf-async', severity: 'error', stage: 'S7' },
  ],
  *check(context) {
    const { file, roles } = context;
    const own = rewardOfExecutor(context);
    if (own !== null) yield* awaited(own);
    if (!roles.includes('reward-function') || file.syntaxError !== null) return;
    const definition = resolved(context, file, NAME);
    if (definition === undefined) return;
    if (definition === null) yield* missing(context);
    else if (definition.kind === 'function') yield* called(definition);
    else if (definition.kind === 'value') {
      const fn = behindValue(context);
      if (fn !== null) yield* called(fn);
    } else yield* otherKind(definition, file);
  },
};

/** The function that OpenRLHF will call; `null` where there is none that can be judged. */
export function rewardFunctionOf(context: PythonContext): FunctionOutline | null {
  if (context.file.syntaxError !== null) return null;
  if (!context.roles.includes('reward-function')) return rewardOfExecutor(context);
  const definition = resolved(context, context.file, NAME);
  const fn = definition?.kind === 'function' ? definition : definition?.kind === 'value' ? behindValue(context) : null;
  return fn !== null && !isReplaced(fn) ? fn : null;
}

/** The function that an executor on `SingleTurnAgentExecutor` sets as its `reward_func`. */
function rewardOfExecutor(context: PythonContext): FunctionOutline | null {
  const executor = executorOf(context);
  if (executor === null) return null;
  const kin = kinOf(context, executor);
  const init = kin.own.includes('SingleTurnAgentExecutor') ? methodOf(kin, '__init__') : null;
  if (!init) return null;
  const [, self, name = ''] = /\bself\.reward_func\s*=\s*(self\.)?(\w+)\s*$/m.exec(textAt(init.file, init.range)) ?? [];
  const fn = self === undefined ? resolved(context, init.file, name) : methodOf(kin, name);
  return fn?.kind === 'function' && !isReplaced(fn) ? fn : null;
}

/** The function of `reward_func = lambda …`, or `__call__` of the object that it is. */
function behindValue({ flow, file }: PythonContext): FunctionOutline | null {
  const value = flow.moduleValue(file, NAME);
  if (value.kind === 'function') return value.fn;
  return value.kind === 'instance' ? (flow.method(value.cls, '__call__') ?? null) : null;
}

function* missing(context: PythonContext): Iterable<Draft> {
  const { file, roles } = context;
  if (file.names.get('AgentExecutor')?.kind === 'class' && !roles.includes('agent')) {
    const at = nameRange(file.names.get('AgentExecutor')) ?? firstLine(file);
    yield { code: 'rf-name', location: place(file, at), message: say('rf-name-agent'), subjects: [] };
    return;
  }
  const [near, ...others] = candidates(file);
  if (near === undefined || others.length > 0) {
    yield { code: 'rf-name', location: place(file, firstLine(file)), message: say('rf-name'), subjects: [] };
    return;
  }
  yield {
    code: 'rf-name',
    location: place(file, near.nameRange),
    message: say('rf-name-near', { name: near.name }),
    fixes: [renamed(near)],
    subjects: [],
  };
}

/** Renames a function that nothing else in the file names; another name is added for any other. */
function renamed(near: FunctionOutline): Fix {
  const { file } = near;
  const { text } = file.source;
  const uses = text.split(new RegExp(`\\b${near.name}\\b`)).length - 1;
  if (uses === 1) return fix(say('fix-rename-name', { name: NAME }), [replacement(file, near.nameRange, NAME)], true);
  return fix(say('fix-alias', { name: near.name }), [appended(file, `${NAME} = ${near.name}`)], true);
}

/** Functions of the module that look as if they were meant. */
function candidates({ names }: PythonFile): FunctionOutline[] {
  const functions = [...names.values()].filter((definition) => definition.kind === 'function');
  const fitting = functions.filter(
    ({ parameters }) => parameters[0]?.name === 'queries' || parameters[1]?.name === 'prompts',
  );
  return fitting.length > 0 ? fitting : functions.filter(({ name }) => /^(?:compute_|get_|my_)?reward/.test(name));
}

function* otherKind(definition: Definition, file: PythonFile): Iterable<Draft> {
  // Other kinds may well be callable.
  if (definition.kind !== 'class' && definition.kind !== 'module') return;
  const own = file.names.get(NAME);
  yield {
    code: 'rf-name',
    location: place(file, nameRange(own) ?? firstLine(file)),
    message: say('rf-name-not-function', { kind: definition.kind }),
    subjects: [],
  };
}

function* called(fn: FunctionOutline): Iterable<Draft> {
  if (isReplaced(fn)) return;
  const parameters = ownParameters(fn);
  if (refusesPositional(parameters, REWARD_FUNCTION.parameters.length)) {
    const better = mended(fn);
    yield {
      code: 'rf-arity',
      location: place(fn.file, fn.parametersRange),
      message: say('rf-arity'),
      fixes: better === undefined ? [] : [changed(fn, better)],
      subjects: [],
    };
  } else yield* swapped(fn);
  yield* awaited(fn);
}

function* awaited(fn: FunctionOutline): Iterable<Draft> {
  if (fn.async !== null) {
    yield {
      code: 'rf-async',
      location: place(fn.file, fn.async),
      message: say('rf-async'),
      fixes: withoutAsync(fn),
      subjects: [],
    };
  }
}

function changed(fn: FunctionOutline, parameters: string): Fix {
  return fix(
    say('fix-parameters', { parameters }),
    [replacement(fn.file, fn.parametersRange, `(${parameters})`)],
    true,
  );
}

/** The parameters so that the body still finds its names; `undefined` where that is not plain. */
function mended(fn: FunctionOutline): string | undefined {
  const inside = textAt(fn.file, fn.parametersRange).slice(1, -1).trim().replace(/,$/, '');
  const keywordOnly = /^\*\s*,\s*(.*)$/s.exec(inside)?.[1];
  if (keywordOnly !== undefined && /^queries\b[^,]*,\s*prompts\b[^,]*,\s*labels\b/.test(keywordOnly))
    return keywordOnly;
  const { parameters } = fn;
  if (parameters.some(({ kind }) => kind !== 'positional')) return undefined;
  if (parameters.length === 2) return `${inside}, labels, **kwargs`;
  return parameters.length === 0 ? 'queries, prompts, labels, **kwargs' : undefined;
}

/** Names that people give to what OpenRLHF passes, by its place. */
const ROLES: readonly RegExp[] = [
  /^(?:queries|query)$/,
  /^(?:prompts?|questions?)$/,
  /^(?:labels?|answers?|ground_truths?|targets?|references?)$/,
];

/** Parameters whose names say that another order is expected. */
function* swapped(fn: FunctionOutline): Iterable<Draft> {
  for (const [index, parameter] of ownParameters(fn).slice(0, ROLES.length).entries()) {
    const meant = ROLES.findIndex((role) => role.test(parameter.name));
    const given = REWARD_FUNCTION.parameters[index]?.name;
    if (meant < 0 || meant === index || given === undefined) continue;
    yield {
      code: 'rf-arity',
      severity: 'warning',
      location: place(fn.file, parameter.range),
      message: say('rf-order', { name: parameter.name, given }),
      subjects: [],
    };
  }
}

function nameRange(definition: Definition | undefined): OffsetRange | undefined {
  if (definition === undefined) return undefined;
  return 'nameRange' in definition ? definition.nameRange : definition.range;
}

/** Where to point when a file lacks something. */
export function firstLine({ source }: PythonFile): OffsetRange {
  const end = source.text.indexOf('\n');
  return { start: 0, end: end < 0 ? source.text.length : end };
}
