import { RESET_STATES, STEP_RESULT, STEP_STATES } from '../../contracts/agent.ts';
import type { Dict, Flow, GivenArguments, ReturnPath, Value } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { withMethod } from './agentExecutor.ts';
import { agentClassesOf, type AgentClass } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import {
  alternatives,
  awaits,
  countOf,
  givenToMethod,
  insertion,
  inWords,
  isReplaced,
  isStraight,
  judgedPaths,
  ownParameters,
  place,
  refusesPositional,
  replacement,
  requiredNames,
  textAt,
} from './shared.ts';

/** Agents as `MultiTurnAgentExecutor` makes and calls them (`agent.py:17-28, 37-150` of 0.11.2). */
export const agentInstance: PythonFamily = {
  rules: [
    { id: 'ag-instance-init', severity: 'error', stage: 'S6' },
    { id: 'ag-step-async', severity: 'error', stage: 'S6' },
    { id: 'ag-method-arity', severity: 'error', stage: 'S6' },
    { id: 'ag-step-keys', severity: 'error', stage: 'S6' },
    { id: 'ag-step-reward-type', severity: 'error', stage: 'S6' },
    { id: 'ag-step-feedback-type', severity: 'error', stage: 'S6' },
    { id: 'ag-reset-result', severity: 'error', stage: 'S6' },
    { id: 'ag-never-done', severity: 'info', stage: 'S6' },
    { id: 'ag-images-placeholder', severity: 'warning', stage: 'S6' },
    { id: 'ag-images-kind', severity: 'warning', stage: 'S6' },
    { id: 'ag-sampling-params', severity: 'error', stage: 'S6' },
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
      if (agent.reset?.async && !isReplaced(agent.reset)) yield* resetResult(context, agent.reset);
      if (agent.step?.async && !isReplaced(agent.step)) yield* stepResult(context, agent.step);
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
      fixes: awaits(init) ? [] : [fix(say('fix-remove-async'), [replacement(init.file, init.async, '')], true)],
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
    values.every((value) => value.kind !== 'coroutine' && (value.kind === 'dict' || isPlain(value)))
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

function* resetResult({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const { judged, certain } = judgedPaths(
    flow,
    fn,
    (value): string | null => {
      if (value.kind === 'dict') {
        const entry = value.entries.find(({ key }) => key === 'observation');
        if (entry === undefined) return value.open ? null : 'this one has none';
        const all = alternatives(entry.value);
        const [first] = all;
        const isWrong = all.every((one) => (isPlain(one) && one.kind !== 'str') || one.kind === 'dict');
        return isWrong && first !== undefined ? `its observation is ${inWords(first)}, not text` : null;
      }
      return isPlain(value) ? `this is ${inWords(value)}` : null;
    },
    givenToMethod(fn, RESET_KEYS),
  );
  for (const { path, problem } of judged) {
    yield {
      code: 'ag-reset-result',
      severity: certain ? 'error' : 'warning',
      location: path.expression ?? path.at,
      message: say('ag-reset-result', { problem }),
      subjects: [],
    };
  }
}

/** Kinds that cannot be read by a key of text. */
function isPlain({ kind }: Value): boolean {
  return (
    kind === 'none' ||
    kind === 'bool' ||
    kind === 'int' ||
    kind === 'float' ||
    kind === 'str' ||
    kind === 'tensor' ||
    kind === 'list' ||
    kind === 'tuple' ||
    kind === 'set' ||
    kind === 'function' ||
    kind === 'coroutine' ||
    kind === 'generator'
  );
}

const STEP_KEYS = STEP_STATES.map(({ name }) => name);
const RESET_KEYS = RESET_STATES.map(({ name }) => name);
const REQUIRED = STEP_RESULT.filter(({ required }) => required).map(({ name }) => name);
const KEYS = listed(REQUIRED.map((name) => `"${name}"`));

function* stepResult(context: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const { flow } = context;
  const plain = judgedPaths(flow, fn, (value) => (isPlain(value) ? true : null), givenToMethod(fn, STEP_KEYS));
  for (const { path, value } of plain.judged) {
    const kind = inWords(value);
    yield {
      code: 'ag-step-keys',
      severity: plain.certain ? 'error' : 'warning',
      location: path.expression ?? path.at,
      message:
        path.expression === null
          ? say('ag-step-falls-off', { name: 'step' })
          : say('ag-step-not-dict', { name: 'step', keys: KEYS, kind }),
      subjects: [],
    };
  }
  yield* lacking(context, fn);
  yield* valuesOf(context, fn);
  yield* neverDone(context, fn);
}

function* lacking({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const { judged, certain } = judgedPaths(
    flow,
    fn,
    (value) => {
      if (value.kind !== 'dict' || value.open) return null;
      const missing = REQUIRED.filter((name) => !value.entries.some(({ key }) => key === name));
      const maybe = REQUIRED.filter((name) =>
        value.entries.some((entry) => entry.key === name && entry.maybe === true),
      );
      return missing.length + maybe.length === 0 ? null : { missing, maybe };
    },
    givenToMethod(fn, STEP_KEYS),
  );
  for (const { path, value, problem } of judged) {
    const isMissing = problem.missing.length > 0;
    const keys = listed(
      (isMissing ? problem.missing : problem.maybe).map((name) => `"${name}"`),
      'or',
    );
    yield {
      code: 'ag-step-keys',
      severity: certain && isMissing ? 'error' : 'warning',
      location: path.expression ?? path.at,
      message: isMissing ? say('ag-step-keys', { keys }) : say('ag-step-keys-maybe', { keys }),
      fixes: isMissing && value.kind === 'dict' ? completed(fn, value, problem.missing) : [],
      subjects: [],
    };
  }
}

/** What a key is given until the author says better. */
const FILLERS: Readonly<Record<string, string>> = {
  rewards: '"rewards": torch.tensor(0.0)',
  environment_feedback: '"environment_feedback": ""',
  done: '"done": True',
};

/** Adds keys to a dict display of the file. */
function completed({ file }: FunctionOutline, value: Dict & Pick<Value, 'at'>, missing: readonly string[]): Fix[] {
  if (value.at.uri !== file.uri) return [];
  const text = textAt(file, value.at.range);
  if (!text.startsWith('{') || !text.endsWith('}')) return [];
  const entry = missing.map((name) => FILLERS[name] ?? '').join(', ');
  const inside = text.slice(1, -1).trim();
  const comma = inside === '' ? '' : inside.endsWith(',') ? ' ' : ', ';
  const end = value.at.range.start + text.slice(0, -1).trimEnd().length;
  return [
    fix(say('fix-add-key', { entry }), [
      insertion(file, end, `${comma}${entry}`),
      ...(entry.includes('torch') ? importTorch(file) : []),
    ]),
  ];
}

/** Imports torch where the file does not. */
export function importTorch(file: FunctionOutline['file']): ReturnType<typeof insertion>[] {
  if (file.names.has('torch')) return [];
  const first = file.imports.find(({ atLoad, module }) => atLoad && module !== '__future__');
  const { text } = file.source;
  if (first === undefined) {
    const head =
      /^(?:#[^\n]*\n)*(?:\s*(?:"""[\s\S]*?"""|'''[\s\S]*?''')[^\n]*\n)?(?:\s*from __future__[^\n]*\n)*/.exec(
        text,
      )?.[0] ?? '';
    return [insertion(file, head.length, head === '' ? 'import torch\n\n' : '\nimport torch\n')];
  }
  const lineStart = text.lastIndexOf('\n', first.range.start - 1) + 1;
  return [insertion(file, lineStart, 'import torch\n')];
}

function* valuesOf(context: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const { flow } = context;
  for (const [key, problemOf] of [
    ['rewards', rewardProblem],
    ['environment_feedback', feedbackProblem],
    ['scores', scoreProblem],
    ['sampling_params', samplingProblem],
  ] as const) {
    const { judged, certain } = judgedPaths(
      flow,
      fn,
      (value) => {
        const entry =
          value.kind === 'dict' ? value.entries.find((one) => one.key === key && one.maybe !== true) : undefined;
        if (entry === undefined) return null;
        const all = alternatives(entry.value);
        const problems = all.flatMap((one) => problemOf(one) ?? []);
        return problems.length > 0 ? { problems, sure: problems.length === all.length } : null;
      },
      givenToMethod(fn, STEP_KEYS),
    );
    for (const { path, problem } of judged) {
      for (const { code, message, value } of problem.problems) {
        yield {
          code,
          severity: certain && problem.sure ? 'error' : 'warning',
          location: value.at.range.end > value.at.range.start ? value.at : path.at,
          message,
          fixes: code === 'ag-step-reward-type' ? asTensor(fn, value) : [],
          subjects: [],
        };
      }
    }
  }
  yield* images(context, fn);
}

interface Problem {
  readonly code: string;
  readonly message: Draft['message'];
  readonly value: Value;
}

function rewardProblem(value: Value): Problem | undefined {
  if (isPlain(value) && value.kind !== 'tensor') {
    return { code: 'ag-step-reward-type', message: say('ag-step-reward-type', { kind: inWords(value) }), value };
  }
  const count = value.kind === 'tensor' ? countOf(value) : undefined;
  if (count === undefined || count === 1) return undefined;
  const elements = count === 0 ? 'no element' : `${count} elements`;
  return { code: 'ag-step-reward-type', message: say('ag-step-reward-shape', { count: elements }), value };
}

function scoreProblem(value: Value): Problem | undefined {
  const { kind } = value;
  if (kind === 'str' || kind === 'dict' || kind === 'set') {
    return { code: 'rf-reward-shape', message: say('rf-rewards-kind', { key: 'scores', kind: inWords(value) }), value };
  }
  const count = countOf(value);
  if (count === undefined || count === 1) return undefined;
  const elements = count === 0 ? 'no element' : `${count} elements`;
  return { code: 'rf-reward-shape', message: say('rf-reward-shape', { key: 'scores', count: elements }), value };
}

function samplingProblem(value: Value): Problem | undefined {
  if (value.kind === 'none' || !(isPlain(value) || value.kind === 'dict')) return undefined;
  // What Python takes for false leaves the parameters as they are.
  if ((value.kind === 'int' || value.kind === 'float' || value.kind === 'bool') && !value.value) return undefined;
  if (value.kind === 'dict' && value.entries.length === 0) return undefined;
  return { code: 'ag-sampling-params', message: say('ag-sampling-params', { kind: inWords(value) }), value };
}

function feedbackProblem(value: Value): Problem | undefined {
  if (value.kind === 'str' || !(isPlain(value) || value.kind === 'dict')) return undefined;
  return { code: 'ag-step-feedback-type', message: say('ag-step-feedback-type', { kind: inWords(value) }), value };
}

/** `torch.tensor(x)` around a number that is written in this file. */
function asTensor({ file }: FunctionOutline, value: Value): Fix[] {
  if (value.at.uri !== file.uri || !(value.kind === 'float' || value.kind === 'int' || value.kind === 'bool'))
    return [];
  const text = textAt(file, value.at.range);
  if (text === '' || text.includes('\n')) return [];
  const newText = `torch.tensor(${value.kind === 'float' ? text : /^-?\d+$/.test(text) ? `${text}.0` : `float(${text})`})`;
  return [fix(say('fix-tensor'), [{ location: value.at, newText }, ...importTorch(file)], true)];
}

function* images({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  for (const { value } of flow.returns(fn) ?? []) {
    for (const result of alternatives(value)) {
      if (result.kind !== 'dict') continue;
      const shown = result.entries.find(({ key }) => key === 'environment_images');
      const feedback = result.entries.find(({ key }) => key === 'environment_feedback')?.value;
      if (shown !== undefined) yield* pictures(shown.value);
      if (shown === undefined || alternatives(shown.value).some(isNothing)) continue;
      const count = shown.value.kind === 'list' ? shown.value.items?.length : undefined;
      const places = feedback?.kind === 'str' ? feedback.value?.split('<image>').length : undefined;
      if (feedback !== undefined && count !== undefined && places !== undefined && places > 1 && places - 1 < count) {
        yield {
          code: 'ag-images-placeholder',
          location: feedback.at,
          message: say('ag-images-fewer', { places: places - 1, count }),
          subjects: [],
        };
      }
      if (feedback?.kind !== 'str' || feedback.value === undefined || /<[^>]*>|image|vision|img/i.test(feedback.value))
        continue;
      yield {
        code: 'ag-images-placeholder',
        location: feedback.at,
        message: say('ag-images-placeholder'),
        subjects: [],
      };
    }
  }
}

/** Images are paths, URLs, base64, bytes or PIL images (`vlm_utils.py:30-65` of 0.11.2). */
function* pictures(value: Value): Iterable<Draft> {
  for (const item of alternatives(value).flatMap((one) => (one.kind === 'list' ? (one.items ?? []) : []))) {
    if (item.kind !== 'dict' && item.kind !== 'tensor' && item.kind !== 'int') continue;
    const message = say('ag-images-kind', { kind: inWords(item) });
    yield { code: 'ag-images-kind', location: item.at, message, subjects: [] };
  }
}

function isNothing(value: Value): boolean {
  return value.kind === 'none' || (value.kind === 'list' && value.items?.length === 0);
}

function* neverDone({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const paths: readonly ReturnPath[] = flow.returns(fn) ?? [];
  const dones = paths.flatMap(({ value }) =>
    alternatives(value).map((result) =>
      result.kind === 'dict' ? result.entries.find(({ key }) => key === 'done') : undefined,
    ),
  );
  const [first] = dones;
  const isNever = dones.every(
    (entry) =>
      entry !== undefined && alternatives(entry.value).every((value) => value.kind === 'bool' && value.value === false),
  );
  if (first === undefined || !isNever) return;
  yield { code: 'ag-never-done', location: first.keyAt, message: say('ag-never-done'), subjects: [] };
}
