import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Verdict } from './shell/check.ts';
import { checkScript } from './shell/check.ts';
import { constructs } from './shell/constructs.ts';
import { loadCorpus } from './shell/corpus.ts';
import { runCorpus } from './shell/corpusRun.ts';
import type { Coverage } from './shell/coverage.ts';
import { addCoverage, noCoverage } from './shell/coverage.ts';
import { loadEvaluator } from './shell/model.ts';

const fewestScripts = 150;
const fewestPerConstruct = 5;

describe('the corpus under real bash and in our model', () => {
  const corpus = loadCorpus();
  const verdicts: Verdict[] = [];

  before(async () => {
    const evaluate = await loadEvaluator();
    for (const [script, results] of await runCorpus(corpus, corpus.scripts)) {
      verdicts.push(checkScript(script, results, evaluate, corpus.files));
    }
  });

  test(`has at least ${fewestScripts} scripts, and every construct that a header names is one of the list and stands there`, () => {
    assert.ok(corpus.scripts.length >= fewestScripts, `${corpus.scripts.length} scripts`);
    for (const script of corpus.scripts) {
      const body = script.text.replace(/^#!.*|^# (?:construct|known|may|env|args|stops|folder|order):.*$/gm, '');
      for (const name of script.constructs) {
        const construct = constructs.find((one) => one.name === name);
        assert.ok(construct, `${script.path}: no construct ${name}`);
        assert.match(body, construct.evidence, `${script.path} shows no ${name}`);
      }
    }
  });

  test('every launch that bash starts is found with its words, and none is invented', (t) => {
    const sum = noCoverage();
    for (const verdict of verdicts) addCoverage(sum, verdict.coverage);
    const real = verdicts.reduce((total, verdict) => total + verdict.realLaunches, 0);
    t.diagnostic(
      `${verdicts.length} scripts, ${real} real launches in three environments; ` +
        `${sum.words} words equal in all, ${sum.known} known, ${sum.many} under "any number"`,
    );
    const disagreements = verdicts.flatMap((verdict) => verdict.disagreements);
    assert.equal(disagreements.length, 0, `${disagreements.length} disagreements\n${disagreements.join('\n')}`);
  });

  test('of the words that are equal in all environments, 95 % are known and at most 2 % stand under "any number"', () => {
    const sum = noCoverage();
    for (const verdict of verdicts) addCoverage(sum, verdict.coverage);
    assert.ok(sum.words > 1000, `${sum.words} words`);
    assert.ok(sum.known >= 0.95 * sum.words, `${sum.known} of ${sum.words} known`);
    assert.ok(sum.many <= 0.02 * sum.words, `${sum.many} of ${sum.words} under "any number"`);
  });

  test(`each construct has at least ${fewestPerConstruct} scripts all of whose words are known`, () => {
    const fully = (coverage: Coverage): boolean => coverage.words > 0 && coverage.known === coverage.words;
    const short = constructs.flatMap(({ name }) => {
      const count = verdicts.filter((one) => one.script.constructs.includes(name) && fully(one.coverage)).length;
      return count < fewestPerConstruct ? [`${name}: ${count}`] : [];
    });
    assert.deepEqual(short, []);
  });

  test('what a header promises holds: all words known, no launch needlessly conditional', () => {
    const broken = verdicts.flatMap(({ script, coverage }) => [
      ...(script.allKnown && coverage.missed.length > 0
        ? [`${script.path}: not known ${coverage.missed.join(' ')}`]
        : []),
      ...(coverage.conditional > 0 && !script.may.has('conditional') ? [`${script.path}: conditional`] : []),
    ]);
    assert.deepEqual(broken, []);
  });
});
