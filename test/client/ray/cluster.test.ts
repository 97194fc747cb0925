import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { slots, totals } from '../../../client/src/ray/capacity.ts';
import { clusterSnapshot } from '../../../client/src/ray/cluster.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import type { Job } from '../../../client/src/ray/model.ts';
import { inReport } from '../../../client/src/ray/usage.ts';
import { reasonIn } from '../../../client/src/ray/waiting.ts';

/** Answers by path; what is not there is a 500, as of a head whose part has ended. */
function answering(answers: Readonly<Record<string, unknown>>): RayHttp {
  return {
    address: { base: 'http://head:8265', origin: 'http://head:8265' },
    send: async ({ path }) => {
      const found = answers[path];
      // 501 is not retried.
      return Promise.resolve({
        status: found === undefined ? 501 : 200,
        headers: { 'content-type': 'application/json' },
        body: Readable.from([Buffer.from(JSON.stringify(found ?? { result: false, msg: 'no part' }))]),
      });
    },
    dispose: () => undefined,
  };
}

/** The shape of a list of the state API, with fields that nobody knows. */
function list(entries: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  const total = entries.length;
  const result = {
    total,
    num_after_truncation: total,
    num_filtered: total,
    result: entries,
    partial_failure_warning: '',
  };
  return { result: true, msg: '', data: { result: { ...result, new_field: {}, ...more } } };
}

const head = {
  node_id: 'aa',
  node_ip: '10.0.0.1',
  node_name: 'head',
  is_head_node: true,
  state: 'ALIVE',
  state_message: null,
  resources_total: { CPU: 4, GPU: 2, memory: 100, my_res: 3 },
  labels: { 'ray.io/node-id': 'aa' },
  from_the_future: [1],
};
const worker = {
  ...head,
  node_id: 'bb',
  node_name: 'worker',
  is_head_node: false,
  resources_total: { CPU: 1, GPU: 8 },
  labels: { zone: 'a' },
};
const gone = { ...worker, node_id: 'cc', node_name: 'gone', state: 'DEAD', state_message: 'Unexpected termination.' };

const status = {
  result: true,
  data: {
    clusterStatus: {
      loadMetricsReport: {
        usageByNode: {
          aa: { CPU: [1, 4], GPU: [1.5, 2], GPU_group_0: [9, 9], myRes: [2, 3] },
          bb: { CPU: [0, 1], GPU: [8, 8] },
        },
        resourceDemand: [[{ GPU: 7 }, 1]],
        pgDemand: [[{ bundles: [[{ GPU: 8 }, 2]], strategy: 'STRICT_SPREAD' }, 1]],
      },
    },
  },
};

const gpu = { index: 0, name: 'NVIDIA H100', uuid: 'GPU-1', memoryTotal: 81559, powerMw: 450000 };
const nodes = {
  result: true,
  data: {
    summary: [
      {
        hostname: 'h',
        cpu: 12.5,
        mem: [1000, 400, 60, 600],
        gpus: [
          {
            ...gpu,
            utilizationGpu: 87,
            memoryUsed: 61234,
            processesPids: { 1234: { pid: 1234, gpuMemoryUsage: 60000, gpuUtilization: 80 } },
          },
          { ...gpu, index: 1, utilizationGpu: null, memoryUsed: 10, processesPids: [{ pid: 5, gpuMemoryUsage: 7 }] },
          { ...gpu, index: 2, utilizationGpu: 3, memoryUsed: 4, processesPids: null },
          'not a GPU',
        ],
        raylet: { nodeId: 'aa' },
      },
      { hostname: 'no raylet' },
    ],
  },
};

const job: Job = {
  key: 'run1',
  type: 'submission',
  submissionId: 'run1',
  rayJobId: '04000000',
  status: 'running',
  entrypoint: 'python3 -m openrlhf.cli.train_ppo_ray',
  message: null,
  errorType: null,
  startTime: 0,
  endTime: null,
  metadata: {},
  runtimeEnv: {},
  driverNodeId: 'aa',
  driverAgentAddress: null,
  exitCode: null,
};

