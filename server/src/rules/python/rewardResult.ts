import type { Dict, DictEntry, ReturnPath, Value } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Location } from '../../text/location.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix, Message, TextEdit } from '../model.ts';
import type { PythonContext, PythonFamily, PythonUse } from './context.ts';
import { rewardGiversOf, type RewardGiver } from './givers.ts';
import { alternatives, inWords, isNoDict, judgedPaths, severityIn, textAt, wrongCount, writtenAt } from './shared.ts';

/** What `reward_func` returns and what a reward server answers (`openrlhf/utils/agent.py:286-299` of 0.11.2, `samples_generator.py:283-297`). */
export const rewardResult: PythonFamily = {
  rules: [
    { id: 'rf-return-not-dict', severity: 'error', stage: 'S7' },
    { id: 'rf-missing-rewards-key', severity: 'error', stage: 'S7' },
    { id: 'rf-reward-shape', severity: 'error', stage: 'S6' },
    { id: 'rf-int-reward', severity: 'error', stage: 'S7' },
    { id: 'rs-no-json', severity: 'error', stage: 'S7' },
  ],
  *check(context) {
    for (const giver of rewardGiversOf(context)) {
      yield* kinds(context, giver);
      yield* missingRewards(context, giver);
      yield* rewardValues(context, giver);
    }
  },
};

function* kinds({ flow }: PythonContext, { kind, fn, given, seen }: RewardGiver): Iterable<Draft> {
  if (fn.isGenerator) {
    yield {
      code: 'rf-return-not-dict',
      location: { uri: fn.file.uri, range: fn.nameRange },
      message: say('rf-generator'),
      subjects: [],
    };
    return;
  }
  const { judged, certain } = judgedPaths(flow, fn, (value) => (isNoDict(value) ? true : null), given, seen);
  for (const { path, value } of judged) {
    yield {
      code: value.kind === 'response' && kind === 'server' ? 'rs-no-json' : 'rf-return-not-dict',
      severity: certain ? 'error' : 'warning',
      location: path.expression ?? path.at,
      message: noDict(kind, path, value),
      fixes: wrapped(fn, path, value),
      subjects: [],
    };
  }
}

function noDict(giver: RewardGiver['kind'], { expression }: ReturnPath, value: Value): Message {
  if (giver === 'function')
    return expression === null ? say('rf-falls-off') : say('rf-return-not-dict', { kind: inWords(value) });
  if (value.kind === 'response') return say('rs-no-json');
  return expression === null ? say('rs-falls-off') : say('rs-answer-not-object', { kind: inWords(value) });
}

/** The contract before 0.8.3: the rewards themselves are returned. */
function wrapped(fn: FunctionOutline, { expression }: ReturnPath, value: Value): Fix[] {
  if (expression?.uri !== fn.file.uri) return [];
  if (value.kind !== 'tensor' && value.kind !== 'float' && value.kind !== 'int' && value.kind !== 'list') return [];
  const text = textAt(fn.file, expression.range);
  if (text.includes('\n') || text.includes('await')) return [];
  // A name can stand twice; anything else would be computed twice.
  const scores = /^\w+$/.test(text) ? `, "scores": ${text}` : '';
  return [fix(say('fix-wrap-rewards'), [{ location: expression, newText: `{"rewards": ${text}${scores}}` }], true)];
}

function* missingRewards({ flow }: PythonContext, { fn, given, seen }: RewardGiver): Iterable<Draft> {
  const { judged, certain } = judgedPaths(flow, fn, (value): Lack | null => lackOf(value), given, seen);
  for (const { path, value, problem } of judged) {
    const near = problem === 'missing' && value.kind === 'dict' ? nearKey(value) : undefined;
    yield {
      code: 'rf-missing-rewards-key',
      severity: certain && problem === 'missing' ? 'error' : 'warning',
      location: near?.keyAt ?? whereDict(value, path),
      message: lackMessage(problem, near),
      fixes: near === undefined ? [] : renamedKey(fn, near),
      subjects: [],
    };
  }
}

type Lack = 'missing' | 'maybe';

function lackOf(value: Value): Lack | null {
  if (value.kind !== 'dict' || value.open) return null;
  const entry = value.entries.find(({ key }) => key === 'rewards');
  if (entry === undefined) return 'missing';
  return entry.maybe === true ? 'maybe' : null;
}

function lackMessage(problem: Lack, near: DictEntry | undefined): Message {
  if (problem === 'maybe') return say('rf-maybe-missing-rewards');
  return near === undefined ? say('rf-missing-rewards-key') : say('rf-missing-rewards-near', { key: near.key });
}

function nearKey({ entries }: Dict): DictEntry | undefined {
  return (
    entries.find(({ key }) => /^(?:reward|reward_score|Rewards|reward_scores)$/.test(key)) ??
    entries.find(({ key }) => /^scores?$/.test(key))
  );
}

function renamedKey({ file }: FunctionOutline, { key, keyAt }: DictEntry): Fix[] {
  // `scores` stays beside what is trained on.
  if (keyAt.uri !== file.uri || /^scores?$/.test(key)) return [];
  const written = textAt(file, keyAt.range);
  if (!written.includes(key)) return [];
  return [
    fix(
      say('fix-rename-key', { key: 'rewards' }),
      [{ location: keyAt, newText: written.replace(key, 'rewards') }],
      true,
    ),
  ];
}

function whereDict(value: Value, path: ReturnPath): Location {
  return path.expression ?? writtenAt(value, path.at);
}

