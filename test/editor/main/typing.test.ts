import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openScript, positionOf } from '../support/documents.ts';
import { acceptSuggestion, putCursor, type } from '../support/typing.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

/** Script, text in it that the cursor goes behind, what is typed, the script once the first suggestion is accepted. */
const cases: readonly (readonly [name: string, before: string, behind: string, typed: string, after: string])[] = [
  ['a flag by its beginning', `${PPO} \\\n  \n`, '\\\n  ', '--reward.rem', `${PPO} \\\n  --reward.remote_url\n`],
  ['a flag by a part of it', `${PPO} \n`, 'ray ', '--actor.lr_w', `${PPO} --actor.lr_warmup_ratio\n`],
  ['a flag by its name in TRL', `${PPO} \n`, 'ray ', '--num_gen', `${PPO} --rollout.n_samples_per_prompt\n`],
  ['a flag by the name of an algorithm', `${PPO} \n`, 'ray ', '--grpo', `${PPO} --algo.advantage.estimator\n`],
  [
    'a choice',
    `${PPO} --algo.advantage.estimator\n`,
    'estimator',
    ' group',
    `${PPO} --algo.advantage.estimator group_norm\n`,
  ],
  [
    'a choice by its nickname',
    `${PPO} --algo.advantage.estimator\n`,
    'estimator',
    ' GRPO',
    `${PPO} --algo.advantage.estimator group_norm\n`,
  ],
  ['a value behind =', `${PPO} --algo.kl.estimator\n`, 'kl.estimator', '=k3', `${PPO} --algo.kl.estimator=k3\n`],
  ['a module', 'python3 -m \n', '-m ', 'openrlhf.cli.train_s', 'python3 -m openrlhf.cli.train_sft\n'],
  [
    'in an array',
    `A=(\n  \n)\n${PPO} "\${A[@]}"\n`,
    '(\n  ',
    '--actor.ent',
    `A=(\n  --actor.entropy_coef\n)\n${PPO} "\${A[@]}"\n`,
  ],
  ['in bash -c', `bash -c "${PPO} \\\n  "\n`, '\\\n  ', '--actor.ent', `bash -c "${PPO} \\\n  --actor.entropy_coef"\n`],
  [
    'in a heredoc',
    `read -r -d '' C <<EOF\nopenrlhf.cli.train_ppo_ray \\\n  \nEOF\npython3 -m $C\n`,
    '\\\n  ',
    '--actor.ent',
    `read -r -d '' C <<EOF\nopenrlhf.cli.train_ppo_ray \\\n  --actor.entropy_coef\nEOF\npython3 -m $C\n`,
  ],
];

describe('typing in the editor', () => {
  afterEach(closeAll);

  for (const [name, before, behind, typed, after] of cases) {
    it(`completes ${name}`, async () => {
      const editor = await openScript(before);
      putCursor(editor, positionOf(editor.document, behind, behind.length));
      await type(typed);
      assert.equal(await acceptSuggestion(editor, after), after);
    });
  }

  it('replaces the whole word when asked in the middle of one, where no list opens by itself', async () => {
    const editor = await openScript(`${PPO} --actor.xx 1\n`);
    putCursor(editor, positionOf(editor.document, '.xx', 1));
    await type('num_n');
    await vscode.commands.executeCommand('editor.action.triggerSuggest');
    const after = `${PPO} --actor.num_nodes 1\n`;
    assert.equal(await acceptSuggestion(editor, after), after);
  });
});
