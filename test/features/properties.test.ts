import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import type { SourceDocument } from '../../server/src/features/document.ts';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import { corpusTexts } from '../support/corpus.ts';
import { applyEdits, ServiceBench } from '../support/service.ts';
import { byLevel } from '../support/level.ts';

// Whatever the text and wherever the cursor: features answer, and what they would change is where they may change it.

const RUNS = byLevel({ fast: 40, default: 250, full: 3000 });
const SEED = 20_261_131;
const options = { seed: SEED, numRuns: RUNS };

const bench = new ServiceBench({ 'file:///work/reward_func.py': '', 'file:///work/rewards/math.py': '' });
const texts = corpusTexts();

const PIECES = [
  '--',
  '--actor.',
  ' --algo.kl ',
  '"',
  "'",
  '`',
  '$(',
  '${X:-',
  ')',
  '}',
  '\\',
  '\n',
  '\r\n',
  ' ',
  '=',
  'A=(',
  '<<EOF\n',
  '#',
  '🦀',
  '-',
];

/** A text of the corpus after some edits, and a place in it. */
const situations = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom(...PIECES)), { maxLength: 3 }),
    fc.nat(),
  )
  .map(([original, edits, place]) => {
    let text = original;
    for (const [at, length, piece] of edits) {
      const start = at % (text.length + 1);
      text = text.slice(0, start) + piece + text.slice(start + length);
    }
    // Between a return and its line feed there is no place for a cursor.
    const lines = new LineIndex(text);
    return { text, offset: lines.offset(lines.position(place % (text.length + 1))) };
  });

function editsOf(items: readonly CompletionItem[]): TextEdit[] {
  return items.map(({ textEdit }) => {
    assert.ok(textEdit && 'range' in textEdit);
    return textEdit;
  });
}

async function completionAt(document: SourceDocument, offset: number): Promise<CompletionItem[]> {
  const list = await bench.service.completion(document, document.lines.position(offset), false);
  return list?.items ?? [];
}

describe(`on the corpus with random edits (seed ${SEED}, ${RUNS} runs)`, () => {
  test('completion changes one line, around the cursor, inside of the text', async () => {
    let offered = 0;
    await fc.assert(
      fc.asyncProperty(situations, async ({ text, offset }) => {
        const document = bench.document(text);
        const items = await completionAt(document, offset);
        offered += items.length;
        const labels = items.map(({ label }) => label);
        assert.equal(new Set(labels).size, labels.length, 'an item is offered twice');
        for (const { range, newText } of editsOf(items)) {
          assert.equal(range.start.line, range.end.line);
          const { start, end } = document.lines.offsets(range);
          assert.deepEqual(document.lines.range({ start, end }), range);
          assert.ok(start <= offset && offset <= end, `${start}-${end} is not around ${offset}`);
          assert.doesNotMatch(newText, /[\r\n]/);
        }
      }),
      options,
    );
    assert.ok(offered > 0);
  });

  test('hover covers what it is asked about', async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(situations, async ({ text, offset }) => {
        const document = bench.document(text);
        const hover = await bench.service.hover(document, document.lines.position(offset));
        if (!hover) return;
        shown++;
        assert.ok(hover.range);
        const { start, end } = document.lines.offsets(hover.range);
        assert.ok(start <= offset && offset <= end, `${start}-${end} is not around ${offset}`);
        assert.doesNotMatch(JSON.stringify(hover.contents), /\uE000|\uF8FF|undefined|NaN/);
      }),
      options,
    );
    assert.ok(shown > 0);
  });

  test('code actions change what is there, and no two edits of one touch the same text', async () => {
    await fc.assert(
      fc.asyncProperty(situations, async ({ text }) => {
        const document = bench.document(text);
        const range = { start: { line: 0, character: 0 }, end: document.lines.position(text.length) };
        const actions = await bench.service.codeActions(document, range, ['']);
        const preferred = actions.map(({ isPreferred }) => isPreferred === true);
        const quick = preferred.slice(0, actions.filter(({ kind }) => kind === 'quickfix').length);
        assert.deepEqual(
          quick,
          [...quick].sort((a, b) => Number(b) - Number(a)),
          'preferred ones do not come first',
        );
        for (const { edit, title } of actions) {
          for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
            const lines = uri === document.uri ? document.lines : new LineIndex(bench.files.get(uri) ?? '');
            const spans = edits
              .map((one) => lines.offsets(one.range))
              .sort((a, b) => a.start - b.start || a.end - b.end);
            for (const [index, span] of spans.entries()) {
              assert.deepEqual(
                lines.range(span),
                edits.find((one) => lines.offsets(one.range).start === span.start)?.range,
              );
              const next = spans[index + 1];
              assert.ok(!next || span.end <= next.start, `edits of '${title}' overlap`);
            }
          }
        }
      }),
      options,
    );
  });

  test('a flag that is accepted is bound by a launch', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(situations, fc.nat(), async ({ text, offset }, choice) => {
        const document = bench.document(text);
        const flags = (await completionAt(document, offset)).filter(({ label }) => label.startsWith('--'));
        const item = flags[choice % Math.max(1, flags.length)];
        const [edit] = item ? editsOf([item]) : [];
        if (!item || !edit) return;
        const after = bench.document(applyEdits(text, [edit]));
        // Where the text is half typed, the launch may be seen only with what is open closed: the offer is made again.
        const end = document.lines.offsets(edit.range).start + edit.newText.length;
        const again = await completionAt(after, end);
        const { launches } = await bench.service.analysis(after);
        const bound = launches.some(({ ways }) =>
          ways.some(({ binding }) => binding.uses.some(({ spec }) => spec.name === item.label)),
        );
        assert.ok(bound || again.some(({ label }) => label === item.label), `${item.label} is in no launch`);
        accepted++;
      }),
      options,
    );
    assert.ok(accepted > 0);
  });
});

test(`at the end of every flag of the corpus that a launch binds, that flag is offered`, async () => {
  const step = byLevel({ fast: 40, default: 8, full: 1 });
  let count = 0;
  const missing: string[] = [];
  for (const text of texts) {
    const document = bench.document(text);
    const { launches } = await bench.service.analysis(document);
    const places = new Map<number, string>();
    for (const { ways } of launches) {
      for (const { binding } of ways) {
        for (const { word, spec, spelled } of binding.uses) {
          const { range, uri } = word.location;
          const written = text.slice(range.start, range.end);
          if (uri !== document.uri || spelled !== spec.name || !written.startsWith(spelled)) continue;
          places.set(range.start + spelled.length, spec.name);
        }
      }
    }
    for (const [offset, flag] of places) {
      if (count++ % step !== 0) continue;
      const items = await completionAt(document, offset);
      if (!items.some(({ label }) => label === flag)) missing.push(`${flag} at ${offset} of:\n${text}`);
    }
  }
  assert.ok(count > 300, `${count} flags`);
  assert.deepEqual(missing, []);
});
