import type { Value } from '../../python/flow/model.ts';
import type { Location } from '../../text/location.ts';
import type { Draft } from '../context.ts';
import { say } from '../finding.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { rewardGiversOf, type RewardGiver } from './givers.ts';
import { alternatives } from './shared.ts';

/** Rewards that are taken as they are and teach nothing, or harm (`experience_maker.py:254-330` of 0.11.2 looks at none of this). */
export const rewardWorth: PythonFamily = {
  rules: [
    { id: 'rf-constant-reward', severity: 'info', stage: 'S8' },
    { id: 'rf-not-finite', severity: 'warning', stage: 'S8' },
  ],
  *check(context) {
    for (const giver of rewardGiversOf(context)) {
      const all = rewardsOf(context, giver);
      if (all === null) continue;
      yield* constant(all);
      yield* notFinite(context, all);
    }
  },
};

/** What `rewards` can be on each way out; `null` where some way is not known. */
function rewardsOf({ flow }: PythonContext, { fn, given, seen }: RewardGiver): readonly Value[] | null {
  const paths = flow.returns(fn, given) ?? [];
  const rewards: Value[] = [];
  for (const value of paths.flatMap((path) => alternatives(path.value).flatMap((one) => alternatives(seen(one))))) {
    const entry = value.kind === 'dict' ? value.entries.find(({ key }) => key === 'rewards') : undefined;
    if (entry === undefined || entry.maybe === true) return null;
    rewards.push(...alternatives(entry.value));
  }
  return rewards.length === 0 ? null : rewards;
}

function* constant(rewards: readonly Value[]): Iterable<Draft> {
  const numbers = rewards.map(numberOf);
  const [first] = numbers;
  const [value] = rewards;
  if (value === undefined || first === undefined || numbers.some((number) => number !== first)) return;
  yield {
    code: 'rf-constant-reward',
    location: value.at,
    message: say('rf-constant-reward', { value: String(first) }),
    subjects: [],
  };
}

/** The number of a value that is one in any case. */
function numberOf(value: Value): number | undefined {
  switch (value.kind) {
    case 'bool':
      return value.value === undefined ? undefined : Number(value.value);
    case 'int':
    case 'float':
      return value.value;
    case 'tensor':
      return (value.shape ?? [null]).every((size) => size === 1) ? value.value : undefined;
    case 'list':
    case 'tuple': {
      const [only, ...more] = value.items ?? [];
      return only === undefined || more.length > 0 ? undefined : numberOf(only);
    }
    case 'unknown':
    case 'none':
    case 'str':
    case 'set':
    case 'dict':
    case 'function':
    case 'class':
    case 'instance':
    case 'external':
    case 'coroutine':
    case 'generator':
    case 'response':
    case 'oneOf':
      return undefined;
  }
}

/** Infinity and “not a number” as they are written. */
const WRITTEN = /^[-+]?\s*float\(\s*(['"])\s*[-+]?(?:inf(?:inity)?|nan)\s*\1\s*\)$/i;
const CONSTANT = /^(?:math|numpy|torch)\.(?:inf|nan|Inf|NaN|infty)$/;

function* notFinite({ file }: PythonContext, rewards: readonly Value[]): Iterable<Draft> {
  const told = new Set<string>();
  for (const reward of rewards) {
    const text = writtenAt(file.uri === reward.at.uri ? file.source.text : undefined, reward.at);
    const is = reward.kind === 'float' ? WRITTEN.test(text) : reward.kind === 'external' && CONSTANT.test(reward.name);
    const place = `${reward.at.uri} ${reward.at.range.start}`;
    if (!is || told.has(place)) continue;
    told.add(place);
    yield { code: 'rf-not-finite', location: reward.at, message: say('rf-not-finite', { value: text }), subjects: [] };
  }
}

function writtenAt(text: string | undefined, { range }: Location): string {
  return text?.slice(range.start, range.end) ?? '';
}
