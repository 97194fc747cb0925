// The recorded verdicts on the corpus are what the real executors say, and the corpus holds what its folders claim.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { level } from '../../support/level.ts';
import { allCases } from './cases.ts';
import { readCorpus } from './corpus.ts';
import { judge, judgedReleases, type Verdict } from './harness.ts';
import { readRecorded, summed, verdictOf } from './recorded.ts';

const cases = allCases();
const written = readCorpus();
const record = readRecorded();

/** What releases say, without repeats. */
const kindsOf = (id: string): ReadonlySet<Verdict['verdict']> =>
  new Set(judgedReleases.map((release) => verdictOf(record, id, release).verdict));

describe('the corpus of reward functions, agents and reward servers', () => {
  it('has a verdict of every release on every file, and none on others', () => {
    assert.deepEqual(Object.keys(record).sort(), cases.map(({ id }) => id).sort());
    for (const { id } of cases) assert.ok(kindsOf(id).size > 0);
  });

  it('has 400 written files, and as many that train as others', () => {
    assert.ok(written.length >= 400, `${String(written.length)} written files`);
    const train = cases.filter(({ id }) => kindsOf(id).has('ok'));
    assert.ok(2 * train.length >= cases.length, `${String(train.length)} of ${String(cases.length)} train`);
    for (const line of summed(cases, record)) console.log(line);
  });

  it('has three ways of writing for every class', () => {
    const ways = new Map<string, number>();
    for (const { role, className } of written) {
      const key = `${role}/${className}`;
      ways.set(key, (ways.get(key) ?? 0) + 1);
    }
    assert.deepEqual(
      [...ways].filter(([, count]) => count < 3),
      [],
    );
  });

  for (const { id, claim } of written) {
    it(`${claim}: ${id}`, () => {
      const kinds = kindsOf(id);
      switch (claim) {
        case 'good':
        case 'advice':
          assert.deepEqual([...kinds], ['ok']);
          return;
        case 'silent':
          assert.ok(kinds.has('silent') && !kinds.has('fails'), [...kinds].join(', '));
          return;
        case 'fails':
          assert.ok(kinds.has('fails'), [...kinds].join(', '));
      }
    });
  }

  it('fails for reasons of OpenRLHF, not of the harness', () => {
    for (const { id } of cases) {
      for (const release of judgedReleases) {
        const verdict = verdictOf(record, id, release);
        if (verdict.verdict === 'fails') assert.notEqual(verdict.stage, 'server', `${id}: the server does not start`);
      }
    }
  });
});

describe('the recorded verdicts', () => {
  // Every file once; with the full counts, in every release.
  for (const [at, release] of judgedReleases.entries()) {
    it(`are what the executors of ${release} say`, async () => {
      const chosen = level() === 'full' ? cases : cases.filter((_, index) => index % judgedReleases.length === at);
      const judged = await judge(release, chosen);
      const differing = chosen.flatMap(({ id }) => {
        const now = judged.get(id)?.verdict;
        const recorded = verdictOf(record, id, release);
        return JSON.stringify(now) === JSON.stringify(recorded) ? [] : [{ id, now, recorded }];
      });
      assert.deepEqual(differing, []);
      console.log(`${release}: ${String(chosen.length)} files run`);
    });
  }
});
