import type { EffectiveConfig } from '../../config/model.ts';
import { alternatives, place, textAt, writtenAt } from './shared.ts';
import type { Draft } from '../context.ts';
import { say } from '../finding.ts';
import { agentClassesOf } from './agents.ts';
import type { PythonContext, PythonFamily, PythonUse } from './context.ts';
import { rewardFunctionOf } from './rewardFunction.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';

/** What a file and the launches that name it do not agree on. */
export const launchSides: PythonFamily = {
  rules: [
    { id: 'rf-scores-missing', severity: 'info', stage: 'S6' },
    { id: 'rf-scores-range', severity: 'warning', stage: 'S6' },
    { id: 'rf-labels-empty', severity: 'warning', stage: 'S6' },
    { id: 'ag-images-off', severity: 'warning', stage: 'S6' },
  ],
  *check(context) {
    const reward = rewardFunctionOf(context);
    if (reward !== null) {
      yield* scores(context, reward);
      yield* labels(context, reward);
    }
    for (const { step } of agentClassesOf(context)) {
      if (!step?.async) continue;
      yield* scores(context, step);
      yield* images(context, step);
    }
  },
};

/** The launches of which every way has this. */
function usesWith({ uses }: PythonContext, holds: (config: EffectiveConfig) => boolean): PythonUse[] {
  return uses.filter(({ configs }) => configs.length > 0 && configs.every(holds));
}

function isTrue(config: EffectiveConfig, dest: string): boolean {
  const entry = config.get(dest);
  return entry?.known === true && entry.value.type === 'bool' && entry.value.value === true;
}

function related(uses: readonly PythonUse[]): NonNullable<Draft['related']> {
  return uses.map(({ location }) => ({ location, message: say('related-launch') }));
}

function* scores(context: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const filtering = usesWith(context, (config) => isTrue(config, 'algo.dynamic_filtering_enable'));
  if (filtering.length === 0) return;
  const bounds = filtering.flatMap(({ configs }) => configs.map(boundsOf));
  const [first] = bounds;
  for (const { value, at } of context.flow.returns(fn) ?? []) {
    for (const result of alternatives(value)) {
      if (result.kind !== 'dict') continue;
      const entry = result.entries.find(({ key }) => key === 'scores');
      if (entry === undefined && !result.open && result.entries.some(({ key }) => key === 'rewards')) {
        const location = writtenAt(result, at);
        yield {
          code: 'rf-scores-missing',
          location,
          message: say('rf-scores-missing'),
          related: related(filtering),
          subjects: [],
        };
      }
      for (const score of entry === undefined ? [] : alternatives(entry.value)) {
        const number =
          score.kind === 'int' || score.kind === 'float' || score.kind === 'tensor' ? score.value : undefined;
        if (
          number === undefined ||
          first === undefined ||
          !bounds.every((pair) => pair !== null && (number < pair[0] || number > pair[1]))
        )
          continue;
        yield {
          code: 'rf-scores-range',
          location: score.at,
          message: say('rf-scores-range', { value: number, low: first?.[0] ?? 0, high: first?.[1] ?? 1 }),
          related: related(filtering),
          subjects: [],
        };
      }
    }
  }
}

function boundsOf(config: EffectiveConfig): readonly [number, number] | null {
  const entry = config.get('algo.dynamic_filtering_range');
  const value = entry?.known === true ? entry.value.value : undefined;
  if (typeof value !== 'object' || value === null) return null;
  const [low, high] = value.map((item) => Number(item.value));
  return low === undefined || high === undefined ? null : [low, high];
}

/** `label_key` is None, so that `labels` holds nothing but empty text (`prompts_dataset.py` of 0.11.2). */
function* labels(context: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const parameter = fn.parameters[2];
  if (parameter?.kind !== 'positional' && parameter?.kind !== 'positional-only') return;
  const without = usesWith(context, (config) => {
    const entry = config.get('data.label_key');
    return entry?.known === true && entry.value.type === 'NoneType';
  });
  const body = textAt(fn.file, { start: fn.parametersRange.end, end: fn.range.end });
  if (without.length === 0 || !new RegExp(`\\b${parameter.name}\\b`).test(body)) return;
  yield {
    code: 'rf-labels-empty',
    location: place(fn.file, parameter.range),
    message: say('rf-labels-empty'),
    related: related(without),
    subjects: [],
  };
}

function* images(context: PythonContext, step: FunctionOutline): Iterable<Draft> {
  const off = usesWith(context, (config) => {
    const entry = config.get('data.max_images_per_prompt');
    return entry?.known === true && entry.value.value === 0;
  });
  if (off.length === 0) return;
  for (const { value } of context.flow.returns(step) ?? []) {
    for (const result of alternatives(value)) {
      const entry = result.kind === 'dict' ? result.entries.find(({ key }) => key === 'environment_images') : undefined;
      const isEmpty =
        entry !== undefined &&
        alternatives(entry.value).every(
          (one) => one.kind === 'none' || (one.kind === 'list' && one.items?.length === 0),
        );
      if (entry === undefined || isEmpty) continue;
      yield {
        code: 'ag-images-off',
        location: entry.keyAt,
        message: say('ag-images-off'),
        related: related(off),
        subjects: [],
      };
    }
  }
}
