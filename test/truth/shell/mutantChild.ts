// Runs the mutants of the evaluator in a process of its own, so that one that hangs can be ended. Reports after each.
import { freshFolder } from './bash.ts';
import { loadCorpus } from './corpus.ts';
import { runCorpus } from './corpusRun.ts';
import type { Evaluate } from './model.ts';
import { caughtBy, writeMutant } from './mutants.ts';
import { mutations } from './mutations.ts';
import { Sandbox } from './sandbox.ts';

const corpus = loadCorpus();
const real = await runCorpus(corpus, corpus.scripts);
const folder = freshFolder('mutants');
const sandbox = new Sandbox(`${folder}/sandbox`, corpus.files);
for (const [i, mutation] of mutations.entries()) {
  const { evaluateScript } = (await import(writeMutant(mutation, `${folder}/${i}`))) as { evaluateScript: Evaluate };
  process.send?.({
    name: mutation.name,
    caught: (await caughtBy(mutation, evaluateScript, corpus, real, sandbox)) ?? null,
  });
}
process.disconnect();
