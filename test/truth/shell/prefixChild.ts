// Evaluates the prefixes of the corpus in a process of its own, so that a hang can be ended. Reports after each script.
import { loadCorpus } from './corpus.ts';
import { loadEvaluator } from './model.ts';
import { checkPrefixes } from './prefixes.ts';

const [part = '0', parts = '1', level = ''] = process.argv.slice(2);
const evaluate = await loadEvaluator();
const corpus = loadCorpus();
for (const [i, script] of corpus.scripts.entries()) {
  if (i % Number(parts) !== Number(part)) continue;
  process.send?.({
    path: script.path,
    ...checkPrefixes(script.path, script.text, corpus.files, evaluate, level === 'full'),
  });
}
process.disconnect();
