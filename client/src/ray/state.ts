import * as z from 'zod/mini';
import { askEnvelope } from './answer.ts';
import type { RayHttp } from './http.ts';
import { given } from './jobs.ts';
import type { Cancellable } from './jobs.ts';
import { retried } from './retry.ts';

/** Amounts by the name of a resource: `CPU`, `GPU`, `memory` (bytes), `object_store_memory` (bytes), custom ones. */
export type Resources = Readonly<Record<string, number>>;

/** What a list of the state API brings. */
export interface StateList<T> {
  readonly items: readonly T[];
  /** False when the list was cut, or a source of it did not answer. */
  readonly complete: boolean;
}

/** A node of the cluster, alive or not (`NodeState` of `util/state/common.py`). */
export interface RayNode {
  /** Hexadecimal. */
  readonly id: string;
  readonly ip: string;
  readonly name: string;
  readonly head: boolean;
  /** False for a node that the cluster has given up; a dead one is listed for a while. */
  readonly alive: boolean;
  /** Why it died. */
  readonly stateMessage: string | null;
  readonly total: Resources;
  readonly labels: Readonly<Record<string, string>>;
}

/** An actor (`ActorState` of `util/state/common.py`). */
export interface RayActor {
  readonly id: string;
  readonly className: string;
  /** The name that it was given, else empty. */
  readonly name: string;
  readonly state: 'waits-for-dependencies' | 'pending' | 'alive' | 'restarting' | 'dead' | 'unknown';
  /** Ray's id of the job that made it. */
  readonly rayJobId: string;
  readonly nodeId: string | null;
  readonly pid: number | null;
  /** What it asks for; inside of a placement group the names are those of the group, such as `GPU_group_0_…`. */
  readonly required: Resources;
  readonly placementGroupId: string | null;
  readonly labelSelector: Readonly<Record<string, string>>;
  /** Why it died, in Ray's words. */
  readonly deathCause: string | null;
}

/** A placement group (`PlacementGroupState` of `util/state/common.py`). */
export interface PlacementGroup {
  readonly id: string;
  readonly name: string;
  readonly rayJobId: string;
  readonly state: 'pending' | 'created' | 'rescheduling' | 'removed' | 'unknown';
  /** Why it is pending: `INFEASIBLE`, `NO_RESOURCES`, …; empty where Ray does not say. */
  readonly schedulingState: string;
  /** How often Ray has tried. */
  readonly attempts: number;
  readonly bundles: readonly { readonly resources: Resources; readonly nodeId: string | null }[];
}

/** One condition; several have to hold together. */
export interface StateFilter {
  readonly key: string;
  readonly value: string;
  readonly not?: boolean;
}

/** How a list is asked for. */
export interface StateQuery extends Cancellable {
  readonly filters?: readonly StateFilter[];
}

/** The most that Ray gives at once (`RAY_MAX_LIMIT_FROM_API_SERVER`). */
const most = 10_000;
const timeout = 15_000;

const resources = z.catch(z.record(z.string(), z.number()), {});
const text = z.catch(z.nullable(z.string()), null);
const strings = z.catch(z.record(z.string(), z.string()), {});

const nodeShape = z.object({
  node_id: z.string(),
  node_ip: text,
  node_name: text,
  is_head_node: z.catch(z.nullable(z.boolean()), null),
  state: text,
  state_message: text,
  resources_total: resources,
  labels: strings,
});

const actorShape = z.object({
  actor_id: z.string(),
  class_name: text,
  name: text,
  state: text,
  job_id: text,
  node_id: text,
  pid: z.catch(z.nullable(z.number()), null),
  required_resources: resources,
  placement_group_id: text,
  label_selector: strings,
  death_cause: z.catch(z.nullable(z.record(z.string(), z.unknown())), null),
});

const bundleShape = z.object({ unit_resources: resources, node_id: text });

const groupShape = z.object({
  placement_group_id: z.string(),
  name: text,
  creator_job_id: text,
  state: text,
  stats: z.catch(
    z.nullable(z.object({ scheduling_state: text, scheduling_attempt: z.catch(z.nullable(z.number()), null) })),
    null,
  ),
  bundles: z.catch(z.array(bundleShape), []),
});

/** @throws RayError */
export async function listNodes(http: RayHttp, query: StateQuery = {}): Promise<StateList<RayNode>> {
  return listed(http, '/api/v0/nodes', query, nodeShape, (node) => ({
    id: node.node_id,
    ip: node.node_ip ?? '',
    name: node.node_name ?? '',
    // Ray before 2.9 says it only by a resource of the node.
    head: node.is_head_node ?? 'node:__internal_head__' in node.resources_total,
    alive: node.state !== 'DEAD',
    stateMessage: node.state_message === '' ? null : node.state_message,
    total: node.resources_total,
    labels: node.labels,
  }));
}

