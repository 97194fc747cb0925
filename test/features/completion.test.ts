import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InsertTextFormat, type CompletionItem } from 'vscode-languageserver-types';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { ENTRY_POINTS } from '../../server/src/catalogue/schema.ts';
import { ServiceBench } from '../support/service.ts';

// What is offered and how it is shown; `completionText.test.ts` has what accepting does.

const bench = new ServiceBench();
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const catalogues = createCatalogues();

async function itemsAt(marked: string, automatic = false): Promise<CompletionItem[]> {
  return (await bench.complete(marked, automatic)).items;
}

/** Labels as an editor lists them before anything tells them apart: by `sortText`. */
async function labelsAt(marked: string): Promise<string[]> {
  const items = await itemsAt(marked);
  return items.sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1)).map(({ label }) => label);
}

async function itemAt(marked: string, label: string): Promise<CompletionItem> {
  const found = (await itemsAt(marked)).find((item) => item.label === label);
  assert.ok(found, `no ${label} at ${marked}`);
  return found;
}

function documentationOf(item: CompletionItem): string {
  const { documentation } = bench.service.resolveCompletion(item);
  return typeof documentation === 'object' ? documentation.value : (documentation ?? '');
}

describe('flags', () => {
  for (const name of ENTRY_POINTS) {
    test(`of ${name}, one item each in the order of the parser`, async () => {
      const expected = catalogues.entryPoint(catalogues.newest, name)?.flags.map((flag) => flag.name);
      assert.deepEqual(await labelsAt(`python3 -m openrlhf.cli.${name} --‸`), expected);
    });
  }
  test('come last when they are given already', async () => {
    const labels = await labelsAt(`${PPO} --ref.num_nodes 1 --‸ --actor.num_nodes 1`);
    assert.equal(labels[0], '--ref.num_gpus_per_node');
    assert.deepEqual(labels.slice(-2), ['--ref.num_nodes', '--actor.num_nodes']);
    const item = await itemAt(`${PPO} --ref.num_nodes 1 --‸`, '--ref.num_nodes');
    assert.equal(item.labelDetails?.description, 'already given');
  });
  test('are not given by the word at the cursor', async () => {
    assert.equal((await labelsAt(`${PPO} --ref.num_nodes‸`))[0], '--ref.num_nodes');
  });
  test('are those of the release that the script states', async () => {
    const flag = '--algo.advantage.is_correction_enable';
    assert.ok((await labelsAt(`# openrlhf: release 0.11.1\n${PPO} --‸`)).includes(flag));
    assert.ok(!(await labelsAt(`# openrlhf: release 0.11.2\n${PPO} --‸`)).includes(flag));
  });
  test('are never those of before 0.10.2', async () => {
    assert.ok(!(await labelsAt(`${PPO} --‸`)).includes('--pretrain'));
  });
  test('that two entry points share an array for are those that both have', async () => {
    const labels = await labelsAt(
      'A=(--‸)\ndeepspeed --module openrlhf.cli.train_sft "${A[@]}"\ndeepspeed --module openrlhf.cli.train_dpo "${A[@]}"',
    );
    const both = catalogues
      .entryPoint(catalogues.newest, 'train_sft')
      ?.flags.map(({ name }) => name)
      .filter((name) => catalogues.entryPoint(catalogues.newest, 'train_dpo')?.flag(name));
    assert.deepEqual(labels, both);
  });
  test('say type and default, and when asked what they do', async () => {
    const item = await itemAt(`${PPO} --‸`, '--actor.adam.lr');
    assert.equal(item.detail, 'float · default 1e-6');
    assert.equal(item.documentation, undefined);
    assert.match(documentationOf(item), /learning rate/i);
  });
  test('all have documentation', async () => {
    for (const name of ENTRY_POINTS) {
      const items = await itemsAt(`python3 -m openrlhf.cli.${name} --‸`);
      assert.deepEqual(
        items.filter((item) => documentationOf(item) === '').map(({ label }) => label),
        [],
      );
    }
  });
  test('are plain text, and nothing but accepting accepts them', async () => {
    for (const item of await itemsAt(`${PPO} --‸`)) {
      assert.equal(item.insertTextFormat, InsertTextFormat.PlainText);
      assert.deepEqual([item.commitCharacters, item.preselect], [undefined, undefined]);
    }
  });
});

