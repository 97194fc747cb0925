import { inspect } from 'node:util';
import type { LaunchCommand, ScriptModel } from '../../../server/src/shell/model.ts';
import type { BashResult } from './bash.ts';
import type { Pair } from './compare.ts';
import { pairLaunches } from './compare.ts';
import type { CorpusScript } from './corpus.ts';
import type { Coverage } from './coverage.ts';
import { measure, noCoverage } from './coverage.ts';
import { environments } from './environments.ts';
import type { ProcessEnvironment, Run } from './launchEnvironment.ts';
import { namesSetFor, wrongAssignments } from './launchEnvironment.ts';
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

/** The pairs of one run of a script. */
interface Paired {
  readonly pairs: readonly Pair[];
  readonly started: ProcessEnvironment;
}

/** Variables that the script sets for a launch of ours, which does not have them. */
function missingAssignments(script: CorpusScript, paired: readonly Paired[]): string[] {
  const runs = new Map<LaunchCommand, Run[]>();
  for (const { pairs, started } of paired) {
    for (const { ours, real } of pairs) {
      runs.set(ours, [...(runs.get(ours) ?? []), { real: real.environment, started }]);
    }
  }
  return [...runs].flatMap(([launch, ofLaunch]) => {
    const everywhere = new Set(ofLaunch.map(({ started }) => started)).size === environments.length;
    const names = namesSetFor(ofLaunch, everywhere).filter((name) => !launch.env.some((one) => one.name === name));
    return names.length === 0
      ? []
      : [`${script.path}: ${names.join(' ')} of the script reach the launch ${showLaunch(launch)}`];
  });
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
  const paired: Paired[] = [];
  for (const [index, environment] of environments.entries()) {
    const result = results[index];
    if (result === undefined || result.timedOut) {
      disagreements.push(`${script.path} in environment ${environment.name}: bash did not end`);
      continue;
    }
    const stopped = script.stops.has(environment.name);
    const rules = { stopped, anyOrder: script.anyOrder };
    const withEnvironment = pairLaunches(model.launches, result.launches, { ...rules, started: result.started });
    const pairs = withEnvironment ?? pairLaunches(model.launches, result.launches, rules);
    if (pairs === undefined) {
      disagreements.push(report(script, environment.name, result, model));
      continue;
    }
    if (withEnvironment === undefined) {
      const wrong = pairs.map(
        (pair) => `    ${showLaunch(pair.ours)}\n      bash: ${wrongAssignments(pair).join(' ')}`,
      );
      disagreements.push(
        [`${script.path} in environment ${environment.name}: other variables reach the launches`, ...wrong].join('\n'),
      );
    }
    paired.push({ pairs, started: result.started });
    if (!stopped) complete.push(pairs);
  }
  disagreements.push(...missingAssignments(script, paired));
  return { script, coverage: measure(complete), realLaunches, disagreements, model };
}
