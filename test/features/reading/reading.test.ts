import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DocumentSymbol, Range, SelectionRange } from 'vscode-languageserver-types';
import { corpusTexts } from '../../support/corpus.ts';
import { withCursor } from '../../support/cursor.ts';
import { SCRIPT, ServiceBench } from '../../support/service.ts';

const PLAIN = `#!/bin/bash
# openrlhf: release 0.11.2
MODEL=Qwen/Qwen3-4B
ray job submit -- python3 -m openrlhf.cli.train_ppo_ray \\
   --actor.model_name_or_path "$MODEL" \\
   --actor.adam.betas 0.9 0.95 \\
   --reward.remote_url reward.py \\
   --algo.advantage.estimator=group_norm \\
   --vllm.enforce_eager
`;
const ARRAYS = `MODEL_ARGS=(
  --model.model_name_or_path m
  --ds.zero_stage 2
)
DATA_ARGS=(--data.dataset d.jsonl)
UNUSED=(1 2)
deepspeed --module openrlhf.cli.train_sft "\${MODEL_ARGS[@]}" "\${DATA_ARGS[@]}" --train.batch_size 8
`;

/** A symbol per line, indented by depth, with its detail. */
function outline(symbols: readonly DocumentSymbol[], depth = 0): string[] {
  return symbols.flatMap(({ name, detail, children = [] }) => [
    `${'  '.repeat(depth)}${name}${detail === undefined || detail === '' ? '' : ` = ${detail}`}`,
    ...outline(children, depth + 1),
  ]);
}

async function symbolsOf(text: string): Promise<DocumentSymbol[]> {
  const bench = new ServiceBench();
  return bench.service.symbols(bench.document(text));
}

describe('document symbols', () => {
  test('launch, sections, flags with their values', async () => {
    assert.deepEqual(outline(await symbolsOf(PLAIN)), [
      'train_ppo_ray',
      '  actor',
      '    --actor.model_name_or_path = "$MODEL"',
      '    --actor.adam.betas = 0.9 0.95',
      '  reward',
      '    --reward.remote_url = reward.py',
      '  algo',
      '    --algo.advantage.estimator = group_norm',
      '  vllm',
      '    --vllm.enforce_eager',
    ]);
  });
  test('variables that hold flags of a launch, and no others', async () => {
    assert.deepEqual(outline(await symbolsOf(ARRAYS)), [
      'MODEL_ARGS',
      '  model',
      '    --model.model_name_or_path = m',
      '  ds',
      '    --ds.zero_stage = 2',
      'DATA_ARGS',
      '  data',
      '    --data.dataset = d.jsonl',
      'train_sft',
      '  train',
      '    --train.batch_size = 8',
    ]);
  });
  test('a launch that is run several times is one symbol', async () => {
    const loop = 'for s in 1 2 3; do\n  python3 -m openrlhf.cli.train_sft --train.seed $s\ndone\n';
    assert.deepEqual(outline(await symbolsOf(loop)), ['train_sft', '  train', '    --train.seed = $s']);
  });
  test('a file without launches has none', async () => {
    assert.deepEqual(await symbolsOf('A=(--train.seed 1)\necho "${A[@]}"\n'), []);
  });
});

describe('selection', () => {
  /** The texts that are selected one after the other from the `‸`. */
  async function selected(marked: string): Promise<string[]> {
    const { text, offset } = withCursor(marked);
    const bench = new ServiceBench();
    const document = bench.document(text);
    const [first] = (await bench.service.selectionRanges(document, [document.lines.position(offset)])) ?? [];
    const texts: string[] = [];
    for (let step: SelectionRange | undefined = first; step; step = step.parent) {
      texts.push(text.slice(document.lines.offset(step.range.start), document.lines.offset(step.range.end)));
    }
    return texts;
  }
  const command = 'python3 -m openrlhf.cli.train_sft --train.seed 1 --train.batch_size 8 --ds.zero_stage 2';

  test('value, flag with value, section, launch', async () => {
    assert.deepEqual(await selected(command.replace('size 8', 'size ‸8')), [
      '8',
      '--train.batch_size 8',
      '--train.seed 1 --train.batch_size 8',
      command,
    ]);
  });
  test('from the flag', async () => {
    assert.deepEqual(await selected(command.replace('zero', 'ze‸ro')), [
      '--ds.zero_stage',
      '--ds.zero_stage 2',
      command,
    ]);
  });
  test('from the module', async () => {
    assert.deepEqual(await selected(command.replace('cli', 'c‸li')), ['openrlhf.cli.train_sft', command]);
  });
  test('nothing of ours is where no launch is', async () => {
    assert.deepEqual(await selected(`echo he‸llo\n${command}`), ['']);
  });
});

