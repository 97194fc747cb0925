import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MARK, readings } from '../../server/src/features/readings.ts';
import { corpusTexts } from '../support/corpus.ts';

const SEED = 20_261_132;

/** Texts and places in them; the last characters before the place may be anything that opens something. */
const situations = fc
  .tuple(
    fc.constantFrom(...corpusTexts()),
    fc.nat(),
    fc.constantFrom('', '\r\n', '"', "'", 'A=(', '${X:-', 'cat <<EOF\n', 'f() {\n', '\\\r\n', '\n  --x'),
  )
  .map(([text, place, opening]) => {
    const at = place % (text.length + 1);
    return { text: text.slice(0, at) + opening + text.slice(at), offset: at + opening.length };
  });

test(`every reading keeps the places up to the cursor (seed ${SEED})`, () => {
  fc.assert(
    fc.property(situations, ({ text, offset }) => {
      const all = [...readings(text, offset)];
      assert.equal(all[0]?.text, text.slice(0, offset) + MARK + text.slice(offset));
      assert.ok(all.length <= 16, `${all.length} readings`);
      for (const reading of all) {
        assert.equal(reading.text.indexOf(MARK), offset + reading.shift);
        assert.equal(reading.text.split(MARK).length, 2);
      }
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('a text with nothing open is read as it is only', () => {
  assert.equal([...readings('echo x\npython3 -m y --z 1\n', 9)].length, 1);
});

test('what is open at the cursor is closed on its line', () => {
  const closed = (before: string, after: string): string[] =>
    [...readings(before + after, before.length)].map(({ text }) => text.replace(MARK, '‸'));
  assert.ok(closed('A=(\n  --x', '\necho').includes('A=(\n  --x‸\n)\necho'));
  assert.ok(closed('bash -c "x --y', '\necho').includes('bash -c "x --y‸"\necho'));
  assert.ok(closed("cat <<'END'\nx --y", '\necho').includes("cat <<'END'\nx --y‸\nEND\n\necho"));
  assert.ok(closed('f() {\n  x --y', '\n').includes('f() {\n  x --y‸\n}\nf\n'));
  assert.ok(closed('x\n  --y', '\n').includes('x   --y‸\n'));
  assert.ok(closed('x ${V:-a', '}').includes('unset V\nx ${V:-a‸}'));
});