/** @throws RayError */
export async function listActors(http: RayHttp, query: StateQuery = {}): Promise<StateList<RayActor>> {
  return listed(http, '/api/v0/actors', query, actorShape, (actor) => ({
    id: actor.actor_id,
    className: actor.class_name ?? '',
    name: actor.name ?? '',
    state: actorState(actor.state),
    rayJobId: actor.job_id ?? '',
    nodeId: emptyAsNull(actor.node_id),
    pid: actor.pid === 0 ? null : actor.pid,
    required: actor.required_resources,
    placementGroupId: emptyAsNull(actor.placement_group_id),
    labelSelector: actor.label_selector,
    deathCause: causeIn(actor.death_cause),
  }));
}

/** @throws RayError */
export async function listPlacementGroups(http: RayHttp, query: StateQuery = {}): Promise<StateList<PlacementGroup>> {
  return listed(http, '/api/v0/placement_groups', query, groupShape, (group) => ({
    id: group.placement_group_id,
    name: group.name ?? '',
    rayJobId: group.creator_job_id ?? '',
    state: groupState(group.state),
    schedulingState: group.stats?.scheduling_state ?? '',
    attempts: group.stats?.scheduling_attempt ?? 0,
    bundles: group.bundles.map((bundle) => ({
      resources: bundle.unit_resources,
      nodeId: emptyAsNull(bundle.node_id),
    })),
  }));
}

const listShape = z.object({
  result: z.object({
    total: z.catch(z.nullable(z.number()), null),
    num_after_truncation: z.catch(z.nullable(z.number()), null),
    num_filtered: z.catch(z.nullable(z.number()), null),
    result: z.array(z.unknown()),
    partial_failure_warning: text,
  }),
});

/** An entry of another shape is left out; it must not hide the others. */
async function listed<Shape extends z.ZodMiniType, T>(
  http: RayHttp,
  path: string,
  { filters = [], signal }: StateQuery,
  shape: Shape,
  read: (entry: z.output<Shape>) => T,
): Promise<StateList<T>> {
  const query = [
    ['detail', 1],
    ['limit', most],
    ...filters.flatMap(
      ({ key, value, not }) =>
        [
          ['filter_keys', key],
          ['filter_predicates', not === true ? '!=' : '='],
          ['filter_values', value],
        ] as const,
    ),
  ] as const;
  const request = { method: 'GET', path, query, timeout, ...given(signal) } as const;
  const { result } = await retried(async () => askEnvelope(http, request, listShape), signal);
  const items = result.result.flatMap((entry) => {
    const parsed = shape.safeParse(entry);
    return parsed.success ? [read(parsed.data)] : [];
  });
  const { total, num_after_truncation: kept, num_filtered: matching } = result;
  // Cut at the source before the filters, or by the limit after them.
  const cut = (total !== null && kept !== null && kept < total) || (matching ?? 0) > result.result.length;
  const partial = (result.partial_failure_warning ?? '') !== '';
  return { items, complete: !cut && !partial && items.length === result.result.length };
}

function actorState(state: string | null): RayActor['state'] {
  switch (state ?? '') {
    case 'DEPENDENCIES_UNREADY':
      return 'waits-for-dependencies';
    case 'PENDING_CREATION':
      return 'pending';
    case 'ALIVE':
      return 'alive';
    case 'RESTARTING':
      return 'restarting';
    case 'DEAD':
      return 'dead';
    default:
      return 'unknown';
  }
}

function groupState(state: string | null): PlacementGroup['state'] {
  switch (state ?? '') {
    case 'PENDING':
    case 'PREPARED':
      return 'pending';
    case 'CREATED':
      return 'created';
    case 'RESCHEDULING':
      return 'rescheduling';
    case 'REMOVED':
      return 'removed';
    default:
      return 'unknown';
  }
}

/** The sentence in `death_cause`, which has one key for each kind of death. */
function causeIn(cause: Readonly<Record<string, unknown>> | null): string | null {
  for (const context of Object.values(cause ?? {})) {
    if (typeof context !== 'object' || context === null || !('error_message' in context)) continue;
    if (typeof context.error_message === 'string' && context.error_message !== '') return context.error_message;
  }
  return null;
}

function emptyAsNull(value: string | null): string | null {
  return value === '' ? null : value;
}
