import { inspect } from 'node:util';
import type { ScriptModel } from '../../../server/src/shell/model.ts';
import type { BashResult } from './bash.ts';
import type { Pair } from './compare.ts';
import { pairLaunches } from './compare.ts';
import type { CorpusScript } from './corpus.ts';
import type { Coverage } from './coverage.ts';
import { measure, noCoverage } from './coverage.ts';
import { environments } from './environments.ts';
import type { Evaluate } from './model.ts';
import { modelOf, showLaunch } from './model.ts';

/** What came of comparing one script with real bash. */
export interface Verdict {
  readonly script: CorpusScript;
  readonly coverage: Coverage;
  readonly realLaunches: number;
  /** A report for each disagreement. */
  readonly disagreements: readonly string[];
  readonly model: ScriptModel | undefined;
}

function report(script: CorpusScript, environment: string, real: BashResult, model: ScriptModel): string {
  const theirs = real.launches.map(
    (l) => `    ${[l.program, ...l.launcher].join(' ')} ${l.module}: ${l.argv.map((w) => JSON.stringify(w)).join(' ')}`,
  );
  const ours = model.launches.map((launch) => `    ${showLaunch(launch)}`);
  return [
    `${script.path} in environment ${environment}`,
    '  bash:',
    ...(theirs.length > 0
      ? theirs
      : [`    no launch${real.stderr === '' ? '' : `; stderr: ${real.stderr.slice(0, 300)}`}`]),
    '  ours:',
    ...(ours.length > 0 ? ours : ['    no launch']),
  ].join('\n');
}

/** Compares what real bash did in each environment, in the order of `environments`, with our model of the script. */
export function checkScript(
  script: CorpusScript,
  results: readonly BashResult[],
  evaluate: Evaluate,
  files: ReadonlyMap<string, string>,
): Verdict {
  const realLaunches = results.reduce((sum, result) => sum + result.launches.length, 0);
  let model: ScriptModel;
  try {
    model = modelOf(evaluate, script.path, script.text, files);
  } catch (error) {
    const disagreements = [`${script.path}: the evaluator threw ${inspect(error)}`];
    return { script, coverage: noCoverage(), realLaunches, disagreements, model: undefined };
  }
  const disagreements: string[] = [];
  const complete: Pair[][] = [];
  for (const [index, environment] of environments.entries()) {
    const result = results[index];
    if (result === undefined || result.timedOut) {
      disagreements.push(`${script.path} in environment ${environment.name}: bash did not end`);
      continue;
    }
    const stopped = script.stops.has(environment.name);
    const pairs = pairLaunches(model.launches, result.launches, { stopped, anyOrder: script.anyOrder });
    if (pairs === undefined) disagreements.push(report(script, environment.name, result, model));
    else if (!stopped) complete.push(pairs);
  }
  return { script, coverage: measure(complete), realLaunches, disagreements, model };
}
