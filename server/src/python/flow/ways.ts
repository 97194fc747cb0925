import type { Location } from '../../text/location.ts';
import { type Abstract, atomsOf, isLoose, oneOf, unknown } from './domain.ts';
import { joinStates } from './join.ts';
import type { Way } from './machine.ts';
import type { State } from './state.ts';

/** One state for several, those that end nowhere left out. */
export function joinWays(states: readonly State[]): State {
  const alive = states.filter(({ dead }) => !dead);
  const [first, ...rest] = alive.length > 0 ? alive : states;
  if (!first) throw new Error('no state to join');
  return rest.reduce(joinStates, first);
}

/** Goes on with one state and one value for all ways; the values are told apart. */
export function mergeWays(state: State, ways: readonly Way[], at: Location): Abstract {
  if (ways.length === 0) {
    state.dead = true;
    return unknown(at);
  }
  const doubt = state.doubt;
  state.become(joinWays(ways.map((way) => way.state)));
  if (ways.length > 1) state.doubt = doubt;
  return oneOf(
    ways.flatMap(({ value }) => atomsOf(value)),
    ways.some(({ value }) => isLoose(value)),
    at,
  );
}
