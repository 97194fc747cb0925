import { numberOf } from '../config/effective.ts';
import type { EffectiveConfig } from '../config/model.ts';
import { truthOf } from '../config/pythonTruth.ts';
import type { GpuDemand, GpuRequest, PlacementFailure } from './model.ts';

/** The entry point that asks Ray for GPUs. */
const RAY_ENTRY_POINT = 'train_ppo_ray';

/** What `gpuDemand` looks at, by dest. */
export const PLACEMENT_DESTS: readonly string[] = [
  ...['actor', 'ref', 'critic', 'reward'].flatMap((group) => [`${group}.num_nodes`, `${group}.num_gpus_per_node`]),
  'train.colocate_actor_ref',
  'train.colocate_all',
  'train.colocate_critic_reward',
  'train.async_enable',
  'algo.kl.init_coef',
  'critic.model_name_or_path',
  'reward.remote_url',
  'vllm.num_engines',
  'vllm.tensor_parallel_size',
];

type Group = 'actor' | 'ref' | 'critic' | 'reward';

/** What the placement of a run hangs on; `undefined` where it is not known. */
interface Sizes {
  readonly nodes: number;
  readonly perNode: number;
}

/**
 * What `train()` of `openrlhf/cli/train_ppo_ray.py` (0.10.2 to 0.11.2) asks Ray for, in its order. Each GPU comes with a CPU,
 * in the bundles of a group as well as for an actor without one; one CPU more is for the actor that trains.
 */
export function gpuDemand(entryPoint: string | null, config: EffectiveConfig): GpuDemand {
  if (entryPoint !== RAY_ENTRY_POINT) return { kind: 'none' };
  const reader = new Reader(config);
  const switches = {
    actorRef: reader.truth('train.colocate_actor_ref'),
    all: reader.truth('train.colocate_all'),
    criticReward: reader.truth('train.colocate_critic_reward'),
    async: reader.truth('train.async_enable'),
  };
  const actor = reader.sizes('actor');
  const ref = reader.number('algo.kl.init_coef') > 0 ? reader.sizes('ref') : null;
  const critic = reader.truth('critic.model_name_or_path') ? reader.sizes('critic') : null;
  const local = !reader.truth('reward.remote_url');
  const reward = local || (critic !== null && switches.criticReward) ? reader.sizes('reward') : null;
  const engines = reader.count('vllm.num_engines');
  const vllm = engines > 0 ? engines * reader.number('vllm.tensor_parallel_size') : null;
  if (reader.unknown.size > 0) return { kind: 'unknown', flags: [...reader.unknown].sort().map((dest) => `--${dest}`) };
  return place({ ...switches, actor, ref, critic, reward, local, vllm });
}

interface Run {
  readonly actorRef: boolean;
  readonly all: boolean;
  readonly criticReward: boolean;
  readonly async: boolean;
  readonly actor: Sizes;
  readonly ref: Sizes | null;
  readonly critic: Sizes | null;
  /** Known where it is looked at. */
  readonly reward: Sizes | null;
  /** The reward models are loaded by the run itself. */
  readonly local: boolean;
  /** `null` without engines. */
  readonly vllm: number | null;
}

function place(run: Run): GpuDemand {
  const { actor, ref, critic, reward } = run;
  const requests: GpuRequest[] = [];
  const fails = (exception: PlacementFailure['exception'], what: string): GpuDemand => ({
    kind: 'fails',
    requests,
    failure: { exception, what },
  });

  // Ray refuses a group of no bundles where it is made.
  const empty = (): boolean => requests.some(({ gpus }) => gpus <= 0);

  const shared = run.actorRef || run.all;
  if (shared) {
    if (ref !== null && !isSame(actor, ref)) return fails('AssertionError', 'actor/ref');
    const owner = ['actor', ...(ref === null ? [] : ['ref']), ...(run.all ? ['all'] : [])].join('+');
    requests.push({ kind: 'group', owner, gpus: total(actor) });
    if (empty()) return fails('ValueError', 'empty group');
  }
  if (run.vllm !== null) {
    const within = run.all && !run.async;
    if (within && total(actor) !== run.vllm) return fails('AssertionError', 'actor/vllm');
    if (!within) requests.push({ kind: 'group', owner: 'vllm', gpus: run.vllm });
  }
  if (!shared) {
    requests.push(own('actor', actor));
    if (ref !== null) requests.push(own('ref', ref));
  }
  if (empty()) return fails('ValueError', 'empty group');

  // From here on only `train.colocate_all` keeps the group of the actor.
  let bundles = run.all ? total(actor) : null;
  if (critic !== null && run.criticReward) {
    if (reward === null || !isSame(critic, reward)) return fails('AssertionError', 'critic/reward');
    bundles = total(critic);
    requests.push({ kind: 'group', owner: 'critic+reward', gpus: bundles });
    if (empty()) return fails('ValueError', 'empty group');
  }
  if (critic !== null) {
    if (bundles === null) requests.push(own('critic', critic));
    else if (total(critic) > bundles) return fails('ValueError', 'critic bundle');
    if (empty()) return fails('ValueError', 'empty group');
  }
  if (run.local && reward !== null) {
    if (bundles === null) requests.push(own('reward', reward));
    else if (total(reward) > bundles) return fails('ValueError', 'reward bundle');
  }
  if (empty()) return fails('ValueError', 'empty group');
  const gpus = requests.reduce((sum, request) => sum + request.gpus, 0);
  return { kind: 'known', requests, gpus, cpus: gpus + 1 };
}

function total({ nodes, perNode }: Sizes): number {
  return nodes * perNode;
}

function isSame(a: Sizes, b: Sizes): boolean {
  return a.nodes === b.nodes && a.perNode === b.perNode;
}

/** `RayActorGroup` makes a placement group only where a node has more than one GPU; there always is a first actor. */
function own(owner: Group, sizes: Sizes): GpuRequest {
  if (sizes.perNode > 1) return { kind: 'group', owner, gpus: total(sizes) };
  return { kind: 'actors', owner, gpus: Math.max(1, total(sizes)) };
}

/** Reads values and notes which are not known; what it gives for those is never used. */
class Reader {
  readonly unknown = new Set<string>();
  readonly #config: EffectiveConfig;

  constructor(config: EffectiveConfig) {
    this.#config = config;
  }

  truth(dest: string): boolean {
    const entry = this.#config.get(dest);
    const truth = entry?.known === true ? truthOf(entry.value) : entry?.truth;
    if (truth === undefined) this.#note(dest);
    return truth ?? true;
  }

  number(dest: string): number {
    const number = numberOf(this.#config, dest);
    if (number === undefined) this.#note(dest);
    return number ?? 1;
  }

  /** A number, with `None` as zero. */
  count(dest: string): number {
    const entry = this.#config.get(dest);
    return entry?.known === true && entry.value.type === 'NoneType' ? 0 : this.number(dest);
  }

  sizes(group: Group): Sizes {
    return { nodes: this.number(`${group}.num_nodes`), perNode: this.number(`${group}.num_gpus_per_node`) };
  }

  #note(dest: string): void {
    const entry = this.#config.get(dest);
    for (const flag of entry?.known === false ? entry.flags : [dest]) this.unknown.add(flag);
  }
}
