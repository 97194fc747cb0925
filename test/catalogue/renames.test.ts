import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { guessedFlag, guesses, missingModule, missingModules } from '../../server/src/catalogue/guesses.ts';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import {
  flatRename,
  laterRemoval,
  olderFlag,
  renameByValue,
  renames,
  unreleasedRename,
  type GivenValue,
} from '../../server/src/catalogue/renames.ts';
import { ENTRY_POINTS, type FlagSpec } from '../../server/src/catalogue/schema.ts';

const catalogues = createCatalogues();
const oldest = catalogues.forRelease('0.10.2');
const newest = catalogues.forRelease(catalogues.newest);
assert.ok(oldest && newest);

describe('flat flags', () => {
  const facts = JSON.parse(readFileSync(new URL('../facts/flag_renames.json', import.meta.url), 'utf8')) as {
    renames: Record<string, Record<string, string[]>>;
  };

  it('become what the facts say, and kept names are no renames', () => {
    let compared = 0;
    for (const [entryPoint, table] of Object.entries(facts.renames)) {
      for (const [old, names] of Object.entries(table)) {
        compared++;
        if (names.length === 1 && names[0] === old) assert.equal(flatRename(entryPoint, old), undefined);
        // It was dead; `--data.dataset_split` is alive, so the rename would change the run (MIGRATION.md, "Removed").
        else if (entryPoint === 'train_sft' && old === '--train_split')
          assert.deepEqual(flatRename(entryPoint, old), []);
        else assert.deepEqual(flatRename(entryPoint, old), names, `${entryPoint} ${old}`);
      }
    }
    assert.equal(compared, 375);
  });

  it('become flags that 0.10.2 has, and are none themselves', () => {
    for (const [entryPoint, table] of Object.entries(renames.flat)) {
      for (const [old, names] of Object.entries(table)) {
        assert.equal(oldest.entryPoint(entryPoint)?.flag(old), undefined, old);
        for (const name of names) assert.ok(oldest.entryPoint(entryPoint)?.flag(name), `${old}: ${name}`);
      }
    }
  });

  it('split, go, and keep what is to be known', () => {
    assert.deepEqual(flatRename('train_ppo_ray', '--l2'), ['--actor.adam.weight_decay', '--critic.adam.weight_decay']);
    assert.deepEqual(flatRename('train_ppo_ray', '--ref_reward_offload'), ['--ref.offload', '--reward.offload']);
    assert.deepEqual(flatRename('train_sft', '--l2'), ['--adam.weight_decay']);
    for (const gone of ['--actor_init_on_gpu', '--ptx_coef', '--perf'])
      assert.deepEqual(flatRename('train_ppo_ray', gone), []);
    assert.equal(flatRename('train_ppo_ray', '--actor.adam.lr'), undefined);
    assert.equal(flatRename('train_ppo_ray', 'constructor'), undefined);
    assert.equal(flatRename('no_such', '--l2'), undefined);
  });
});

describe('flags of older releases', () => {
  it('know their last release and what stands for them', () => {
    assert.deepEqual(olderFlag('train_ppo_ray', '--bf16'), {
      last: '0.9.1.post1',
      to: ['--ds.param_dtype'],
      value: 'bf16',
    });
    assert.deepEqual(olderFlag('train_ppo_ray', '--prompt_max_len'), {
      last: '0.9.7',
      to: ['--data.max_len'],
      sumOf: ['--prompt_max_len', '--generate_max_len'],
    });
    assert.deepEqual(olderFlag('train_sft', '--balancing_loss_coef')?.to, ['--model.aux_loss_coef']);
    assert.deepEqual(olderFlag('train_ppo_ray', '--balancing_loss_coef')?.to, ['--actor.aux_loss_coef']);
    assert.deepEqual(olderFlag('train_ppo_ray', '--torch_compile'), { last: '0.7.0.post1', to: [] });
    assert.equal(olderFlag('train_ppo_ray', '--zero_stage'), undefined);
  });

  it('and names that were never released lead to flags that exist', () => {
    for (const [entryPoint, table] of Object.entries(renames.older))
      for (const [old, { to }] of Object.entries(table))
        for (const name of to) assert.ok(catalogues.releasesWith(entryPoint, name).length > 0, `${old}: ${name}`);
    for (const [entryPoint, table] of Object.entries(renames.unreleased)) {
      for (const [old, names] of Object.entries(table)) {
        assert.deepEqual(catalogues.releasesWith(entryPoint, old), [], old);
        for (const name of names) assert.ok(catalogues.releasesWith(entryPoint, name).length > 0, `${old}: ${name}`);
      }
    }
    assert.deepEqual(unreleasedRename('train_ppo_ray', '--actor.muon.adam_lr'), ['--actor.adam.lr']);
  });
});