const all = {
  '/api/v0/nodes': list([gone, worker, head]),
  '/api/v0/actors': list([]),
  '/api/v0/placement_groups': list([]),
  '/api/cluster_status': status,
  '/nodes': nodes,
  '/api/jobs/': [],
};

describe('a snapshot of a cluster', () => {
  test('nodes in order, what is free under Ray’s own names, GPUs as the driver reports them', async () => {
    const snapshot = await clusterSnapshot(answering(all));
    assert.deepEqual(
      snapshot.nodes.map(({ id, alive }) => [id, alive]),
      [
        ['aa', true],
        ['bb', true],
        ['cc', false],
      ],
    );
    assert.deepEqual(snapshot.total, { cpu: 5, gpu: 10 });
    assert.deepEqual(snapshot.free, { cpu: 4, gpu: 0.5 });
    assert.deepEqual(snapshot.nodes[0]?.free, { CPU: 3, GPU: 0.5, memory: 100, my_res: 1 });
    assert.equal(snapshot.nodes[2]?.stateMessage, 'Unexpected termination.');
    assert.deepEqual(
      snapshot.nodes[0].gpus.map(({ index, utilization, memoryUsed, processes }) => [
        index,
        utilization,
        memoryUsed,
        processes,
      ]),
      [
        [0, 87, 61234, [{ pid: 1234, memory: 60000 }]],
        [1, null, 10, [{ pid: 5, memory: 7 }]],
        [2, 3, 4, []],
      ],
    );
    assert.deepEqual(snapshot.pending, [
      { kind: 'task-or-actor', bundles: [{ resources: { GPU: 7 }, count: 1 }], strategy: '', count: 1 },
      { kind: 'placement-group', bundles: [{ resources: { GPU: 8 }, count: 2 }], strategy: 'STRICT_SPREAD', count: 1 },
    ]);
    assert.equal(snapshot.complete, true);
  });

  for (const path of Object.keys(all).filter((one) => one !== '/api/v0/nodes')) {
    test(`without ${path} the rest is there`, async () => {
      const snapshot = await clusterSnapshot(answering({ ...all, [path]: undefined }));
      assert.equal(snapshot.complete, false);
      assert.equal(snapshot.problems.length, 1);
      assert.deepEqual(snapshot.total, { cpu: 5, gpu: 10 });
      assert.deepEqual(snapshot.free, path === '/api/cluster_status' ? null : { cpu: 4, gpu: 0.5 });
    });
  }

  test('without nodes there is no snapshot', async () => {
    await assert.rejects(clusterSnapshot(answering({ ...all, '/api/v0/nodes': undefined })), RayError);
  });

  test('a cut list, a source that did not answer and an entry of another shape make it incomplete', async () => {
    for (const actors of [
      list([], { total: 20_000, num_after_truncation: 10_000 }),
      list([], { num_filtered: 10_500 }),
      list([], { partial_failure_warning: 'a node did not answer' }),
      list([{ actor_id: 3 }]),
    ]) {
      const snapshot = await clusterSnapshot(answering({ ...all, '/api/v0/actors': actors }));
      assert.deepEqual([snapshot.complete, snapshot.problems.length], [false, 0]);
    }
  });

  test('a head that has no nodes yet has no known free GPUs', async () => {
    const snapshot = await clusterSnapshot(answering({ ...all, '/api/v0/nodes': list([]) }));
    assert.deepEqual([snapshot.free, snapshot.headNodeId], [null, null]);
  });
});