test('links lead to the Python files that are there', async () => {
  const bench = new ServiceBench({ 'file:///work/reward.py': 'def reward_func(q, p, l): ...\n' });
  const document = bench.document(PLAIN);
  const links = await bench.service.links(document);
  assert.deepEqual(
    links.map(({ range, target }) => [textIn(document.text, document.lines.offset(range.start), 9), target]),
    [['reward.py', 'file:///work/reward.py']],
  );
  assert.deepEqual(await new ServiceBench().service.links(document), []);
});

function textIn(text: string, start: number, length: number): string {
  return text.slice(start, start + length);
}

describe('inlay hints', () => {
  /** The script with its hints in it. */
  async function hinted(text: string, on = true): Promise<string> {
    const bench = new ServiceBench();
    bench.settings = { ...bench.settings, inlayHints: on };
    const document = bench.document(text);
    const all = { start: { line: 0, character: 0 }, end: document.lines.position(text.length) };
    const hints = await bench.service.inlayHints(document, all);
    return hints.reduceRight((shown, { position, label }) => {
      const at = document.lines.offset(position);
      return `${shown.slice(0, at)}‹${typeof label === 'string' ? label : ''}›${shown.slice(at)}`;
    }, text);
  }
  const sft = 'python3 -m openrlhf.cli.train_sft';

  test('say what stands behind a variable', async () => {
    assert.equal(
      await hinted(
        `DIR=/data\nM=Qwen/Qwen3-4B\n${sft} --model.model_name_or_path "$M" --data.dataset $DIR/a.jsonl --train.seed 1\n`,
      ),
      `DIR=/data\nM=Qwen/Qwen3-4B\n${sft} --model.model_name_or_path "$M"‹= Qwen/Qwen3-4B› --data.dataset $DIR/a.jsonl‹= /data/a.jsonl› --train.seed 1\n`,
    );
  });
  test('say all values of a loop, and none where one is not known', async () => {
    assert.match(await hinted(`for S in 1 2; do ${sft} --train.seed $S; done\n`), /\$S‹= 1 \| 2›/);
    assert.match(await hinted(`for S in 1 2 3 4 5; do ${sft} --train.seed $S; done\n`), /\$S‹= 1 \| 2 \| 3 \| …›/);
    assert.doesNotMatch(await hinted(`for S in 1 $2; do ${sft} --train.seed $S; done\n`), /‹/);
  });
  test('hide keys, and are off unless they are wanted', async () => {
    const key = '0123456789abcdef0123456789abcdef01234567';
    assert.doesNotMatch(await hinted(`K=${key}\n${sft} --logger.wandb.key $K\n`), new RegExp(`‹.*${key}`));
    assert.doesNotMatch(await hinted(`S=1\n${sft} --train.seed $S\n`, false), /‹/);
  });
  test('leave arrays alone, whose words are written', async () => {
    assert.doesNotMatch(await hinted(`A=(--train.seed 1)\n${sft} "\${A[@]}"\n`), /‹/);
  });
});

describe('any script', () => {
  const texts = corpusTexts();
  const isBefore = (a: Range['start'], b: Range['start']): boolean =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  const isIn = (inner: Range, outer: Range): boolean =>
    isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end) && isBefore(inner.start, inner.end);

  function hold(symbols: readonly DocumentSymbol[], outer: Range): void {
    for (const { range, selectionRange, children = [] } of symbols) {
      assert.ok(isIn(range, outer) && isIn(selectionRange, range), JSON.stringify([range, selectionRange, outer]));
      hold(children, range);
    }
  }

  test('symbols lie within each other and within the document; so do selections', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.nat(), fc.nat(), async (whole, from, to) => {
        const [start, end] = [from % (whole.length + 1), to % (whole.length + 1)].sort((a, b) => a - b);
        const text = whole.slice(0, start) + whole.slice(end);
        const bench = new ServiceBench();
        const document = bench.document(text, SCRIPT);
        const all = { start: document.lines.position(0), end: document.lines.position(text.length) };
        hold(await bench.service.symbols(document), all);
        const position = document.lines.position(from % (text.length + 1));
        for (const first of (await bench.service.selectionRanges(document, [position])) ?? []) {
          for (let step: SelectionRange | undefined = first; step; step = step.parent) {
            assert.ok(isIn({ start: position, end: position }, step.range));
            assert.ok(isIn(step.range, step.parent?.range ?? all));
          }
        }
      }),
      { seed: 20_261_201, numRuns: 150 },
    );
  });
});
