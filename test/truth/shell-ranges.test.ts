import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { freshFolder, mapPool } from './shell/bash.ts';
import { loadCorpus } from './shell/corpus.ts';
import { environments } from './shell/environments.ts';
import { loadEvaluator } from './shell/model.ts';
import { byLevel } from '../support/level.ts';
import { checkRanges, noRangeCounts } from './shell/rangeCheck.ts';
import { Sandbox } from './shell/sandbox.ts';

/** Of a script's literals the fast run replaces every third, starting elsewhere in each script. */
const every = byLevel({ fast: 3, default: 3, full: 1 });
const [environment] = environments;

describe('the ranges of words', () => {
  test('replacing a literal changes exactly the words that name it', async (t) => {
    assert.ok(environment);
    const evaluate = await loadEvaluator();
    const corpus = loadCorpus();
    const folder = freshFolder('ranges');
    const width = availableParallelism();
    const sandboxes = Array.from({ length: width }, (_, i) => new Sandbox(`${folder}/${i}`, corpus.files));
    const scripts = corpus.scripts.filter((script) => !script.anyOrder);
    const sum = noRangeCounts();
    // A script changes files of its sandbox: each worker has one of its own.
    await mapPool(sandboxes, width, async (sandbox, worker) => {
      for (const [i, script] of scripts.entries()) {
        if (i % width !== worker) continue;
        const one = await checkRanges(
          corpus,
          script,
          sandbox,
          environment,
          evaluate,
          (index) => (index + i) % every === 0,
        );
        sum.literals += one.literals;
        sum.runs += one.runs;
        sum.steering += one.steering;
        sum.computed += one.computed;
        sum.failures.push(...one.failures);
      }
    });
    t.diagnostic(
      `${scripts.length} scripts, ${sum.literals} literals replaced in ${sum.runs} runs; ` +
        `${sum.steering} of them steer the script, ${sum.computed} changed words are computed`,
    );
    assert.equal(sum.failures.length, 0, `${sum.failures.length} failures\n${sum.failures.join('\n')}`);
    assert.ok(sum.literals >= 1500 / every, `${sum.literals} literals`);
    assert.ok(sum.steering <= 0.1 * sum.literals, `${sum.steering} of ${sum.literals} literals steer`);
  });
});
