import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction } from 'vscode-languageserver-types';
import { render } from '../../server/src/messages/render.ts';
import { analysePythonFile } from '../support/python.ts';
import { ServiceBench } from '../support/service.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

/** Code and sentence of the findings of a script, and codes of what comments keep back. */
async function judged(text: string, rules = {}): Promise<{ told: string[]; ignored: string[]; reasons: unknown[] }> {
  const bench = new ServiceBench();
  bench.settings = { ...bench.settings, rules };
  const { findings, suppressed } = await bench.service.analysis(bench.document(text));
  return {
    told: findings.map(({ code }) => code),
    ignored: suppressed.map(({ finding }) => finding.code),
    reasons: suppressed.map(({ reason }) => reason),
  };
}

const COMMAND = `${PPO} \\\n  --fork.a 1 \\\n  --fork.b 2 \\\n  --ds.zero_stage 2.0\n`;

describe('a comment', () => {
  const cases: readonly (readonly [name: string, text: string, told: string[], ignored: string[]])[] = [
    [
      'of the next line covers a command',
      `# openrlhf: ignore-next-line unknown-flag\n${COMMAND}`,
      ['int-literal'],
      ['unknown-flag', 'unknown-flag'],
    ],
    [
      'with several codes',
      `# openrlhf: ignore-next-line unknown-flag, int-literal\n${COMMAND}`,
      [],
      ['unknown-flag', 'unknown-flag', 'int-literal'],
    ],
    [
      'limited to a flag',
      `# openrlhf: ignore-next-line unknown-flag --fork.b\n${COMMAND}`,
      ['unknown-flag', 'int-literal'],
      ['unknown-flag'],
    ],
    [
      'above others',
      `# openrlhf: ignore-next-line unknown-flag\n# openrlhf: ignore-next-line int-literal\n# more\n${COMMAND}`,
      [],
      ['unknown-flag', 'unknown-flag', 'int-literal'],
    ],
    [
      'of the file',
      `echo\n${COMMAND}# openrlhf: ignore-file unknown-flag int-literal`,
      [],
      ['unknown-flag', 'unknown-flag', 'int-literal'],
    ],
    ['of its line', `X=2.0 # openrlhf: ignore int-literal\n${PPO} --ds.zero_stage $X\n`, [], ['int-literal']],
    [
      'of its line, the command being another',
      `X=2.0\n${PPO} --ds.zero_stage $X # openrlhf: ignore int-literal\n`,
      ['int-literal', 'ignore-unused'],
      [],
    ],
    [
      'in an array',
      `X=(\n  # openrlhf: ignore-next-line unknown-flag\n  --fork.a 1\n  --fork.b 2\n)\n${PPO} "\${X[@]}"\n`,
      ['unknown-flag'],
      ['unknown-flag'],
    ],
    [
      'above an array',
      `# openrlhf: ignore-next-line unknown-flag --fork.b\nX=(\n  --fork.a 1\n  --fork.b 2\n)\n${PPO} "\${X[@]}"\n`,
      ['unknown-flag'],
      ['unknown-flag'],
    ],
    [
      'above a string that is run',
      `# openrlhf: ignore-next-line unknown-flag\nbash -c "\n${PPO} --fork.a 1"\n`,
      [],
      ['unknown-flag'],
    ],
    [
      'in a heredoc is none',
      `bash <<E\n# openrlhf: ignore-next-line unknown-flag\n${PPO} --fork.a 1\nE\n`,
      ['unknown-flag'],
      [],
    ],
    [
      'above a heredoc',
      `# openrlhf: ignore-next-line unknown-flag\nbash <<E\n${PPO} --fork.a 1\nE\n`,
      [],
      ['unknown-flag'],
    ],
    ['in a string is none', `X="# openrlhf: ignore-file unknown-flag"\n${PPO} --fork.a 1\n`, ['unknown-flag'], []],
    ['that covers nothing', `# openrlhf: ignore-file int-literal\n${PPO} --ds.zero_stage 3\n`, ['ignore-unused'], []],
    ['where nothing is launched', '# openrlhf: ignore-file int-literal\nX=1\n', [], []],
    [
      'with a code that there is not',
      `# openrlhf: ignore-file unknwon-flag\n${PPO} --ds.zero_stage 3\n`,
      ['ignore-unknown-code'],
      [],
    ],
    [
      'with a flag too many',
      `# openrlhf: ignore-next-line unknown-flag --fork.b --x.y\n${COMMAND}`,
      ['ignore-unused', 'unknown-flag', 'int-literal'],
      ['unknown-flag'],
    ],
  ];
  for (const [name, text, told, ignored] of cases) {
    test(name, async () => {
      const found = await judged(text);
      assert.deepEqual([found.told, found.ignored], [told, ignored]);
    });
  }

  test('gives its reason', async () => {
    const { reasons } = await judged(`# openrlhf: ignore-file int-literal : as it is\n${PPO} --ds.zero_stage 2.0\n`);
    assert.deepEqual(reasons, ['as it is']);
  });

  test('on a rule that is off is not told to be of no use; nor is any where that rule is off', async () => {
    const text = `# openrlhf: ignore-file int-literal\n${PPO} --ds.zero_stage 2.0\n`;
    assert.deepEqual((await judged(text, { 'int-literal': 'off' })).told, []);
    const unused = `# openrlhf: ignore-file int-literal\n${PPO} --ds.zero_stage 2\n`;
    assert.deepEqual((await judged(unused, { 'ignore-unused': 'off' })).told, []);
  });

  test('in a file that is sourced covers what is found there', async () => {
    const env = 'file:///work/env.sh';
    const bench = new ServiceBench({ [env]: 'X=2.0 # openrlhf: ignore int-literal\n# openrlhf: ignore-file foo\n' });
    const { findings } = await bench.service.analysis(bench.document(`source ./env.sh\n${PPO} --ds.zero_stage $X\n`));
    assert.deepEqual(findings, []);
  });

  test('holds in a Python file, and for the flag that names it', async () => {
    const text = 'async def reward_func(queries, prompts, labels):\n    return {"rewards": 1.0}\n';
    assert.ok((await analysePythonFile(text)).findings.some(({ code }) => code === 'rf-async'));
    const { findings, suppressed } = await analysePythonFile(`# openrlhf: ignore-next-line rf-async: awaited\n${text}`);
    assert.ok(!findings.some(({ code }) => code === 'rf-async'));
    assert.deepEqual(
      suppressed.map(({ finding, reason }) => [finding.code, reason]),
      [['rf-async', 'awaited']],
    );
    const flagged = async (python: string): Promise<string[]> => {
      const bench = new ServiceBench({ 'file:///work/r.py': python });
      const { findings: told } = await bench.service.analysis(bench.document(`${PPO} --reward.remote_url r.py\n`));
      return told.map(({ code }) => code);
    };
    assert.deepEqual(await flagged(text), ['rf-async']);
    assert.deepEqual(await flagged(`# openrlhf: ignore-file rf-async\n${text}`), []);
  });

  test('does not hold up a launch', async () => {
    const bench = new ServiceBench();
    const findings = async (text: string): Promise<string[]> => {
      const document = bench.document(text);
      const [launch] = await bench.service.launches(document);
      const plan = await bench.service.launchPlan(document, launch?.id ?? '');
      return plan?.findings.map(({ code }) => code) ?? [];
    };
    assert.deepEqual(await findings(`${PPO} --fork.a 1\n`), ['unknown-flag']);
    assert.deepEqual(await findings(`# openrlhf: ignore-next-line unknown-flag\n${PPO} --fork.a 1\n`), []);
  });
});

