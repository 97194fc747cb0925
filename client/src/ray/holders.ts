import type { Job } from './model.ts';
import type { PlacementGroup, RayActor } from './state.ts';

/** A job with what it has of the GPUs, by reservation: whether they compute is another matter. */
export interface GpuHolder {
  /** Ray's id of the job; empty where only a driver itself has GPUs (`--entrypoint-num-gpus`). */
  readonly rayJobId: string;
  /** `null` for a job that nobody submitted, and for one that is not known. */
  readonly submissionId: string | null;
  readonly job: Job | null;
  /** GPUs in all; may be a part of one. */
  readonly gpus: number;
  /** CPUs that it has in the same way. */
  readonly cpus: number;
  /** How many of `gpus` are reserved by placement groups. */
  readonly gpusInGroups: number;
  /** Its actors that are alive and use a GPU, inside of a group or not. */
  readonly actors: readonly RayActor[];
}

/** The name of the actor that runs the entrypoint of a job (`dashboard/modules/job/job_manager.py`). */
export const driverActorPrefix = '_ray_internal_job_actor_';

/** What a cluster says of its groups, actors and jobs. */
interface Seen {
  readonly groups: readonly PlacementGroup[];
  readonly actors: readonly RayActor[];
  readonly jobs: readonly Job[];
}

/**
 * Who has GPUs. A group has what its placed bundles reserve, used or not; an actor inside of a group has nothing more; any other
 * actor has what it asked for. Tasks with GPUs are not seen.
 */
export function heldGpus(seen: Seen): readonly GpuHolder[] {
  return reservations(seen)
    .filter(({ gpus }) => gpus > 0)
    .toSorted((a, b) => b.gpus - a.gpus);
}

/** The same for every job that has CPUs or GPUs. */
export function reservations({ groups, actors, jobs }: Seen): readonly GpuHolder[] {
  const sums = new Map<string, Sum>();
  const sumOf = (rayJobId: string, submissionId: string | null): Sum => {
    const key = submissionId ?? rayJobId;
    const found = sums.get(key);
    if (found) return found;
    const made = { rayJobId, submissionId, gpus: 0, cpus: 0, gpusInGroups: 0, actors: [] };
    sums.set(key, made);
    return made;
  };
  const jobOf = new Map(jobs.flatMap((job) => (job.rayJobId === null ? [] : [[job.rayJobId, job] as const])));
  const submissionOf = (rayJobId: string) => jobOf.get(rayJobId)?.submissionId ?? null;

  for (const group of groups) {
    const placed = group.bundles.filter(({ nodeId }) => nodeId !== null);
    if (group.state === 'removed' || group.state === 'pending') continue;
    const sum = sumOf(group.rayJobId, submissionOf(group.rayJobId));
    for (const { resources } of placed) {
      sum.gpus += resources['GPU'] ?? 0;
      sum.gpusInGroups += resources['GPU'] ?? 0;
      sum.cpus += resources['CPU'] ?? 0;
    }
  }
  for (const actor of actors) {
    if (actor.state !== 'alive') continue;
    const ofDriver = actor.name.startsWith(driverActorPrefix) ? actor.name.slice(driverActorPrefix.length) : null;
    const sum = sumOf(ofDriver === null ? actor.rayJobId : '', ofDriver ?? submissionOf(actor.rayJobId));
    if (actor.placementGroupId === null) {
      sum.gpus += actor.required['GPU'] ?? 0;
      sum.cpus += actor.required['CPU'] ?? 0;
    }
    if (Object.entries(actor.required).some(([name, amount]) => /^GPU(?:_group_|$)/.test(name) && amount > 0)) {
      sum.actors.push(actor);
    }
  }
  const jobBySubmission = new Map(jobs.map((job) => [job.submissionId ?? job.key, job]));
  return [...sums.values()].map((sum) => {
    const job = (sum.submissionId === null ? null : jobBySubmission.get(sum.submissionId)) ?? jobOf.get(sum.rayJobId);
    return { ...sum, rayJobId: sum.rayJobId === '' ? (job?.rayJobId ?? '') : sum.rayJobId, job: job ?? null };
  });
}

interface Sum {
  readonly rayJobId: string;
  readonly submissionId: string | null;
  gpus: number;
  cpus: number;
  gpusInGroups: number;
  readonly actors: RayActor[];
}
