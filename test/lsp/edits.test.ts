import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import { corpusTexts } from '../support/corpus.ts';
import { LspClient } from './client.ts';
import { byLevel } from '../support/level.ts';

const RUNS = byLevel({ fast: 15, default: 60, full: 400 });
const SEED = 20_261_130;

const PIECES = [
  '',
  'x',
  '\n',
  '\r\n',
  '--no_such_flag ',
  '"',
  "'",
  '\\\n',
  '🦀',
  '#',
  '$',
  '(',
  ')',
  '--ds.zero_stage 2.0 ',
  ' ',
];

test(`a text that is edited piece by piece has the findings of the same text opened afresh (seed ${SEED})`, async () => {
  const client = await LspClient.inProcess();
  let count = 0;
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 6 });
  try {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...corpusTexts()), edits, async (original, list) => {
        count++;
        const edited = `file:///corpus/edited${count}.sh`;
        const fresh = `file:///corpus/fresh${count}.sh`;
        await client.open(edited, original);
        let text = original;
        let version = 1;
        for (const [at, length, piece] of list) {
          const lines = new LineIndex(text);
          const range = lines.range({ start: at % (text.length + 1), end: (at % (text.length + 1)) + length });
          const { start, end } = lines.offsets(range);
          text = text.slice(0, start) + piece + text.slice(end);
          await client.change(edited, ++version, [{ range: { start: range.start, end: range.end }, text: piece }]);
        }
        await client.open(fresh, text);
        const [found, expected] = await Promise.all([
          client.diagnostics(edited, version),
          client.diagnostics(fresh, 1),
        ]);
        const ofFresh = JSON.stringify(expected).replaceAll(fresh, edited);
        assert.equal(JSON.stringify(found), ofFresh);
        await client.close(edited);
        await client.close(fresh);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    assert.deepEqual(client.logged, []);
  } finally {
    await client.stop();
  }
});
