import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkScript, fixAll } from './pipeline.ts';
import { argvsOf } from './realBash.ts';

/** Launches that bash ends too early: told once, and whole after the fix. */

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const A = '--actor.model_name_or_path m';
const B = '--ds.zero_stage 3';
const C = '--train.seed 1';
const WHOLE = `${A} ${B} ${C}`.split(' ');

type Row = readonly [name: string, code: string, lines: readonly string[]];

const CUTS: readonly Row[] = [
  [
    'a comment on its own line',
    'continuation-cut-comment',
    [`${PPO} \\`, `  ${A} \\`, '  # --x 1 \\', `  ${B} \\`, `  ${C}`],
  ],
  [
    'a comment without a backslash',
    'continuation-cut-comment',
    [`${PPO} \\`, `  ${A} \\`, '  # why', `  ${B} \\`, `  ${C}`],
  ],
  ['a comment right after the module', 'continuation-cut-comment', [`${PPO} \\`, '  # model', `  ${A} ${B} ${C}`]],
  [
    'a comment that swallows the backslash',
    'continuation-cut-comment',
    [`${PPO} \\`, `  ${A} # model \\`, `  ${B} \\`, `  ${C}`],
  ],
  ['a comment before the last line', 'continuation-cut-comment', [`${PPO} \\`, `  ${A} ${B} \\`, '  # last', `  ${C}`]],
  ['two comments', 'continuation-cut-comment', [`${PPO} \\`, `  ${A} \\`, '  # one', '  # two', `  ${B} ${C}`]],
  ['a space behind the backslash', 'continuation-cut-space', [`${PPO} \\`, `  ${A} \\ `, `  ${B} \\`, `  ${C}`]],
  ['several spaces', 'continuation-cut-space', [`${PPO} \\`, `  ${A} \\   `, `  ${B} \\`, `  ${C}`]],
  ['a tab', 'continuation-cut-space', [`${PPO} \\`, `  ${A} \\\t`, `  ${B} ${C}`]],
  ['a space behind the first backslash', 'continuation-cut-space', [`${PPO} \\ `, `  ${A} \\`, `  ${B} ${C}`]],
  ['a space before the last line', 'continuation-cut-space', [`${PPO} \\`, `  ${A} ${B} \\ `, `  ${C}`]],
  ['a blank line', 'continuation-cut-blank', [`${PPO} \\`, `  ${A} \\`, '', `  ${B} \\`, `  ${C}`]],
  ['a line of spaces', 'continuation-cut-blank', [`${PPO} \\`, `  ${A} \\`, '   ', `  ${B} ${C}`]],
  ['no backslash', 'missing-backslash', [`${PPO} \\`, `  ${A}`, `  ${B} \\`, `  ${C}`]],
  ['no backslash, spaces at the end', 'missing-backslash', [`${PPO} \\`, `  ${A}  `, `  ${B} ${C}`]],
  ['no backslash after the module', 'missing-backslash', [PPO, `  ${A} ${B} ${C}`]],
  ['no backslash before the last line', 'missing-backslash', [`${PPO} \\`, `  ${A} ${B}`, `  ${C}`]],
];

type Frame = readonly [name: string, write: (lines: readonly string[]) => string];

const FRAMES: readonly Frame[] = [
  ['at the top', (lines) => `${lines.join('\n')}\n`],
  ['with more behind', (lines) => `set -x\n${lines.join('\n')}\necho done\n`],
  ['in a function', (lines) => `run() {\n${lines.join('\n')}\n}\nrun\n`],
  ['in a condition', (lines) => `if true; then\n${lines.join('\n')}\nfi\n`],
  ['in a loop', (lines) => `for i in 1; do\n${lines.join('\n')}\ndone\n`],
  ['without a line break at the end', (lines) => lines.join('\n')],
];

for (const [name, code, lines] of CUTS) {
  describe(name, () => {
    for (const [frame, write] of FRAMES) {
      test(frame, () => {
        const text = write(lines);
        const codes = checkScript(text, { release: '0.11.2' }).findings.map((finding) => finding.code);
        assert.deepEqual(codes, [code], text);
        const fixed = fixAll(text, { release: '0.11.2' });
        const launches = argvsOf([fixed])[0] ?? [];
        assert.equal(launches.length, 1, fixed);
        assert.deepEqual(launches[0]?.slice(3), WHOLE, fixed);
        assert.deepEqual(checkScript(fixed, { release: '0.11.2' }).findings, [], fixed);
      });
    }
  });
}

describe('CRLF', () => {
  const scripts = [
    `${PPO} \\\n  ${A} \\\n  ${B} \\\n  ${C}\n`,
    `ARGS=(\n  ${A}\n  ${B}\n  ${C}\n)\n${PPO} "\${ARGS[@]}"\n`,
    `M=m\n${PPO} --actor.model_name_or_path $M ${B} ${C}\n`,
  ];
  scripts.forEach((script, index) => {
    test(`script ${index + 1}`, () => {
      const text = script.replaceAll('\n', '\r\n');
      const codes = checkScript(text, { release: '0.11.2' }).findings.map((finding) => finding.code);
      assert.deepEqual(codes, ['crlf-line-ending'], text);
      const fixed = fixAll(text, { release: '0.11.2' });
      assert.equal(fixed, script);
    });
  });
});

const FINE: readonly (readonly [name: string, text: string])[] = [
  ['a comment at the end', `${PPO} \\\n  ${A} \\\n  # ${B}\n\necho done\n`],
  ['a comment behind the last flag', `${PPO} \\\n  ${A} # ${B}\n`],
  ['comments in an array', `ARGS=(\n  ${A} # model\n  # ${B}\n\n  ${C}\n)\n${PPO} "\${ARGS[@]}"\n`],
  ['another command below', `${PPO} ${A}\nls -l\n`],
  ['an option of another command', `${PPO} ${A}\nls \\\n  -l\n`],
  ['a backslash at the end', `${PPO} \\\n  ${A} \\\n\necho done\n`],
];

for (const [name, text] of FINE) {
  test(`nothing is cut off: ${name}`, () => {
    assert.deepEqual(checkScript(text, { release: '0.11.2' }).findings, [], text);
  });
}
