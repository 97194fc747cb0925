import { RESET_KEYS, STEP_KEYS, STEP_RESULT } from '../../contracts/agent.ts';
import type { ReturnPath, Value } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { agentClassesOf } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import {
  alternatives,
  givenToMethod,
  insertion,
  inWords,
  isNoDict,
  isReplaced,
  judgedPaths,
  textAt,
  withMembers,
  wrongCount,
  writtenAt,
} from './shared.ts';

/** What `reset` and `step` return (`agent.py:42-43, 117-150` of 0.11.2). */
export const agentResult: PythonFamily = {
  rules: [
    { id: 'ag-step-keys', severity: 'error', stage: 'S6' },
    { id: 'ag-step-reward-type', severity: 'error', stage: 'S6' },
    { id: 'ag-step-feedback-type', severity: 'error', stage: 'S6' },
    { id: 'ag-reset-result', severity: 'error', stage: 'S6' },
    { id: 'ag-never-done', severity: 'info', stage: 'S6' },
    { id: 'ag-sampling-params', severity: 'error', stage: 'S6' },
  ],
  *check(context) {
    for (const { reset, step } of agentClassesOf(context)) {
      if (reset?.async && !isReplaced(reset)) yield* resetResult(context, reset);
      if (step?.async && !isReplaced(step)) yield* stepResult(context, step);
    }
  },
};

const REQUIRED = STEP_RESULT.filter(({ required }) => required).map(({ name }) => name);
const KEYS = listed(REQUIRED.map((name) => `"${name}"`));

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
        const isWrong = all.every((one) => (isNoDict(one) && one.kind !== 'str') || one.kind === 'dict');
        return isWrong && first !== undefined ? `its observation is ${inWords(first)}, not text` : null;
      }
      return isNoDict(value) ? `this is ${inWords(value)}` : null;
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

function* stepResult(context: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const { flow } = context;
  const plain = judgedPaths(flow, fn, (value) => (isNoDict(value) ? true : null), givenToMethod(fn, STEP_KEYS));
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
      fixes: isMissing ? completed(fn, value, problem.missing) : [],
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
function completed({ file }: FunctionOutline, value: Value, missing: readonly string[]): Fix[] {
  const entry = missing.map((name) => FILLERS[name] ?? '').join(', ');
  const edit = withMembers(file, value, entry);
  if (edit === undefined) return [];
  return [fix(say('fix-add-key', { entry }), [edit, ...(entry.includes('torch') ? importTorch(file) : [])])];
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
          location: writtenAt(value, path.at),
          message,
          fixes: code === 'ag-step-reward-type' ? asTensor(fn, value) : [],
          subjects: [],
        };
      }
    }
  }
}

interface Problem {
  readonly code: string;
  readonly message: Draft['message'];
  readonly value: Value;
}

function rewardProblem(value: Value): Problem | undefined {
  if (isNoDict(value) && value.kind !== 'tensor') {
    return { code: 'ag-step-reward-type', message: say('ag-step-reward-type', { kind: inWords(value) }), value };
  }
  const count = value.kind === 'tensor' ? wrongCount(value) : undefined;
  if (count === undefined) return undefined;
  return { code: 'ag-step-reward-type', message: say('ag-step-reward-shape', { count }), value };
}

function scoreProblem(value: Value): Problem | undefined {
  const { kind } = value;
  if (kind === 'str' || kind === 'dict' || kind === 'set') {
    return { code: 'rf-reward-shape', message: say('rf-rewards-kind', { key: 'scores', kind: inWords(value) }), value };
  }
  const count = wrongCount(value);
  if (count === undefined) return undefined;
  return { code: 'rf-reward-shape', message: say('rf-reward-shape', { key: 'scores', count }), value };
}

function samplingProblem(value: Value): Problem | undefined {
  if (value.kind === 'none' || !(isNoDict(value) || value.kind === 'dict')) return undefined;
  // What Python takes for false leaves the parameters as they are.
  if ((value.kind === 'int' || value.kind === 'float' || value.kind === 'bool') && !value.value) return undefined;
  if (value.kind === 'dict' && value.entries.length === 0) return undefined;
  return { code: 'ag-sampling-params', message: say('ag-sampling-params', { kind: inWords(value) }), value };
}

function feedbackProblem(value: Value): Problem | undefined {
  if (value.kind === 'str' || !(isNoDict(value) || value.kind === 'dict')) return undefined;
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
