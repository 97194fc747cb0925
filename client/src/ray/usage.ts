import * as z from 'zod/mini';
import { askEnvelope } from './answer.ts';
import type { RayHttp } from './http.ts';
import { given } from './jobs.ts';
import type { Cancellable } from './jobs.ts';
import { retried } from './retry.ts';
import type { Resources } from './state.ts';

/** A demand that nothing in the cluster has met yet. */
export interface PendingDemand {
  readonly kind: 'task-or-actor' | 'placement-group';
  /** One entry for each bundle of a group, or the one of a task or actor. Names are as Ray's own report spells them. */
  readonly bundles: readonly { readonly resources: Resources; readonly count: number }[];
  /** `PACK`, `SPREAD`, `STRICT_PACK`, `STRICT_SPREAD` of a group; empty otherwise. */
  readonly strategy: string;
  /** How many of the same there are. */
  readonly count: number;
}

/** What is in use and what is asked for, some seconds old (`/api/cluster_status`). */
export interface ClusterUsage {
  /** Amount in use of a resource of a node; `undefined` where it is not known. What a placement group reserves counts as used. */
  readonly used: (nodeId: string, resource: string) => number | undefined;
  readonly pending: readonly PendingDemand[];
}

/** A GPU as the node's driver reports it (`GpuUtilizationInfo` of `dashboard/modules/reporter/gpu_providers.py`). */
export interface GpuReport {
  readonly index: number;
  readonly name: string;
  /** Percent; `null` where the driver does not say, as for a part of a GPU (MIG). */
  readonly utilization: number | null;
  /** MiB. */
  readonly memoryUsed: number;
  readonly memoryTotal: number;
  readonly processes: readonly { readonly pid: number; readonly memory: number }[];
}

/** What the agent of a node reports (`/nodes?view=summary`). */
export interface NodeReport {
  readonly hostname: string;
  /** Percent of all cores. */
  readonly cpuPercent: number | null;
  /** Bytes. */
  readonly memoryUsed: number | null;
  readonly memoryTotal: number | null;
  /** Empty where there is no driver, also when Ray was told a number of GPUs. */
  readonly gpus: readonly GpuReport[];
}

const timeout = 15_000;

const amounts = z.catch(z.record(z.string(), z.number()), {});
const pair = z.tuple([z.number(), z.number()]);

const statusShape = z.object({
  clusterStatus: z.catch(
    z.nullable(
      z.object({
        loadMetricsReport: z.catch(
          z.nullable(
            z.object({
              usageByNode: z.catch(z.nullable(z.record(z.string(), z.record(z.string(), pair))), null),
              resourceDemand: z.catch(z.array(z.tuple([amounts, z.number()])), []),
              pgDemand: z.catch(
                z.array(
                  z.tuple([
                    z.object({
                      bundles: z.catch(z.array(z.tuple([amounts, z.number()])), []),
                      strategy: z.catch(z.string(), ''),
                    }),
                    z.number(),
                  ]),
                ),
                [],
              ),
            }),
          ),
          null,
        ),
      }),
    ),
    null,
  ),
});

/**
 * What is in use. A head without an autoscaler's report yet gives an empty answer.
 *
 * @throws RayError
 */
export async function clusterUsage(http: RayHttp, { signal }: Cancellable = {}): Promise<ClusterUsage> {
  const request = { method: 'GET', path: '/api/cluster_status', timeout, ...given(signal) } as const;
  const status = await retried(async () => askEnvelope(http, request, statusShape), signal);
  const report = status.clusterStatus?.loadMetricsReport;
  const byNode = new Map(Object.entries(report?.usageByNode ?? {}));
  return {
    used: (nodeId, resource) => byNode.get(nodeId)?.[inReport(resource)]?.[0],
    pending: [
      ...(report?.resourceDemand ?? []).map(([demand, count]) => ({
        kind: 'task-or-actor' as const,
        bundles: [{ resources: demand, count: 1 }],
        strategy: '',
        count,
      })),
      ...(report?.pgDemand ?? []).map(([{ bundles, strategy }, count]) => ({
        kind: 'placement-group' as const,
        bundles: bundles.map(([demand, times]) => ({ resources: demand, count: times })),
        strategy,
        count,
      })),
    ],
  };
}

/** The name of a resource as the report has it: Ray turns all keys of the answer into camel case (`dashboard/optional_utils.py`). */
export function inReport(resource: string): string {
  const [first = '', ...rest] = resource.split('_');
  const title = (word: string) =>
    word.replace(/\p{L}+/gu, (run) => run.charAt(0).toUpperCase() + run.slice(1).toLowerCase());
  return first + rest.map(title).join('');
}

const number = z.catch(z.nullable(z.number()), null);

const processShape = z.object({ pid: z.number(), gpuMemoryUsage: number });

const gpuShape = z.object({
  index: z.catch(z.number(), 0),
  name: z.catch(z.string(), ''),
  utilizationGpu: number,
  memoryUsed: z.catch(z.number(), 0),
  memoryTotal: z.catch(z.number(), 0),
  // A list on older versions, an object by process id on newer ones.
  processesPids: z.catch(z.nullable(z.union([z.array(processShape), z.record(z.string(), processShape)])), null),
});

const summaryShape = z.object({
  summary: z.catch(z.array(z.unknown()), []),
});

const nodeShape = z.object({
  hostname: z.catch(z.string(), ''),
  cpu: number,
  mem: z.catch(z.nullable(z.array(z.number())), null),
  gpus: z.catch(z.array(z.unknown()), []),
  raylet: z.object({ nodeId: z.string() }),
});

/**
 * What the agents report, by node id.
 *
 * @throws RayError
 */
export async function nodeReports(
  http: RayHttp,
  { signal }: Cancellable = {},
): Promise<ReadonlyMap<string, NodeReport>> {
  const request = {
    method: 'GET',
    path: '/nodes',
    // Without nocache the first answer after a pause is of any age.
    query: [
      ['view', 'summary'],
      ['nocache', 1],
    ],
    timeout,
    ...given(signal),
  } as const;
  const { summary } = await retried(async () => askEnvelope(http, request, summaryShape), signal);
  return new Map(
    summary.flatMap((entry) => {
      const parsed = nodeShape.safeParse(entry);
      return parsed.success ? [[parsed.data.raylet.nodeId, reportOf(parsed.data)] as const] : [];
    }),
  );
}

function reportOf(node: z.output<typeof nodeShape>): NodeReport {
  const [total = null, , , used = null] = node.mem ?? [];
  return {
    hostname: node.hostname,
    cpuPercent: node.cpu,
    memoryUsed: used,
    memoryTotal: total,
    gpus: node.gpus.flatMap((entry) => {
      const parsed = gpuShape.safeParse(entry);
      return parsed.success ? [gpuOf(parsed.data)] : [];
    }),
  };
}

function gpuOf(gpu: z.output<typeof gpuShape>): GpuReport {
  return {
    index: gpu.index,
    name: gpu.name,
    utilization: gpu.utilizationGpu,
    memoryUsed: gpu.memoryUsed,
    memoryTotal: gpu.memoryTotal,
    processes: Object.values(gpu.processesPids ?? {}).map(({ pid, gpuMemoryUsage }) => ({
      pid,
      memory: gpuMemoryUsage ?? 0,
    })),
  };
}
