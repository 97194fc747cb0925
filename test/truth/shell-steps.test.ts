import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { before, describe, test } from 'node:test';
import { freshFolder, mapPool } from './shell/bash.ts';
import type { Pair } from './shell/compare.ts';
import { pairLaunches } from './shell/compare.ts';
import type { CorpusScript } from './shell/corpus.ts';
import { loadCorpus } from './shell/corpus.ts';
import type { Environment } from './shell/environments.ts';
import { environments } from './shell/environments.ts';
import { loadEvaluator, modelOf } from './shell/model.ts';
import { Sandbox } from './shell/sandbox.ts';
import type { TracedLaunch } from './shell/trace.ts';
import { loopName, loopNames, tracedLaunches, traceSetup, wrongSteps } from './shell/trace.ts';

interface TracedRun {
  readonly script: CorpusScript;
  readonly environment: Environment;
  readonly pairs: readonly (Pair & { readonly traced: TracedLaunch | undefined })[];
  /** Launches that the trace shows, and that the fakes recorded. */
  readonly counts: readonly [number, number];
}

describe('the steps to a launch: calls, loops and sourced files, against the trace of bash', () => {
  const corpus = loadCorpus();
  const scripts = corpus.scripts.filter(({ path }) => /^(?:functions|loops|source)\//.test(path));
  const names = loopNames([...corpus.files.values()]);
  let runs: TracedRun[] = [];

  before(async () => {
    const evaluate = await loadEvaluator();
    const folder = freshFolder('steps');
    const sandbox = new Sandbox(folder, corpus.files);
    const all = scripts.flatMap((script) => environments.map((environment) => ({ script, environment })));
    runs = await mapPool(all, availableParallelism() + 1, async ({ script, environment }, i) => {
      const trace = `${folder}/trace-${i}`;
      writeFileSync(trace, '');
      writeFileSync(`${trace}.setup`, traceSetup(trace, names));
      const result = await sandbox.run(script, environment, new Map(), { BASH_ENV: `${trace}.setup` });
      const traced = tracedLaunches(readFileSync(trace, 'utf8'), names);
      const model = modelOf(evaluate, script.path, script.text, corpus.files);
      const rules = { stopped: script.stops.has(environment.name), anyOrder: script.anyOrder };
      const pairs = pairLaunches(model.launches, result.launches, rules) ?? [];
      return {
        script,
        environment,
        pairs: pairs.map((pair) => ({ ...pair, traced: traced[result.launches.indexOf(pair.real)] })),
        counts: [traced.length, result.launches.length],
      };
    });
  });

  test('the trace shows each launch that the fakes recorded', () => {
    const other = runs.filter(
      ({ counts: [traced, recorded], pairs }) => traced !== recorded || pairs.length !== recorded,
    );
    assert.deepEqual(
      other.map(({ script, environment, counts }) => [script.path, environment.name, ...counts]),
      [],
    );
  });

  test('calls and sourced files are the ones that bash was in, made at the same lines; loops have the same values', (t) => {
    const wrong: string[] = [];
    const seen = { call: 0, source: 0, loop: 0 };
    for (const { script, environment, pairs } of runs) {
      for (const { ours, traced } of pairs) {
        if (traced === undefined) continue;
        for (const { kind } of ours.via) seen[kind]++;
        for (const problem of wrongSteps(ours, traced, corpus.files)) {
          wrong.push(`${script.path} in environment ${environment.name}: ${problem}`);
        }
      }
    }
    t.diagnostic(`${scripts.length} scripts, ${runs.length} runs: ${JSON.stringify(seen)} steps`);
    assert.ok(seen.call >= 50 && seen.source >= 20 && seen.loop >= 50, JSON.stringify(seen));
    assert.deepEqual(wrong, []);
  });

  test('where the name of a loop changes from one launch to the next at the same place, each has a step of that loop', () => {
    const lacking: string[] = [];
    let rounds = 0;
    for (const { script, pairs } of runs) {
      for (const name of loopNames([script.text])) {
        const groups = new Map<string, typeof pairs>();
        for (const pair of pairs) {
          const place = JSON.stringify([pair.traced?.file, pair.traced?.line, pair.traced?.frames]);
          groups.set(place, [...(groups.get(place) ?? []), pair]);
        }
        const changes = (group: typeof pairs): boolean =>
          new Set(group.map(({ traced }) => traced?.loopValues.get(name))).size > 1;
        const inLoop = [...groups.values()].filter(changes).flat();
        const stepsOf = ({ ours }: Pair): number =>
          ours.via.filter((step) => step.kind === 'loop' && loopName(step.location, corpus.files) === name).length;
        rounds += inLoop.length;
        if (inLoop.some((pair) => stepsOf(pair) === 0)) lacking.push(`${script.path}: for ${name}`);
      }
    }
    assert.ok(rounds > 50, `${rounds} rounds`);
    assert.deepEqual(lacking, []);
  });
});
