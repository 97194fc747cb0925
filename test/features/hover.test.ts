import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { flagDoc } from '../../server/src/catalogue/docs.ts';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { applyEdits, ServiceBench } from '../support/service.ts';
import { withCursor } from '../support/cursor.ts';

const bench = new ServiceBench({ 'file:///work/common.sh': '# defaults\nLR=3e-7\n' });
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const LR = '--actor.adam.lr';
const E = '--algo.advantage.estimator';

/** Name, script with the mouse in it, what the hover says. */
type Case = readonly [name: string, marked: string, ...says: (string | RegExp)[]];

function saying(cases: readonly Case[]): void {
  for (const [name, marked, ...says] of cases) {
    test(name, async () => {
      const text = await bench.hover(marked);
      for (const part of says) {
        if (typeof part === 'string') assert.ok(text.includes(part), `'${part}' is not in:\n${text}`);
        else assert.match(text, part);
      }
    });
  }
}

describe('hover on a flag', () => {
  saying([
    [
      'begins with name, type and default, then the value',
      `${PPO} --actor.ad‸am.lr 5e-7`,
      new RegExp(`^\\*\\*\`${LR}\`\\*\\* · float · default 1e-6\n\n\\*\\*Here\\*\\*: \`5e-7\`, from line 1\n\n`),
    ],
    [
      'says what it does',
      `${PPO} --actor.ad‸am.lr 5e-7`,
      /learning rate/i,
      '**Range**: ',
      '**Also called**: learning_rate',
    ],
    [
      'says where OpenRLHF uses it',
      `${PPO} --actor.ad‸am.lr 5e-7`,
      /\[(openrlhf\/\S+:\d+)\]\(https:\/\/github\.com\/OpenRLHF\/OpenRLHF\/blob\/v0\.11\.2\/openrlhf\/\S+#L\d+\) of OpenRLHF 0\.11\.2$/,
    ],
    [
      'of an older release too',
      `# openrlhf: release 0.11.1\n${PPO} --algo.advantage.is_correction_en‸able`,
      'blob/v0.11.1/',
      'Up to OpenRLHF 0.11.1.',
    ],
    ['names the line of the value', `${PPO} \\\n  --actor.ad‸am.lr 5e-7`, '**Here**: `5e-7`, from line 2'],
    ['names the line of a variable', `LR=5e-7\n\n${PPO} --actor.ad‸am.lr $LR`, '**Here**: `5e-7`, from line 1'],
    [
      'names the line of a sourced file',
      `source common.sh\n${PPO} --actor.ad‸am.lr $LR`,
      '**Here**: `3e-7`, from line 2 of common.sh',
    ],
    [
      'names the value of its default',
      `${PPO} --actor.ad‸am.lr $LR --actor.adam.lr 1e-3`,
      '**Here**: `0.001`, from line 1',
    ],
    [
      'of a group that is given twice: the last',
      `${PPO} --actor.ad‸am.lr 1e-7\\\n --actor.adam.lr 2e-7`,
      '**Here**: `2e-7`, from line 2',
    ],
    [
      'tells all branches',
      `LR=5e-7\nif [ "$1" ]; then LR=1e-6; fi\n${PPO} --actor.ad‸am.lr $LR`,
      '`1e-6`, from line 2',
      ', or ',
      '`5e-7`, from line 1',
    ],
    [
      'tells the default of a branch',
      `A=()\nif [ "$1" ]; then A+=(--actor.ad‸am.lr 2e-6); fi\n${PPO} "\${A[@]}"`,
      '`2e-6`, from line 2',
      ', or ',
      '`1e-6`, the default',
    ],
    [
      'says why a value is not known: an argument',
      `${PPO} --actor.ad‸am.lr "$1"`,
      '**Here**: not known before the script runs. It depends on $1',
    ],
    [
      'a command',
      `${PPO} --actor.ad‸am.lr "$(cat lr)"`,
      '**Here**: not known before the script runs. It depends on what cat prints.',
    ],
    ['a variable', `${PPO} --actor.ad‸am.lr "$LR_OF_RUN"`, 'It depends on the variable LR_OF_RUN'],
    [
      'says that argparse refuses it',
      `${PPO} --actor.ad‸am.lr fast`,
      '**Here**: argparse refuses what line 1 gives it',
    ],
    ['of a switch', `${PPO} --use‸_ms`, '**`--use_ms`** · switch · off by default', '**Here**: `True`, from line 1'],
    [
      'of two values',
      `${PPO} --actor.eps_clip_low‸_high 0.2 0.28`,
      '2 float values',
      '**Here**: `0.2 0.28`, from line 1',
    ],
    ['of choices tells them all', `${PPO} --algo.advantage.est‸imator rloo`, /- `group_norm` \(GRPO/, /- `rloo`/],
    ['names other entry points', `${PPO} --ds.zero‸_stage 3`, 'Also in `train_sft`, `train_rm`, `train_dpo`.'],
    ['names the release that brought it', `${PPO} --algo.kl.unbiased‸_gradient`, 'Since OpenRLHF 0.11.1.'],
    ['in an array', `A=(--use‸_ms)\n${PPO} "\${A[@]}"`, '`--use_ms`'],
    ['in bash -c', `bash -c "${PPO} --use‸_ms"`, '`--use_ms`'],
    ['in a heredoc', `read -r -d '' C <<EOF\nopenrlhf.cli.train_ppo_ray --use‸_ms\nEOF\npython3 -m $C`, '`--use_ms`'],
    ['through a function', `run() { ${PPO} "$@"; }\nrun --use‸_ms`, '`--use_ms`'],
    ['that is abbreviated', `${PPO} --actor.adam.l‸ 1`, `**\`${LR}\`**`],
    ['before its =', `${PPO} --actor.ad‸am.lr=5e-7`, /^\*\*`--actor/, '**Here**: `5e-7`'],
  ]);
  test('covers the flag only, not its value', async () => {
    const { text, offset } = withCursor(`${PPO} --actor.adam‸.lr=5e-7`);
    const document = bench.document(text);
    const hover = await bench.service.hover(document, document.lines.position(offset));
    assert.ok(hover?.range);
    assert.equal(applyEdits(text, [{ range: hover.range, newText: 'X' }]), `${PPO} X=5e-7`);
  });
});

describe('hover on a value', () => {
  saying([
    [
      'explains an estimator by the names people use',
      `${PPO} ${E} group‸_norm`,
      /^`group_norm` for \*\*`--algo/,
      'GRPO',
    ],
    ['behind =', `${PPO} ${E}=group‸_norm`, /^`group_norm` for/, 'GRPO'],
    ['in the variable that it comes from', `E=group‸_norm\n${PPO} ${E} $E`, /^`group_norm` for/, 'GRPO'],
    ['at the use of the variable', `E=group_norm\n${PPO} ${E} $‸E`, /^`group_norm` for/, 'From line 1.', 'GRPO'],
    ['at its use behind =', `E=group_norm\n${PPO} ${E}=$‸E`, /^`group_norm` for/, 'From line 1.'],
    ['in a default', `${PPO} ${E} "\${1:-x}" ${E} \${E:-group‸_norm}`, 'for **`--algo'],
    ['of a sourced variable', `source common.sh\n${PPO} ${LR} $‸LR`, '`3e-7` for', 'From line 2 of common.sh.'],
    ['put together from pieces', `N=a\nM=b\n${PPO} --ckpt.path ./c‸/$N/$M`, '`./c/a/b` for', 'From line 1 and line 2.'],
    [
      'that depends on a branch',
      `E=gae; [ "$1" ] && E=rloo\n${PPO} ${E} $‸E`,
      /^`rloo`, or `gae` for/,
      '`gae`: PPO',
      '`rloo`: Reward',
    ],
    [
      'that is not known',
      `${PPO} ${LR} "$(da‸te)"`,
      /^Not known before the script runs, for/,
      'It depends on what date prints.',
    ],
    ['of a pair has the note of the pair', `${PPO} --actor.eps_clip_low_high 0.2 0.‸28`, /^`0\.28` for/, 'DAPO'],
    ['without a note has the words of its flag', `${PPO} ${LR} 5.5e-‸7`, 'learning rate'],
  ]);
});

describe('hover on a module', () => {
  saying([
    ['says what the entry point does', 'deepspeed --module openrlhf.cli.train‸_sft', 'Supervised fine-tuning'],
    ['given as a path', 'deepspeed openrlhf/cli/train‸_sft.py', 'Supervised fine-tuning'],
    ['from a variable', 'M=openrlhf.cli.train‸_dpo\ndeepspeed --module $M', 'preference'],
  ]);
});

describe('hover on a variable where it is set', () => {
  saying([
    [
      'tells its value and who uses it',
      `L‸R=5e-7\n${PPO} ${LR} $LR`,
      '**`LR`** is `5e-7`',
      'Used by\n- `--actor.adam.lr` of train_ppo_ray, line 2',
    ],
    ['in a piece of a value', `RU‸N=a\n${PPO} --ckpt.path c/$RUN`, '**`RUN`** is `a`', '`--ckpt.path`'],
    [
      'in several flags',
      `S‸=7\n${PPO} --train.seed $S --train.batch_size $S`,
      '`--train.seed`',
      '`--train.batch_size`',
    ],
    ['an array', `A‸=(--use_ms ${LR} 1)\n${PPO} "\${A[@]}"`, '**`A`** is `--use_ms` `--actor.adam.lr` `1`'],
    [
      'that is not known',
      `LR‸=$(date)\n${PPO} ${LR} $LR`,
      '**`LR`** is not known before the script runs.',
      'It depends on what date prints.',
    ],
    ['behind export', `export L‸R=1\n${PPO} ${LR} $LR`, '**`LR`** is `1`'],
  ]);
});

describe('there is no hover', () => {
  for (const marked of [
    `ec‸ho hello\n${PPO}`,
    `${PPO} # --use‸_ms`,
    `# --use‸_ms\n${PPO}`,
    `${PPO} --no_such‸_flag 1`,
    '‸',
    `python3 -m mol‸t.cli.x --use_ms`,
    `${PPO} --use_ms  ‸  --use_ms`,
  ]) {
    test(`in ${JSON.stringify(marked)}`, async () => {
      assert.equal(await bench.hover(marked), '');
    });
  }
});

test('every flag of every entry point has words and a source to show', async () => {
  const catalogues = createCatalogues();
  for (const { name, flags } of catalogues.forRelease(catalogues.newest)?.entryPoints ?? []) {
    const lines = flags.map((flag) => `  ${flag.name}${flag.action === 'store' ? ' 1' : ''} \\\n`);
    const document = bench.document(`python3 -m openrlhf.cli.${name} \\\n${lines.join('')}`);
    for (const [index, flag] of flags.entries()) {
      const hover = await bench.service.hover(document, { line: index + 1, character: 4 });
      const text = JSON.stringify(hover?.contents);
      assert.ok(text.includes(`**\`${flag.name}\`**`), `${name} ${flag.name}: ${text}`);
      assert.ok(text.includes(flagDoc(flag.name, name)?.source ?? '?'), `${name} ${flag.name} has no source`);
    }
  }
});
