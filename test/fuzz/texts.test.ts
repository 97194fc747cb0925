import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from '../../tools/fuzz/run.ts';
import { byLevel } from '../support/level.ts';

const SEED = 20_261_201;
const TEXTS = byLevel({ fast: 500, default: 20_000, full: 100_000 });

/**
 * Texts that are typed without sense: bytes, words and lines moved about, other line ends, NUL, half characters, very long lines,
 * deep nestings, megabytes. None may fail, hang or eat all memory; places lie in the document; and what was typed step by step
 * is judged as the same text opened afresh.
 */
test(`${TEXTS} texts (seed ${SEED})`, async (t) => {
  const { texts, slowest, failures } = await fuzz({
    seed: SEED,
    texts: TEXTS,
    workers: byLevel({ fast: 1, default: 2, full: 2 }),
  });
  for (const { seed, path, history, reason } of failures)
    t.diagnostic(`npm run fuzz -- --seed ${seed} --path ${path}: from ${history.from}: ${reason}`);
  assert.equal(failures.length, 0, failures[0]?.reason);
  assert.ok(texts >= TEXTS, `${texts} texts`);
  console.log(`${texts} texts; the slowest document comes from ${slowest.history.from}`);
});