describe('fixes of comments', () => {
  const after = async (text: string, title: string): Promise<string> => {
    const bench = new ServiceBench();
    const found: CodeAction | undefined = (await bench.actions(text)).find((action) => action.title === title);
    assert.ok(
      found?.edit?.changes,
      `${title}; there are ${(await bench.actions(text)).map((one) => one.title).join(', ')}`,
    );
    const { lines } = bench.document(text);
    const edits = Object.values(found.edit.changes).flat();
    return edits.reduce(
      (rest, { range, newText }) =>
        rest.slice(0, lines.offset(range.start)) + newText + rest.slice(lines.offset(range.end)),
      text,
    );
  };
  const LAUNCH = `${PPO} --ds.zero_stage 3\n`;
  const remove = render({ key: 'fix-ignore-remove' });
  const cases: readonly (readonly [text: string, title: string, expected: string])[] = [
    [`# openrlhf: ignore-next-line int-literal\n${LAUNCH}`, remove, LAUNCH],
    [`X=1  # openrlhf: ignore int-literal: why\n${LAUNCH}`, remove, `X=1\n${LAUNCH}`],
    [
      `# openrlhf: ignore-file unknwon-flag\n${LAUNCH}`,
      'Change to unknown-flag',
      `# openrlhf: ignore-file unknown-flag\n${LAUNCH}`,
    ],
    [
      `# openrlhf: ignore-flie int-literal\n${LAUNCH}`,
      'Change to ignore-file',
      `# openrlhf: ignore-file int-literal\n${LAUNCH}`,
    ],
    [
      `# openrlhf: ignore-file int-literal it is so\n${LAUNCH}`,
      'Put a colon before the reason',
      `# openrlhf: ignore-file int-literal : it is so\n${LAUNCH}`,
    ],
    [
      `# openrlhf: ignore-file int-literal unknown-flag\n${COMMAND.replace('2.0', '2')}`,
      'Remove int-literal from the comment',
      `# openrlhf: ignore-file unknown-flag\n${COMMAND.replace('2.0', '2')}`,
    ],
    [
      `# openrlhf: ignore-file unknown-flag int-literal: a\n${COMMAND.replace('2.0', '2')}`,
      'Remove int-literal from the comment',
      `# openrlhf: ignore-file unknown-flag: a\n${COMMAND.replace('2.0', '2')}`,
    ],
    [
      COMMAND,
      'Ignore int-literal for --ds.zero_stage of this command',
      `# openrlhf: ignore-next-line int-literal --ds.zero_stage\n${COMMAND}`,
    ],
    [
      `#!/bin/bash\n# about\n\n${COMMAND}`,
      'Ignore int-literal in this file',
      `#!/bin/bash\n# about\n# openrlhf: ignore-file int-literal\n\n${COMMAND}`,
    ],
  ];
  for (const [text, title, expected] of cases) {
    test(`${title}: ${text.split('\n', 1)[0] ?? ''}`, async () => {
      assert.equal(await after(text, title), expected);
    });
  }
});

test('a selection with very many findings offers their fixes, and to ignore none of them', async () => {
  const bench = new ServiceBench();
  const script = (count: number): string =>
    'python3 -m openrlhf.cli.train_sft --train.batchsize 8 --data.dataset d\n'.repeat(count);
  const ignoring = async (count: number): Promise<number> =>
    (await bench.actions(script(count))).filter(({ title }) => title.startsWith('Ignore ')).length;
  assert.ok((await ignoring(2)) > 0);
  assert.equal(await ignoring(300), 0);
  assert.ok((await bench.actions(script(300))).length >= 300);
});
