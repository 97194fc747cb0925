import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { byLevel } from '../support/level.ts';
import { freshFolder } from './shell/bash.ts';
import { addCoverage, noCoverage } from './shell/coverage.ts';
import { asScript, checkGenerated, generateSeed, shrink } from './shell/generated.ts';
import { loadEvaluator } from './shell/model.ts';

const count = Number(process.env['TRUTH_COUNT'] ?? byLevel({ fast: 2000, default: 2000, full: 10_000 }));
const firstSeed = Number(process.env['TRUTH_SEED'] ?? 1);
const mostReports = 5;

describe('generated scripts under real bash and in our model', () => {
  test('every launch is found with its words, none is invented, and nearly all that could be known is', async (t) => {
    const evaluate = await loadEvaluator();
    const seeds = Array.from({ length: count }, (_, i) => firstSeed + i);
    t.diagnostic(`seeds ${firstSeed} to ${firstSeed + count - 1}`);
    const generated = seeds.map(generateSeed);
    const checked = await checkGenerated(generated, evaluate, freshFolder('generated'));
    const sum = noCoverage();
    let launches = 0;
    for (const { verdict } of checked) {
      addCoverage(sum, verdict.coverage);
      launches += verdict.realLaunches;
    }
    t.diagnostic(
      `${checked.length} scripts, ${launches} real launches in three environments; ` +
        `${sum.words} words equal in all, ${sum.known} known, ${sum.many} under "any number"`,
    );
    const failing = generated.filter((_, i) => (checked[i]?.verdict.disagreements.length ?? 0) > 0);
    const reports: string[] = [];
    for (const one of failing.slice(0, mostReports)) {
      const small = await shrink(one, evaluate, freshFolder('shrink'));
      const { script, files } = asScript(small.generated);
      const library = [...files].filter(([path]) => path !== script.path).map(([path, text]) => `--- ${path}\n${text}`);
      reports.push(`seed ${one.seed}, made smaller:\n${script.text}${library.join('')}${small.report}`);
    }
    assert.equal(failing.length, 0, `${failing.length} scripts disagree\n${reports.join('\n\n')}`);
    assert.ok(sum.words > count, `${sum.words} words`);
    assert.ok(sum.known >= 0.95 * sum.words, `${sum.known} of ${sum.words} known`);
    assert.ok(sum.many <= 0.02 * sum.words, `${sum.many} of ${sum.words} under "any number"`);
  });
});
