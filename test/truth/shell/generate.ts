import { launch } from './generateLaunches.ts';
import type { Scope } from './generateScope.ts';
import { numbers } from './generateScope.ts';
import { statements } from './generateStatements.ts';
import { Random } from './random.ts';
import type { Node } from './tree.ts';

/** A generated script: its tree and the file that it sources. */
export interface GeneratedScript {
  readonly seed: number;
  readonly body: readonly Node[];
  readonly library: readonly Node[];
}

const deepest = 3;

/** A script from a seed: constructs of launch scripts, composed up to three deep. `library` names the file it sources. */
export function generate(seed: number, library: string): GeneratedScript {
  const random = new Random(seed);
  const counter = { launches: 0, names: 0 };
  const inner: Scope = {
    random,
    functions: [],
    inFunction: false,
    inLoop: false,
    counter,
    library: undefined,
    statements,
  };
  const sources = random.chance(0.15);
  const libraryBody = sources ? statements(inner, 1 + random.int(3), deepest - 1) : [];
  const scope: Scope = { ...inner, library: sources ? library : undefined };
  const body = [numbers(scope), ...statements(scope, 3 + random.int(6), deepest)];
  body.push(launch(scope, deepest));
  return { seed, body, library: libraryBody };
}
