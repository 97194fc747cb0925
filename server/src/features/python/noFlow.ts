import type { Flow } from '../../python/flow/model.ts';
import type { PythonFiles } from '../../python/outline/model.ts';

/** Stands in for the reader of bodies until it is there: nothing is known of any body. */
export const createFlow: (files: PythonFiles) => Flow = () => {
  const at = { uri: '', range: { start: 0, end: 0 } };
  return {
    returns: () => null,
    moduleValue: () => ({ kind: 'unknown', at }),
    attribute: () => ({ kind: 'unknown', at }),
    keysRead: () => [],
    calls: () => [],
    bases: () => ({ names: [], classes: [], complete: false }),
    method: () => undefined,
  };
};
