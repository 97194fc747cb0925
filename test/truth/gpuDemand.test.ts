import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { effectiveConfig } from '../../server/src/config/effective.ts';
import type { EffectiveConfig } from '../../server/src/config/model.ts';
import { bind } from '../../server/src/launch/bind.ts';
import type { PythonValue } from '../../server/src/launch/binding.ts';
import { gpuDemand } from '../../server/src/plan/gpuDemand.ts';
import type { GpuDemand } from '../../server/src/plan/model.ts';
import { known } from './binding/compare.ts';
import { placeAll, type ClusterNode, type Placed, type PlacementCase } from './binding/program.ts';

/** The GPUs that we say a run asks for, and the values that it works with, against the real check and the real `train()`. */

const RELEASES = ['0.10.2', '0.10.3', '0.10.4', '0.11.0', '0.11.1', '0.11.2'];
const ENTRY = 'train_ppo_ray';
const COUNT = 2_000;
const SEED = Number(process.env['TEST_SEED'] ?? 7);

const CLUSTERS: readonly (readonly ClusterNode[])[] = [
  [], // no limit: what is asked for is recorded
  [{ GPU: 8, CPU: 64 }],
  [{ GPU: 8, CPU: 4 }],
  [
    { GPU: 8, CPU: 64 },
    { GPU: 8, CPU: 64 },
  ],
  [
    { GPU: 4, CPU: 64 },
    { GPU: 4, CPU: 64 },
    { GPU: 4, CPU: 64 },
  ],
];

/** One of the words, or nothing at all. */
const maybe = (...words: readonly (readonly string[])[]): fc.Arbitrary<readonly string[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constantFrom(...words) });
const flag = (name: string, ...values: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.constantFrom(...values).map((value) => [`--${name}`, value]);
const usually = (name: string): fc.Arbitrary<readonly string[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: fc.constant([`--train.${name}`]) });

const sizes = fc
  .constantFrom('1', '2', '4')
  .chain((usual) =>
    fc.tuple(
      ...['actor', 'ref', 'critic', 'reward'].flatMap((group) => [
        flag(`${group}.num_nodes`, '1', '1', '1', '1', '2', '2', '1', '1', '1', '0'),
        flag(`${group}.num_gpus_per_node`, usual, usual, usual, usual, usual, usual, '1', '2', '4', '0'),
      ]),
    ),
  );

/** Flags that the check looks at beside those of the placement. */
const others: readonly fc.Arbitrary<readonly string[]>[] = [
  maybe(['--critic.model_name_or_path', 'c'], ['--critic.model_name_or_path', '']),
  maybe(['--ds.ring_attn_size', '2'], ['--ds.packing_samples'], ['--train.dynamic_batch_enable']),
  maybe(['--rollout.max_tokens_per_gpu', '4096'], ['--train.max_tokens_per_gpu', '8192']),
  maybe(['--ds.attn_implementation', 'eager'], ['--ds.attn_implementation', 'kernels/flash_attention3']),
  maybe(['--vllm.enable_sleep']),
  maybe(['--data.input_template', 'Q: {}'], ['--data.input_template', 'Q:'], ['--data.input_template', '']),
  maybe(['--rollout.vllm_generate_batch_size', '64'], ['--rollout.vllm_generate_batch_size', '0']),
  maybe(['--actor.eps_clip', '0.3'], ['--actor.eps_clip_low_high', '0.1', '0.4']),
  maybe(['--algo.advantage.is_correction_threshold', '0.5', '5.0']),
];

const argvs: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    flag('algo.advantage.estimator', 'gae', 'gae', 'reinforce', 'group_norm'),
    fc.constantFrom(
      ['--reward.remote_url', 'r.py'],
      ['--reward.remote_url', 'http://a:1/x,http://b:2/y'],
      ['--reward.model_name_or_path', 'rm'],
      ['--reward.model_name_or_path', 'rm1,rm2'],
      ['--train.agent_func_path', 'a.py'],
      ['--train.agent_func_path', '', '--reward.model_name_or_path', 'rm'],
    ),
    sizes.map((words) => words.flat()),
    flag('vllm.num_engines', '1', '2', '4', '1', '2', '4', '0'),
    flag('vllm.tensor_parallel_size', '1', '1', '2', '4'),
    usually('colocate_all'),
    usually('colocate_actor_ref'),
    usually('colocate_critic_reward'),
    usually('async_enable'),
    flag('algo.kl.init_coef', '0', '0.01', '-1', '1e-4'),
    ...others,
  )
  .map((parts) => ['--actor.model_name_or_path', 'm', '--rollout.n_samples_per_prompt', '2', ...parts.flat()]);

const cases: fc.Arbitrary<PlacementCase> = fc
  .record({
    release: fc.constantFrom(...RELEASES),
    argv: argvs,
    cluster: fc.constantFrom(...CLUSTERS),
    single: fc.boolean(),
  })
  .map(({ release, argv, cluster, single }) => ({
    tag: `v${release}`,
    entry: ENTRY,
    // One value is an upper bound, in the newest release only.
    argv: single && release === '0.11.2' ? [...argv, '--algo.advantage.is_correction_threshold', '3'] : argv,
    cluster,
  }));

const catalogues = createCatalogues();

