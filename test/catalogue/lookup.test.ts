import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EntryPoint, sectionOf } from '../../server/src/catalogue/entryPoint.ts';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { ENTRY_POINTS } from '../../server/src/catalogue/schema.ts';

const catalogues = createCatalogues();
const ppo = catalogues.entryPoint('0.11.2', 'train_ppo_ray');
const sft = catalogues.entryPoint('0.11.2', 'train_sft');
assert.ok(ppo && sft);

describe('catalogues', () => {
  it('know the bundled releases, oldest first', () => {
    assert.deepEqual(catalogues.releases, ['0.10.2', '0.10.3', '0.10.4', '0.11.0', '0.11.1', '0.11.2']);
    assert.equal(catalogues.newest, '0.11.2');
    assert.equal(catalogues.forRelease('0.9.9'), undefined);
    assert.equal(catalogues.forRelease('v0.11.2'), undefined);
  });

  it('have the six entry points in every release', () => {
    for (const release of catalogues.releases)
      assert.deepEqual(
        catalogues.forRelease(release)?.entryPoints.map(({ name }) => name),
        [...ENTRY_POINTS],
      );
  });

  // RELEASES.md, section 1: counts and Ray pins of each release's METADATA.
  it('count the flags of each release and know its Ray', () => {
    const counts = catalogues.releases.map((release) => [
      catalogues.entryPoint(release, 'train_ppo_ray')?.flags.length,
      catalogues.forRelease(release)?.ray,
    ]);
    assert.deepEqual(counts, [
      [164, '2.48.0'],
      [164, '2.55.0'],
      [164, '2.55.0'],
      [164, '2.55.0'],
      [165, '2.55.0'],
      [167, '2.55.0'],
    ]);
  });

  it('say since when and until when a flag exists', () => {
    const since = (flag: string) => catalogues.releasesWith('train_ppo_ray', flag);
    assert.deepEqual(since('--algo.kl.unbiased_gradient'), ['0.11.1', '0.11.2']);
    assert.deepEqual(since('--algo.advantage.is_correction_level'), ['0.11.2']);
    assert.deepEqual(since('--algo.advantage.is_correction_enable'), [
      '0.10.2',
      '0.10.3',
      '0.10.4',
      '0.11.0',
      '0.11.1',
    ]);
    assert.deepEqual(since('--actor.adam.lr'), catalogues.releases);
    assert.deepEqual(since('--actor.adam'), []);
  });

  it('say which entry points have a flag', () => {
    const who = (flag: string) => catalogues.entryPointsWith('0.11.2', flag);
    assert.deepEqual(who('--adam.lr'), ['train_sft', 'train_rm', 'train_dpo']);
    assert.deepEqual(who('--ref.model_name_or_path'), ['train_dpo']);
    assert.deepEqual(who('--ds.param_dtype'), [...ENTRY_POINTS]);
    assert.deepEqual(who('--model_path'), ['lora_combiner']);
    assert.deepEqual(who('--nothing'), []);
    assert.deepEqual(catalogues.entryPointsWith('9.9.9', '--adam.lr'), []);
  });

  it('are made afresh: no two share an object', () => {
    assert.notEqual(createCatalogues().forRelease('0.11.2'), catalogues.forRelease('0.11.2'));
    assert.equal(catalogues.forRelease('0.11.2'), catalogues.forRelease('0.11.2'));
  });
});

describe('an entry point', () => {
  it('finds flags by option string and by dest', () => {
    assert.equal(ppo.flag('--actor.adam.lr')?.default, 1e-6);
    assert.equal(ppo.flag('--critic.adam.lr')?.default, 9e-6);
    assert.equal(ppo.flag('--actor.adam'), undefined);
    assert.equal(ppo.flag('constructor'), undefined);
    assert.equal(ppo.flagByDest('actor.adam.lr')?.name, '--actor.adam.lr');
    assert.deepEqual(
      ppo.flagsByDest('actor.muon.nesterov').map(({ name, action }) => [name, action]),
      [
        ['--actor.muon.nesterov', 'store_true'],
        ['--actor.muon.no_nesterov', 'store_false'],
      ],
    );
    assert.deepEqual(ppo.flagsByDest('nothing'), []);
  });

  it('keeps what JSON alone does not show', () => {
    const shown = (name: string) => {
      const flag = ppo.flag(name);
      return [flag?.default, flag?.defaultType];
    };
    assert.deepEqual(shown('--ckpt.max_mem'), ['Infinity', 'float']);
    assert.deepEqual(shown('--actor.adam.betas'), [[0.9, 0.95], 'tuple']);
    assert.deepEqual(shown('--algo.advantage.is_correction_threshold'), [[0.5, 5], 'list']);
    assert.deepEqual(shown('--ds.lora.dropout'), [0, 'int']);
    assert.deepEqual(shown('--critic.max_norm'), [1, 'float']);
    assert.equal(ppo.flag('--logger.wandb.run_name')?.defaultComputed?.startsWith('"ppo_%s" % '), true);
    assert.equal(ppo.flag('--train.colocate_all')?.nargs, 0);
    for (const { flags } of catalogues.forRelease('0.11.2')?.entryPoints ?? [])
      for (const flag of flags) assert.equal(flag.help, undefined, 'help texts of OpenRLHF are not bundled');
  });

  it('groups its flags by section in the order of the parser', () => {
    assert.deepEqual(sft.sections.map(({ name }) => name).sort(), [
      '',
      'adam',
      'ckpt',
      'data',
      'ds',
      'eval',
      'logger',
      'model',
      'muon',
      'train',
    ]);
    assert.equal(ppo.sections[0]?.name, 'ref');
    assert.equal(
      ppo.sections.reduce((sum, { flags }) => sum + flags.length, 0),
      ppo.flags.length,
    );
    for (const { name, flags } of ppo.sections) for (const flag of flags) assert.equal(sectionOf(flag.name), name);
  });

  it('names the line that adds a flag', () => {
    const flag = ppo.flag('--actor.adam.lr');
    assert.ok(flag);
    assert.match(ppo.sourceOf(flag) ?? '', /^cli\/train_ppo_ray\.py:\d+$/);
  });

  it('takes flags of a user’s own copy, aliases included', () => {
    const base = {
      type: null,
      nargs: null,
      choices: null,
      default: null,
      defaultType: 'NoneType',
      required: false,
    } as const;
    const own = new EntryPoint('fork', {
      name: 'train_own',
      flags: [{ ...base, name: '--long', aliases: ['-l'], dest: 'long', action: 'store' }],
    });
    assert.equal(own.flag('-l')?.name, '--long');
    assert.deepEqual(own.options, ['--long', '-l']);
    assert.equal(
      own.sourceOf(own.flags[0] ?? { ...base, name: '', aliases: [], dest: '', action: 'store' }),
      undefined,
    );
  });
});
