import { availableParallelism } from 'node:os';
import type { BashResult } from './bash.ts';
import { freshFolder, mapPool } from './bash.ts';
import type { Corpus, CorpusScript } from './corpus.ts';
import { environments } from './environments.ts';
import { Sandbox } from './sandbox.ts';

/** Runs scripts of the corpus under real bash, each in every environment; results in the order of `environments`. */
export async function runCorpus(
  corpus: Corpus,
  scripts: readonly CorpusScript[],
): Promise<Map<CorpusScript, BashResult[]>> {
  const sandbox = new Sandbox(freshFolder('corpus'), corpus.files);
  const runs = scripts.flatMap((script) => environments.map((environment) => ({ script, environment })));
  const results = await mapPool(runs, availableParallelism() + 1, ({ script, environment }) =>
    sandbox.run(script, environment),
  );
  return new Map(
    scripts.map((script, i) => [script, results.slice(i * environments.length, (i + 1) * environments.length)]),
  );
}
