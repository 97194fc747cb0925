import type { GivenArguments, Value } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Route } from '../../python/outline/routes.ts';
import type { PythonContext } from './context.ts';
import { rewardFunctionOf } from './rewardFunction.ts';
import { sampleOf, textAt } from './shared.ts';

/** A function whose result OpenRLHF takes a reward from. */
export interface RewardGiver {
  readonly kind: 'function' | 'server';
  readonly fn: FunctionOutline;
  /** What it is called with. */
  readonly given: GivenArguments | undefined;
  /** What OpenRLHF sees of a value that the function returns. */
  readonly seen: (value: Value) => Value;
}

/** The reward function of a file, and the functions behind the routes that launches ask. */
export function rewardGiversOf(context: PythonContext): RewardGiver[] {
  const fn = rewardFunctionOf(context);
  const givers: RewardGiver[] = [];
  // An async one is told as such; its call gives a coroutine, whatever it returns.
  if (fn?.async === null) givers.push({ kind: 'function', fn, given: sampleOf(fn), seen: (value) => value });
  for (const route of postRoutesOf(context)) {
    if (!isRewritten(route))
      givers.push({ kind: 'server', fn: route.fn, given: undefined, seen: (value) => answered(value, route) });
  }
  return givers;
}

export function postRoutesOf({ routes }: PythonContext): readonly Route[] {
  return routes.filter(({ methods }) => methods.includes('POST'));
}

/** FastAPI makes another answer of the result where the route has a model or a class for it. */
function isRewritten({ fn, framework, decorator }: Route): boolean {
  if (fn.isGenerator) return true;
  if (framework !== 'fastapi') return false;
  const behind = textAt(fn.file, { start: fn.parametersRange.end, end: fn.range.end });
  const [, annotation = 'dict'] = /^\s*->\s*([^:\n]+):/.exec(behind) ?? [];
  return /response_(?:model|class)/.test(decorator.options) || !/^(?:dict|Dict|typing\.Dict)\b/.test(annotation.trim());
}

/** The JSON of an answer; text where it is none. */
function answered(value: Value, { framework }: Route): Value {
  if (value.kind === 'response') return value.media === 'json' ? value.content : value;
  // A body with a status, and objects that are answers themselves.
  if (framework === 'flask' && value.kind === 'tuple') return { kind: 'unknown', at: value.at };
  if (framework === 'flask' && value.kind === 'str') return { kind: 'response', media: 'text', at: value.at };
  return value;
}
