import type { FunctionOutline } from '../outline/model.ts';
import type { GivenArguments, Value } from './model.ts';

/**
 * What `queries, prompts, labels` of a reward function hold: lists of one sample each (SingleTurnAgentExecutor, OpenRLHF 0.10.2
 * to 0.11.2). Queries and prompts are text; a label is whatever the dataset has.
 */
export function singleSample(fn: FunctionOutline): GivenArguments {
  const given = new Map<number, Value>();
  fn.parameters.slice(0, 3).forEach(({ kind, range }, index) => {
    if (kind !== 'positional' && kind !== 'positional-only') return;
    const at = { uri: fn.file.uri, range };
    const item: Value = index < 2 ? { kind: 'str', at } : { kind: 'unknown', at };
    given.set(index, { kind: 'list', items: [item], at });
  });
  return given;
}
