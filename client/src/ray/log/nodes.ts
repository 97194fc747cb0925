import * as z from 'zod/mini';
import { askEnvelope } from '../answer.ts';
import type { RayHttp } from '../http.ts';

const shape = z.object({
  result: z.object({
    result: z.array(
      z.object({
        node_id: z.string(),
        state: z.optional(z.nullable(z.string())),
        is_head_node: z.optional(z.nullable(z.boolean())),
      }),
    ),
  }),
});

const silenceLimit = 15_000;
const most = 10_000;

interface LogNode {
  readonly id: string;
  readonly alive: boolean;
  readonly head: boolean;
}

/** @throws RayError */
async function listNodes(http: RayHttp, signal: AbortSignal): Promise<readonly LogNode[]> {
  const request = {
    method: 'GET',
    path: '/api/v0/nodes',
    query: [['limit', most]],
    timeout: silenceLimit,
    signal,
  } as const;
  const { result } = await askEnvelope(http, request, shape);
  return result.result.map((node) => ({
    id: node.node_id,
    alive: node.state !== 'DEAD',
    head: node.is_head_node === true,
  }));
}

/** The node of the head: where the log is of a job that failed before its driver had a node. */
export async function headNode(http: RayHttp, signal: AbortSignal): Promise<string | null> {
  const nodes = await listNodes(http, signal);
  return nodes.find((node) => node.head && node.alive)?.id ?? null;
}

/** Whether the cluster counts a node as alive; not so for one that it does not know. */
export async function isNodeAlive(http: RayHttp, id: string, signal: AbortSignal): Promise<boolean> {
  const nodes = await listNodes(http, signal);
  return nodes.some((node) => node.id === id && node.alive);
}