describe('renames between dotted releases', () => {
  it('are exactly the differences of the catalogues', () => {
    catalogues.releases.slice(1).forEach((to, index) => {
      const from = catalogues.releases[index] ?? '';
      const step = renames.later.find((each) => each.to === to);
      for (const entryPoint of ENTRY_POINTS) {
        const before = catalogues.entryPoint(from, entryPoint);
        const after = catalogues.entryPoint(to, entryPoint);
        const added = after?.flags.filter(({ name }) => !before?.flag(name)).map(({ name }) => name);
        const gone = before?.flags.filter(({ name }) => !after?.flag(name)).map(({ name }) => name);
        assert.deepEqual([...(step?.added[entryPoint] ?? [])].sort(), added?.sort(), `${entryPoint} ${to} added`);
        assert.deepEqual(
          Object.keys(step?.removed[entryPoint] ?? {}).sort(),
          gone?.sort(),
          `${entryPoint} ${to} removed`,
        );
      }
    });
  });

  // RELEASES.md, section 8; checked there by running the real loss of each release.
  it('by value, turn the whole group', () => {
    const removal = laterRemoval('train_ppo_ray', '--algo.advantage.is_correction_enable');
    assert.equal(removal?.step.to, '0.11.2');
    const prefix = '--algo.advantage.is_correction_';
    const becomes = (given: Record<string, GivenValue>) => {
      assert.ok(removal);
      const then = renameByValue(removal.step, 'train_ppo_ray', (flag) => given[flag] ?? null);
      return then && Object.fromEntries(Object.entries(then).map(([flag, value]) => [flag.replace(prefix, ''), value]));
    };
    assert.deepEqual(becomes({ [`${prefix}enable`]: true }), { level: 'token', mode: 'clip' });
    assert.deepEqual(becomes({ [`${prefix}enable`]: true, [`${prefix}type`]: 'tis' }), {
      level: 'token',
      mode: 'clip',
    });
    assert.deepEqual(becomes({ [`${prefix}enable`]: true, [`${prefix}type`]: 'icepop' }), {
      level: 'token',
      mode: 'mask',
    });
    assert.deepEqual(becomes({ [`${prefix}enable`]: true, [`${prefix}type`]: 'seq-mask-tis' }), {
      level: 'seq',
      mode: 'mask',
    });
    assert.deepEqual(becomes({ [`${prefix}enable`]: true, '--actor.policy_loss_type': 'gspo' }), { level: 'token' });
    assert.deepEqual(becomes({ [`${prefix}type`]: 'icepop' }), {});
    assert.equal(becomes({ [`${prefix}enable`]: true, [`${prefix}type`]: 'something' }), undefined);
    assert.equal(laterRemoval('train_sft', `${prefix}enable`), undefined);
    assert.equal(laterRemoval('train_ppo_ray', `${prefix}threshold`), undefined);
  });
});