function* rewardValues(context: PythonContext, { fn, given, seen }: RewardGiver): Iterable<Draft> {
  const { flow } = context;
  const bad = judgedPaths(flow, fn, (value) => problemsOf(value), given, seen);
  for (const { path, problem } of bad.judged) {
    for (const { code, message, at, severity } of problem) {
      yield {
        code,
        severity: bad.certain ? (severity ?? 'error') : 'warning',
        location: at ?? path.at,
        message,
        subjects: [],
      };
    }
  }
  const whole = judgedPaths(flow, fn, (value) => wholeRewards(value), given, seen);
  const trains = mayHaveGroups(context)
    ? severityIn(context, whole.certain && hasGroups(context) ? 'error' : 'warning', { until: '0.11.1' })
    : null;
  const severity = trains ?? (isEvaluated(context) ? 'warning' : null);
  if (severity === null) return;
  for (const { path, problem } of whole.judged) {
    yield {
      code: 'rf-int-reward',
      severity,
      location: problem.at,
      message:
        trains === null
          ? say('rf-int-reward-evaluated', { kind: inWords(problem) })
          : say('rf-int-reward', { kind: inWords(problem) }),
      fixes: madeFloat(fn, problem, path),
      subjects: [],
    };
  }
}

interface Problem {
  readonly code: string;
  readonly message: Message;
  readonly at: Location | undefined;
  readonly severity?: 'warning';
}

function rewardsOf(value: Value): Value | undefined {
  if (value.kind !== 'dict') return undefined;
  return value.entries.find(({ key, maybe }) => key === 'rewards' && maybe !== true)?.value;
}

/** Problems of the numbers in one dict; `null` where there are none. */
function problemsOf(value: Value): readonly Problem[] | null {
  const problems = (['rewards', 'scores'] as const).flatMap((key) => {
    const entry =
      value.kind === 'dict' ? value.entries.find((one) => one.key === key && one.maybe !== true) : undefined;
    const all = entry === undefined ? [] : alternatives(entry.value);
    return all.flatMap((one) => problemOf(key, one, all.length === 1) ?? []);
  });
  return problems.length > 0 ? problems : null;
}

function problemOf(key: 'rewards' | 'scores', value: Value, only: boolean): Problem | undefined {
  const { at, kind } = value;
  const severity = only ? {} : { severity: 'warning' as const };
  if (kind === 'none') {
    // Without scores the rewards take their place.
    if (key === 'scores') return undefined;
    return { code: 'rf-missing-rewards-key', message: say('rf-rewards-none'), at, ...severity };
  }
  if (
    kind === 'str' ||
    kind === 'dict' ||
    kind === 'set' ||
    kind === 'function' ||
    kind === 'class' ||
    kind === 'coroutine'
  ) {
    return { code: 'rf-reward-shape', message: say('rf-rewards-kind', { key, kind: inWords(value) }), at, ...severity };
  }
  const count = wrongCount(value);
  if (count === undefined) return undefined;
  return { code: 'rf-reward-shape', message: say('rf-reward-shape', { key, count }), at, ...severity };
}

/** Rewards that are whole numbers on every way. */
function wholeRewards(value: Value): Value | null {
  const rewards = rewardsOf(value);
  if (rewards === undefined) return null;
  const all = alternatives(rewards);
  return all.every(isWhole) ? (all[0] ?? null) : null;
}

function isWhole(value: Value): boolean {
  if (value.kind === 'int' || value.kind === 'bool') return true;
  if (value.kind === 'list' || value.kind === 'tuple') {
    const { items, element } = value;
    if (items !== undefined) return items.length === 1 && items.every(isWhole);
    return element !== undefined && alternatives(element).every(isWhole);
  }
  return value.kind === 'tensor' && (value.dtype === 'int' || value.dtype === 'bool');
}

function launchesOf({ uses, asking }: PythonContext): readonly Pick<PythonUse, 'configs'>[] {
  return [...uses, ...asking];
}

/** Evaluation takes the mean of the rewards as they are, in all releases (`ppo_trainer.py:116` of 0.11.2). */
function isEvaluated(context: PythonContext): boolean {
  return launchesOf(context).some(({ configs }) =>
    configs.some((config) => {
      const [dataset, steps] = [config.get('eval.dataset'), config.get('eval.steps')];
      const isSet = dataset?.known === true && dataset.value.type === 'str' && dataset.value.value !== '';
      return isSet && !(steps?.known === true && Number(steps.value.value) < 0);
    }),
  );
}

/** True where a launch has several samples for a prompt in any case. */
function hasGroups(context: PythonContext): boolean {
  return launchesOf(context).some(
    ({ configs }) => configs.length > 0 && configs.every((config) => samplesIn(config) !== 1n),
  );
}

function mayHaveGroups(context: PythonContext): boolean {
  const uses = launchesOf(context);
  return uses.length === 0 || uses.some(({ configs }) => configs.some((config) => samplesIn(config) !== 1n));
}

function samplesIn(config: PythonContext['uses'][number]['configs'][number]): bigint | undefined {
  const entry = config.get('rollout.n_samples_per_prompt');
  if (entry?.known !== true || typeof entry.value.value !== 'number') return undefined;
  return BigInt(Math.trunc(entry.value.value));
}

/** `float(x)` or `x.float()` around an expression that is written in this file. */
function madeFloat({ file }: FunctionOutline, value: Value, { at }: ReturnPath): Fix[] {
  if (value.at.uri !== file.uri || at.uri !== file.uri) return [];
  const text = textAt(file, value.at.range);
  if (text === '' || text.includes('\n') || /^(?:if|return|for)\b/.test(text)) return [];
  if (value.kind !== 'int' && value.kind !== 'bool' && value.kind !== 'tensor') return [];
  const literal = /^-?\d+$/.test(text);
  const newText = literal ? `${text}.0` : value.kind === 'tensor' ? `(${text}).float()` : `float(${text})`;
  const edit: TextEdit = { location: value.at, newText };
  return [fix(say('fix-float'), [edit])];
}