describe('a flag is found by', () => {
  const cases: readonly (readonly [typed: string, flag: string, how: string])[] = [
    ['--num_generations', '--rollout.n_samples_per_prompt', 'its name in TRL'],
    ['--grpo', '--algo.advantage.estimator', 'one of its choices as people call it'],
    ['--GSPO', '--actor.policy_loss_type', 'one of its choices in capitals'],
    ['--learning_rate', '--actor.adam.lr', 'its name in HF Trainer'],
    ['--learning-rate', '--actor.adam.lr', 'the same with a dash'],
    ['--pretrain', '--actor.model_name_or_path', 'its name of before 0.10.2'],
    ['--init_kl', '--algo.kl.init_coef', 'half of its name of before 0.10.2'],
    ['-clip_hi', '--actor.eps_clip_low_high', 'a nickname behind one dash'],
  ];
  for (const [typed, flag, how] of cases) {
    test(`${how}: ${typed}`, async () => {
      const { filterText, textEdit } = await itemAt(`${PPO} ${typed}‸`, flag);
      assert.ok(filterText?.startsWith(typed), `${filterText} does not begin with ${typed}`);
      assert.equal(textEdit?.newText, flag);
    });
  }
  test('a part of its own name: --lr', async () => {
    const item = await itemAt(`${PPO} --lr‸`, '--actor.adam.lr');
    assert.equal(item.filterText, '--actor.adam.lr');
    assert.equal(item.labelDetails, undefined);
  });
  test('the name that fits, which is shown', async () => {
    const item = await itemAt(`${PPO} --num_gen‸`, '--rollout.n_samples_per_prompt');
    assert.match(item.labelDetails?.description ?? '', /num_generations/);
  });
});

test('a list of flags or values is asked for again with every letter', async () => {
  for (const text of [`${PPO} --`, `${PPO} --algo.advantage.estimator `]) {
    const document = bench.document(text);
    const list = await bench.service.completion(document, document.lines.position(text.length), false);
    assert.equal(list?.isIncomplete, true);
  }
});

describe('values', () => {
  test('are the choices in the parser’s order, with the names people use', async () => {
    const choices = catalogues
      .entryPoint(catalogues.newest, 'train_ppo_ray')
      ?.flag('--algo.advantage.estimator')?.choices;
    assert.deepEqual(await labelsAt(`${PPO} --algo.advantage.estimator ‸`), choices);
    const item = await itemAt(`${PPO} --algo.advantage.estimator ‸`, 'group_norm');
    assert.match(item.labelDetails?.description ?? '', /GRPO/);
    assert.match(item.filterText ?? '', /^group_norm .*GRPO/);
    assert.equal((await itemAt(`${PPO} --algo.advantage.estimator ‸`, 'gae')).detail, 'default');
  });
  test('typed by another name are found by it', async () => {
    const item = await itemAt(`${PPO} --algo.advantage.estimator GRP‸`, 'group_norm');
    assert.equal(item.filterText, 'GRPO');
  });
  test('that are numbers come with unit, note and default', async () => {
    const items = await itemsAt(`${PPO} --actor.adam.lr ‸`);
    assert.ok(items.length > 1);
    assert.match(items.find(({ label }) => label === '1e-6')?.detail ?? '', /default/);
  });
  test('are none for a switch, which a flag may follow', async () => {
    const labels = await labelsAt(`${PPO} --use_ms ‸`);
    assert.ok(labels.length > 0 && labels.every((label) => label.startsWith('--')));
    assert.deepEqual(await itemsAt(`${PPO} --use_ms=‸`), []);
  });
  test('come by themselves behind a space', async () => {
    assert.ok((await itemsAt(`${PPO} --algo.advantage.estimator ‸`, true)).length > 0);
  });
});

describe('nothing is offered', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['outside of a launch', `echo --‸\n${PPO}`],
    ['in a comment', `${PPO} --use_ms # --‸`],
    ['on a commented line', `# ${PPO} --‸`],
    ['to another program', 'python3 -m molt.cli.train_rl_ray --‸'],
    ['to a launcher', `deepspeed --‸ --module openrlhf.cli.train_sft`],
    ['behind a pipe', `${PPO} | tee --‸`],
    ['for the file of a redirection', `${PPO} > ‸`],
    ['right before another word', `${PPO} ‸--use_ms`],
    ['for a value of a flag that nobody knows', `${PPO} --no_such_flag=‸`],
    ['in the middle of a value’s variable', `E=gae\n${PPO} --algo.advantage.estimator $E‸`],
    ['in an array that no launch takes yet', 'A=(\n  --‸\n)\n'],
    ['in a function that launches nothing', 'f() {\n  echo --‸\n}\n'],
    ['in fish', `#!/usr/bin/env fish\n${PPO} --‸`],
    ['in an empty file', '‸'],
  ];
  for (const [name, marked] of cases) {
    test(name, async () => {
      assert.deepEqual(await itemsAt(marked), []);
    });
  }
  test('behind a space that nobody asked at', async () => {
    assert.deepEqual(await itemsAt(`${PPO} --use_ms ‸`, true), []);
    assert.deepEqual(await itemsAt('python3 -m ‸', true), []);
  });
});

test('a folder opens the list again with the command that the client named', async () => {
  const files = { 'file:///work/rewards/math.py': '' };
  const marked = `${PPO} --reward.remote_url ‸`;
  const plain = new ServiceBench(files);
  assert.equal((await plain.complete(marked)).items.find(({ label }) => label === 'rewards/')?.command, undefined);
  const vscode = new ServiceBench(files, { suggestCommand: () => 'suggest.again' });
  const folder = (await vscode.complete(marked)).items.find(({ label }) => label === 'rewards/');
  assert.equal(folder?.command?.command, 'suggest.again');
});
