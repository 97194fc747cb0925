import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction } from 'vscode-languageserver-types';
import { FIX_ALL } from '../../server/src/features/diagnostics.ts';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import { applyEdits, SCRIPT, ServiceBench } from '../support/service.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url r.py';
const COMMON = 'file:///work/common.sh';

/** The text of a file after an action. */
function after(action: CodeAction | undefined, text: string, uri = SCRIPT): string {
  return applyEdits(text, action?.edit?.changes?.[uri] ?? []);
}

describe('quick fixes', () => {
  const bench = new ServiceBench();

  test('change the text, wherever the mistake is written', async () => {
    for (const [before, fixed] of [
      [`${PPO} --algo.advantage.estimator grpo`, `${PPO} --algo.advantage.estimator group_norm`],
      [`E=grpo\n${PPO} --algo.advantage.estimator $E`, `E=group_norm\n${PPO} --algo.advantage.estimator $E`],
      [`bash -c "${PPO} --algo.advantage.estimator grpo"`, `bash -c "${PPO} --algo.advantage.estimator group_norm"`],
      [
        `A=(--algo.advantage.estimator grpo)\n${PPO} "\${A[@]}"`,
        `A=(--algo.advantage.estimator group_norm)\n${PPO} "\${A[@]}"`,
      ],
    ] as const) {
      const [action] = await bench.actions(before, ['quickfix']);
      assert.equal(action?.isPreferred, true);
      assert.equal(after(action, before), fixed);
    }
  });

  test('carry the diagnostic that they mend', async () => {
    const text = `${PPO} --algo.advantage.estimator grpo`;
    const [action] = await bench.actions(text, ['quickfix']);
    assert.deepEqual(action?.diagnostics, await bench.diagnose(text));
  });

  test('come with the preferred ones first', async () => {
    const actions = await bench.actions(
      `${PPO} --algo.advantage.is_correction_enable --actr.adam.lr 1 --algo.advantage.estimator grpo`,
      ['quickfix'],
    );
    const preferred = actions.map(({ isPreferred }) => isPreferred === true);
    assert.ok(preferred.includes(true) && preferred.includes(false));
    assert.deepEqual(
      preferred,
      [...preferred].sort((a, b) => Number(b) - Number(a)),
    );
  });

  test('are those of what the range touches', async () => {
    const text = `${PPO} --algo.advantage.estimator grpo --ds.zero_stage 2.0`;
    const document = bench.document(text);
    const at = document.lines.position(text.indexOf('grpo') + 2);
    const titles = (await bench.service.codeActions(document, { start: at, end: at })).map(({ title }) => title);
    assert.deepEqual(titles, [
      'Change to group_norm',
      'Ignore invalid-choice for this line',
      'Ignore invalid-choice in this file',
    ]);
    const nowhere = { line: 0, character: 0 };
    assert.deepEqual(await bench.service.codeActions(document, { start: nowhere, end: nowhere }), []);
  });

  test('of CRLF lines change line ends', async () => {
    const text = `${PPO} \\\r\n  --use_ms\r\n`;
    const action = (await bench.actions(text)).find(({ title }) => title === 'End all lines in LF');
    assert.equal(after(action, text), text.replaceAll('\r', ''));
  });
});

describe('fix all', () => {
  test('applies every preferred fix, and then there is nothing left to fix', async () => {
    const bench = new ServiceBench();
    const text = `${PPO} --algo.advantage.estimator grpo --ds.zero_stage 2.0 --train.colocate_all True`;
    const [action, ...others] = await bench.actions(text, [FIX_ALL]);
    assert.deepEqual(others, []);
    assert.equal(action?.kind, FIX_ALL);
    const fixed = `${PPO} --algo.advantage.estimator group_norm --ds.zero_stage 2 --train.colocate_all`;
    assert.equal(after(action, text), fixed);
    assert.deepEqual(await bench.actions(fixed, [FIX_ALL]), []);
  });

  test('is not among the quick fixes that nobody filters', async () => {
    const bench = new ServiceBench();
    const kinds = (await bench.actions(`${PPO} --algo.advantage.estimator grpo`)).map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)], ['quickfix']);
  });

  test('changes sourced files along with the script', async () => {
    const common = 'ESTIMATOR=grpo\n';
    const bench = new ServiceBench({ [COMMON]: common });
    const text = `source common.sh\n${PPO} --algo.advantage.estimator $ESTIMATOR --ds.zero_stage 2.0\n`;
    const [action] = await bench.actions(text, [FIX_ALL]);
    assert.deepEqual(Object.keys(action?.edit?.changes ?? {}).sort(), [COMMON, SCRIPT]);
    assert.equal(after(action, common, COMMON), 'ESTIMATOR=group_norm\n');
    assert.equal(after(action, text), text.replace('2.0', '2'));
  });

  test('leaves out a fix that touches an earlier one, and the rest is done the next time', async () => {
    const bench = new ServiceBench();
    let text = `${PPO} --train.colocate_all True --actor.eps_clip_low_high=0.2,0.28 --algo.advantage.estimator=grpo --kl_target 1\r\n`;
    for (let round = 0; round < 5; round++) {
      const [action] = await bench.actions(text, [FIX_ALL]);
      if (!action) break;
      const edits = action.edit?.changes?.[SCRIPT] ?? [];
      const lines = new LineIndex(text);
      const spans = edits.map(({ range }) => lines.offsets(range)).sort((a, b) => a.start - b.start);
      for (const [index, { end }] of spans.entries()) assert.ok(end <= (spans[index + 1]?.start ?? Infinity));
      const next = applyEdits(text, edits);
      assert.notEqual(next, text);
      text = next;
    }
    assert.deepEqual(await bench.actions(text, [FIX_ALL]), []);
  });
});