describe('who has the GPUs', () => {
  const group = (more: Readonly<Record<string, unknown>>) => ({
    placement_group_id: 'p',
    creator_job_id: '04000000',
    state: 'CREATED',
    bundles: [
      { unit_resources: { GPU: 1, CPU: 1 }, node_id: 'aa' },
      { unit_resources: { GPU: 1, CPU: 1 }, node_id: 'bb' },
    ],
    ...more,
  });
  const actor = (more: Readonly<Record<string, unknown>>) => ({
    actor_id: 'a',
    class_name: 'A',
    state: 'ALIVE',
    job_id: '04000000',
    required_resources: { GPU: 1 },
    placement_group_id: null,
    ...more,
  });

  test('groups by what is placed, actors outside of groups, a driver by its name', async () => {
    const inside = { placement_group_id: 'p', required_resources: { GPU_group_p: 0.2, GPU_group_0_p: 0.2 } };
    const driver = { job_id: '01000000', name: '_ray_internal_job_actor_run1', required_resources: { GPU: 0.5 } };
    const answers = {
      ...all,
      '/api/v0/placement_groups': list([group({}), group({ placement_group_id: 'q', state: 'PENDING' })]),
      '/api/v0/actors': list([
        actor(inside),
        actor({}),
        actor({ state: 'PENDING_CREATION' }),
        actor(driver),
        actor({ job_id: '05000000', required_resources: { CPU: 1 } }),
        actor({ job_id: '06000000', required_resources: { GPU: 2 } }),
      ]),
    };
    const { holders } = await clusterSnapshot(answering(answers), { jobs: [job] });
    assert.deepEqual(
      holders.map(({ rayJobId, submissionId, gpus, gpusInGroups, actors }) => [
        rayJobId,
        submissionId,
        gpus,
        gpusInGroups,
        actors.length,
      ]),
      [
        ['04000000', 'run1', 3.5, 2, 3],
        ['06000000', null, 2, 0, 1],
      ],
    );
  });

  test('a driver on a node that died is told, whatever the status says', async () => {
    const snapshot = await clusterSnapshot(answering(all));
    assert.deepEqual(reasonIn(snapshot, { ...job, driverNodeId: 'cc' }), {
      kind: 'node-dead',
      neverFits: false,
      nodeId: 'cc',
      message: 'Unexpected termination.',
    });
  });

  test('a pending job without a driver’s actor says for how long', async () => {
    const snapshot = await clusterSnapshot(answering(all));
    const pending = { ...job, status: 'pending', driverNodeId: null, startTime: snapshot.takenAt - 90_000 } as const;
    assert.deepEqual(reasonIn(snapshot, pending), { kind: 'no-driver', neverFits: false, milliseconds: 90_000 });
  });

  test('a label that no node has is never met; one that a busy node has is waited for', async () => {
    const driver = {
      job_id: '01000000',
      name: '_ray_internal_job_actor_run1',
      state: 'PENDING_CREATION',
      required_resources: { GPU: 1 },
    };
    const pending = { ...job, status: 'pending', driverNodeId: null } as const;
    for (const [selector, neverFits] of [
      [{ zone: 'b' }, true],
      [{ zone: 'in(a,b)' }, false],
      [{ zone: '!a', 'ray.io/node-id': 'aa' }, undefined],
    ] as const) {
      const actors = list([actor({ ...driver, label_selector: selector })]);
      const snapshot = await clusterSnapshot(answering({ ...all, '/api/v0/actors': actors }));
      const reason = reasonIn(snapshot, pending);
      assert.equal(reason.kind, 'entrypoint');
      assert.equal(reason.neverFits, neverFits ?? false);
    }
  });

  test('room is counted by pairs of a GPU and a CPU, as the real program asks', async () => {
    const { nodes: found } = await clusterSnapshot(answering(all));
    const has = totals(found);
    assert.equal(slots(has), 3);
  });
});

test('names of resources as Ray’s report spells them', () => {
  for (const [name, expected] of [
    ['CPU', 'CPU'],
    ['object_store_memory', 'objectStoreMemory'],
    ['node:__internal_head__', 'node:InternalHead'],
    ['my_special_resource', 'mySpecialResource'],
    ['accelerator_type:H100', 'acceleratorType:H100'],
    ['odd:Name_with_2x_parts', 'odd:NameWith2XParts'],
  ] as const) {
    assert.equal(inReport(name), expected);
  }
});
