import type { CpusAndGpus } from './cluster.ts';
import type { GpuHolder } from './holders.ts';
import type { Resources } from './state.ts';

/** What a cluster has at most, beside what is asked for. Names are those of Ray: `CPU`, `GPU`, custom ones. */
export interface Capacity {
  readonly total: Resources;
  /** What the one node has that has the most of what is asked for. */
  readonly largestNode: Resources;
  /** `null` where it is not known. */
  readonly free: CpusAndGpus | null;
  /** Nodes that are alive. */
  readonly nodes: number;
  readonly deadNodes: number;
}

/** Why a job gets nowhere. `neverFits`: the nodes that are there now can never give what is asked for. */
export type WaitingReason =
  /** It runs, or has ended; or nothing that the cluster tells speaks of a wait. */
  | { readonly kind: 'not-waiting'; readonly neverFits: false }
  /** Nothing runs the entrypoint yet. After a minute that is no longer usual: its submit may have been cut off. */
  | { readonly kind: 'no-driver'; readonly neverFits: false; readonly milliseconds: number }
  /** Packages of `runtime_env` are being fetched or installed, or a process is being started for the entrypoint. */
  | { readonly kind: 'runtime-env'; readonly neverFits: false; readonly keys: readonly string[] }
  /** `--entrypoint-num-gpus` and the like ask for what no node has, or has free. */
  | {
      readonly kind: 'entrypoint';
      readonly neverFits: boolean;
      readonly asked: Resources;
      /** Labels that the node must have; empty without `--entrypoint-label-selector`. */
      readonly labelSelector: Readonly<Record<string, string>>;
      readonly capacity: Capacity;
      readonly holders: readonly GpuHolder[];
    }
  /** A placement group of the job is pending. */
  | {
      readonly kind: 'placement-group';
      readonly neverFits: boolean;
      readonly why: GroupProblem;
      /** All bundles together. */
      readonly asked: Resources;
      /** The largest amounts of one bundle. */
      readonly largestBundle: Resources;
      readonly bundles: number;
      /** Strategy, `STRICT_SPREAD` for example; empty where Ray does not say. */
      readonly strategy: string;
      /** How often Ray has tried. */
      readonly attempts: number;
      /** GPUs and CPUs that the same job has already. */
      readonly ownHeld: CpusAndGpus;
      readonly capacity: Capacity;
      /** The other jobs that have GPUs. */
      readonly holders: readonly GpuHolder[];
    }
  /** Actors of the job wait for a place. */
  | {
      readonly kind: 'actors';
      readonly neverFits: boolean;
      /** By class and demand, those that wait the most first. */
      readonly pending: readonly { readonly className: string; readonly asked: Resources; readonly count: number }[];
      /** All of them together. */
      readonly asked: Resources;
      readonly ownHeld: CpusAndGpus;
      readonly capacity: Capacity;
      readonly holders: readonly GpuHolder[];
    }
  /** The node of the driver is gone; Ray goes on calling the job running where the head itself is affected. */
  | { readonly kind: 'node-dead'; readonly neverFits: false; readonly nodeId: string; readonly message: string | null };

/** What keeps a placement group from its place. */
export type GroupProblem =
  /** One bundle asks for more than any node has; with `STRICT_PACK`, all bundles together do. */
  | 'bundle-too-large'
  /** `STRICT_SPREAD` needs as many nodes as bundles. */
  | 'too-few-nodes'
  /** The bundles together, with what the same job holds already, are more than the cluster has. */
  | 'too-much'
  /** `INFEASIBLE` for a reason that the numbers do not show. */
  | 'infeasible'
  /** It would fit, but others have the resources. */
  | 'busy'
  /** Ray is at it: bundles are being reserved, or were moved from a node that died. */
  | 'under-way';