describe('guesses', () => {
  it('are no flags of their entry point in any release, and lead to flags of it', () => {
    for (const [wrong, rows] of Object.entries(guesses)) {
      for (const row of rows) {
        for (const entryPoint of row.in ?? ENTRY_POINTS) {
          assert.deepEqual(catalogues.releasesWith(entryPoint, wrong), [], `${entryPoint} ${wrong}`);
          for (const name of row.to)
            assert.ok(newest.entryPoint(entryPoint)?.flag(name), `${entryPoint} ${wrong}: ${name}`);
        }
      }
    }
  });

  // MIGRATION.md, "Traps when renaming by hand".
  it('answer for the traps of the migration', () => {
    const to = (entryPoint: string, flag: string) => guessedFlag(entryPoint, flag)?.to;
    assert.deepEqual(to('train_sft', '--actor.model_name_or_path'), ['--model.model_name_or_path']);
    assert.deepEqual(to('train_ppo_ray', '--model.model_name_or_path'), ['--actor.model_name_or_path']);
    assert.deepEqual(guessedFlag('train_ppo_ray', '--ref.model_name_or_path'), {
      in: ['train_ppo_ray'],
      to: [],
      because: 'reference-is-actor',
    });
    assert.equal(guessedFlag('train_dpo', '--ref.model_name_or_path'), undefined);
    assert.deepEqual(to('train_ppo_ray', '--critic.gradient_checkpointing_enable'), [
      '--actor.gradient_checkpointing_enable',
    ]);
    assert.deepEqual(to('train_ppo_ray', '--actor.freezing_steps'), ['--critic.freezing_steps']);
    assert.deepEqual(to('train_rm', '--model.lora.rank'), ['--ds.lora.rank']);
    assert.deepEqual(to('train_sft', '--ckpt.max_ckpt_num'), ['--ckpt.max_num']);
    assert.deepEqual(to('train_ppo_ray', '--logger.use_wandb'), ['--logger.wandb.key']);
    assert.deepEqual(to('train_ppo_ray', '--ds.offload_optimizer'), ['--ds.adam_offload']);
    assert.deepEqual(to('train_ppo_ray', '--adam.lr'), ['--actor.adam.lr', '--critic.adam.lr']);
    assert.equal(to('train_sft', '--adam.lr'), undefined);
    assert.equal(guessedFlag('serve_rm', '--config')?.because, 'no-config-file');
    assert.equal(guessedFlag('train_sft', 'toString'), undefined);
  });
});

describe('modules that are not there', () => {
  it('name what to use instead, with flags and values that exist', () => {
    for (const [name, { to, flags }] of Object.entries(missingModules)) {
      assert.equal(newest.entryPoint(name), undefined, name);
      for (const entryPoint of to) {
        for (const [flag, value] of Object.entries(flags ?? {})) {
          const spec: FlagSpec | undefined = newest.entryPoint(entryPoint)?.flag(flag);
          assert.ok(spec, `${name}: ${flag}`);
          if (value === true) assert.equal(spec.action, 'store_true');
          else assert.ok(spec.choices?.includes(value), `${name}: ${flag} ${value}`);
        }
      }
    }
  });

  // MIGRATION.md, "Renames and removals inside the flat era".
  it('know the last release of those that were', () => {
    const last = Object.fromEntries(
      Object.entries(missingModules).flatMap(([name, { last }]) => (last ? [[name, last]] : [])),
    );
    assert.deepEqual(last, {
      train_ppo: '0.6.1.post1',
      train_kto: '0.9.5',
      train_prm: '0.9.5',
      train_kd: '0.9.5',
      batch_inference: '0.9.5',
      interactive_chat: '0.9.5',
    });
    assert.deepEqual(missingModule('train_grpo'), {
      to: ['train_ppo_ray'],
      flags: { '--algo.advantage.estimator': 'group_norm' },
    });
    assert.equal(missingModule('train_sft'), undefined);
    assert.equal(missingModule('valueOf'), undefined);
  });
});