function configOf({ tag, argv }: PlacementCase): EffectiveConfig {
  const found = catalogues.entryPoint(tag.slice(1), ENTRY);
  assert.ok(found, `the catalogue has no ${ENTRY} of ${tag}`);
  return effectiveConfig(ENTRY, bind(found.spec, known(argv)));
}

/** How many bundles of one GPU and one CPU fit. */
function slots(cluster: readonly ClusterNode[]): number {
  return cluster.reduce((sum, { GPU, CPU }) => sum + Math.min(GPU, CPU), 0);
}

function placementOf({ placement }: Placed): { groups: readonly number[]; actors: number; total: number } {
  const { pgs = [], bare_gpu_actors: bare = [], total_gpus: total = 0 } = placement ?? {};
  return { groups: pgs.map(({ gpus }) => gpus), actors: bare.length, total };
}

/** What kind of case it is, and how the real run differs from what we say; `null` where it does not. */
function compare(
  demand: GpuDemand,
  real: Placed,
  cluster: readonly ClusterNode[],
): { kind: string; told: string | null } {
  const hangs = real.exc_type === 'HANG';
  switch (demand.kind) {
    case 'none':
    case 'unknown':
      return { kind: demand.kind, told: 'every value is known, and train_ppo_ray asks Ray for GPUs' };
    case 'fails': {
      // On a small cluster an earlier request may wait for ever before the error is reached.
      const same = hangs ? cluster.length > 0 : !real.ok && real.exc_type === demand.failure.exception;
      return { kind: `fails: ${demand.failure.what}`, told: same ? null : 'fails' };
    }
    case 'known': {
      const placed = placementOf(real);
      const wanted = {
        groups: demand.requests.filter(({ kind }) => kind === 'group').map(({ gpus }) => gpus),
        actors: demand.requests.filter(({ kind }) => kind === 'actors').reduce((sum, { gpus }) => sum + gpus, 0),
        total: demand.gpus,
      };
      const same = isDeepStrictEqual(placed, wanted) ? null : JSON.stringify(placed);
      // Without engines, releases up to 0.10.4 name a variable that only engines set, once all groups are placed.
      if (real.exc_type === 'UnboundLocalError') return { kind: 'placed, then a bug of the release', told: same };
      if (cluster.length > 0) {
        const cpus = cluster.reduce((sum, { CPU }) => sum + CPU, 0);
        const fits = demand.gpus <= slots(cluster) && demand.cpus <= cpus;
        return {
          kind: fits ? 'fits' : 'waits for ever',
          told: (fits ? real.ok : hangs) ? null : `fits: ${String(fits)}`,
        };
      }
      return { kind: 'recorded', told: real.ok ? same : real.exc_type };
    }
  }
}

/** A value as the oracle writes it. */
function plain({ value }: PythonValue): unknown {
  if (value === 'inf') return 'Infinity';
  return Array.isArray(value) ? (value as readonly PythonValue[]).map(plain) : value;
}

function tally(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}

describe('what a run asks Ray for, and the real train()', () => {
  const asked = fc.sample(cases, { numRuns: COUNT, seed: SEED });
  let ran: { readonly item: PlacementCase; readonly real: Placed }[] = [];

  before(async () => {
    const placed = await placeAll(asked);
    const all = asked.flatMap((item, index) => {
      const real = placed[index];
      return real === undefined ? [] : [{ item, real }];
    });
    assert.equal(all.length, COUNT);
    assert.deepEqual(
      all.filter(({ real }) => real.stage === 'argparse').map(({ item, real }) => [item.argv, real.message]),
      [],
    );
    ran = all.filter(({ real }) => real.stage !== 'validation');
  });

  test(`placement, errors and waiting: ${COUNT} configurations, seed ${SEED}`, (t) => {
    const kinds: string[] = [];
    const differences = ran.flatMap(({ item, real }) => {
      const demand = gpuDemand(ENTRY, configOf(item));
      const { kind, told } = compare(demand, real, item.cluster);
      kinds.push(kind);
      return told === null ? [] : [JSON.stringify([item, told, real.exc_type, real.message, demand])];
    });
    t.diagnostic(
      `${COUNT} configurations, ${ran.length} past the check: ${tally(kinds)}; ${differences.length} differ`,
    );
    assert.deepEqual(differences.slice(0, 5), []);
    assert.ok(ran.length > COUNT * 0.6);
  });

  test('the values that the run works with', (t) => {
    let values = 0;
    let forced = 0;
    const differences = ran.flatMap(({ item, real }) => {
      const config = configOf(item);
      return Object.entries(real.args ?? {}).flatMap(([dest, wanted]) => {
        const entry = config.get(dest);
        // The name of a run is made from the clock.
        if (dest === 'logger.wandb.run_name') return [];
        values++;
        if (entry?.known === true && entry.origin.kind === 'forced') forced++;
        const told = entry?.known === true ? JSON.stringify(plain(entry.value)) : 'unknown';
        return told === JSON.stringify(wanted)
          ? []
          : [`${dest}: ${told}, really ${JSON.stringify(wanted)} in ${JSON.stringify(item)}`];
      });
    });
    t.diagnostic(
      `${ran.length} runs, ${values} values, ${forced} of them put there by the check; ${differences.length} differ`,
    );
    assert.deepEqual(differences.slice(0, 5), []);
    assert.ok(forced > 0);
  });
});
