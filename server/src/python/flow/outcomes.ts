import { sameAbstract } from './domain.ts';
import { distinct } from './join.ts';
import type { Outcome, Return } from './machine.ts';
import { type State, sameState } from './state.ts';

/** Ways that a block leaves open, told apart up to a limit. */

const MAX_STATES = 16;
const MAX_RETURNS = 120;

export const NOTHING: Outcome = { states: [], breaks: [], continues: [], returns: [] };

export function outcome(states: readonly State[]): Outcome {
  return states.length === 0 ? NOTHING : { ...NOTHING, states };
}

/** All ways of several outcomes; those that say the same once. */
export function join(outcomes: readonly Outcome[]): Outcome {
  const [only] = outcomes;
  if (outcomes.length === 1 && only) return only;
  return {
    states: distinct(
      outcomes.flatMap(({ states }) => states),
      MAX_STATES,
    ),
    breaks: distinct(
      outcomes.flatMap(({ breaks }) => breaks),
      MAX_STATES,
    ),
    continues: distinct(
      outcomes.flatMap(({ continues }) => continues),
      MAX_STATES,
    ),
    returns: distinctReturns(outcomes.flatMap(({ returns }) => returns)),
  };
}

function distinctReturns(returns: readonly Return[]): readonly Return[] {
  if (returns.length < 8) return returns;
  const kept: Return[] = [];
  for (const one of returns) {
    const same = kept.some(
      (other) =>
        other.node?.from === one.node?.from &&
        other.state.doubt === one.state.doubt &&
        sameAbstract(other.value, one.value) &&
        sameState(other.state, one.state),
    );
    if (!same) kept.push(one);
    if (kept.length > MAX_RETURNS) throw new TooMany();
  }
  return kept;
}

/** Thrown where a body has more ways than are worth telling apart. */
export class TooMany extends Error {}
