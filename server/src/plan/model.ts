/**
 * What a launch will ask of a cluster. Source of the numbers: `train()` of `openrlhf/cli/train_ppo_ray.py`, the same from
 * 0.10.2 to 0.11.2.
 */

/** One request for GPUs, in the order in which `train()` makes it. */
export interface GpuRequest {
  /** `group`: a placement group of bundles with one GPU and one CPU each; `actors`: as many actors without a group. */
  readonly kind: 'group' | 'actors';
  /** Whose it is: `actor+ref+all`, `vllm`, `critic+reward`, … */
  readonly owner: string;
  readonly gpus: number;
}

/** `train()` gives up before the training begins. */
export interface PlacementFailure {
  /** The Python exception. */
  readonly exception: 'AssertionError' | 'ValueError';
  /** Which sizes do not fit: `actor/ref`, `actor/vllm`, `critic/reward`, `critic bundle`, `reward bundle`, `empty group`. */
  readonly what: string;
}

export type GpuDemand =
  | { readonly kind: 'known'; readonly requests: readonly GpuRequest[]; readonly gpus: number; readonly cpus: number }
  | { readonly kind: 'fails'; readonly requests: readonly GpuRequest[]; readonly failure: PlacementFailure }
  /** A flag that it hangs on is not known before the script runs. */
  | { readonly kind: 'unknown'; readonly flags: readonly string[] }
  /** The entry point asks Ray for nothing (`train_sft`, …). */
  | { readonly kind: 'none' };
