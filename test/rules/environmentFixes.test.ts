import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFix, checkScript, type Options } from './pipeline.ts';

const SFT = 'deepspeed --module openrlhf.cli.train_sft';
const STATED: Options = { release: '0.11.2' };

/** Lines before a launch that give its environment a value, whole, composed or not known. */
const EXPORTS = [
  'export A=1',
  'export A=$B',
  'export A=x$B',
  'export PATH=/opt/venv/bin:$PATH',
  'export PYTHONPATH="$PWD:${PYTHONPATH:-}"',
  'export A=$(date +%s)',
  'A=$B\nexport A',
  'set -a\nA=$B\nset +a',
  'export A=$B C=$(pwd)',
];

for (const before of EXPORTS) {
  test(`a flag is mended behind ${JSON.stringify(before)}`, () => {
    for (const [line, mended] of [
      [`${SFT} --max_len 5`, `${SFT} --data.max_len 5`],
      [`A=y$B ${SFT} --max_len 5`, `A=y$B ${SFT} --data.max_len 5`],
      [`bash -c "${SFT} --max_len 5"`, `bash -c "${SFT} --data.max_len 5"`],
    ] as const) {
      const text = `${before}\n${line}\n`;
      const finding = checkScript(text, STATED).findings.find(({ code }) => code === 'old-flat-flag');
      const [fix] = finding?.fixes ?? [];
      assert.ok(fix, line);
      assert.equal(applyFix(text, fix), `${before}\n${mended}\n`);
    }
  });
}
