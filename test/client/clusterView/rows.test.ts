import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clusterRows } from '../../../client/src/clusterView/rows.ts';
import type { ClusterRow } from '../../../client/src/clusterView/rows.ts';
import type { ClusterNode, ClusterSnapshot } from '../../../client/src/ray/cluster.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import { jobLike } from '../support/jobs.ts';

const node: ClusterNode = {
  ...{ id: 'aa', ip: '10.0.0.1', name: '10.0.0.1', head: true, alive: true, stateMessage: null, labels: {} },
  ...{ total: { GPU: 8, CPU: 16 }, free: { GPU: 3, CPU: 11 }, gpus: [], report: null },
};
const nothing: ClusterSnapshot = {
  ...{ takenAt: 0, nodes: [node], headNodeId: 'aa', total: { cpu: 16, gpu: 8 }, free: { cpu: 11, gpu: 3 } },
  ...{ placementGroups: [], actors: [], jobs: [], holders: [], pending: [], problems: [], complete: true },
};

/** `label | description` of the rows, those below indented. */
function text(rows: readonly ClusterRow[], indent = ''): readonly string[] {
  return rows.flatMap(({ label, description, children }) => [
    `${indent}${label} | ${description}`,
    ...text(children, `${indent}  `),
  ]);
}

describe('rows of the cluster view', () => {
  test('GPUs, who has them, and the nodes', () => {
    const holders = [
      {
        ...{ rayJobId: '01', submissionId: 'run1', job: jobLike({ submissionId: 'run1' }), gpus: 5, cpus: 5 },
        ...{ gpusInGroups: 5, actors: [] },
      },
      { rayJobId: '02', submissionId: null, job: null, gpus: 0.5, cpus: 0, gpusInGroups: 0, actors: [] },
    ];
    assert.deepEqual(text(clusterRows({ ...nothing, holders })), [
      'GPUs | 5 of 8 used',
      '  train_ppo_ray · Qwen3-4B (run1) | 5 GPUs',
      '  Ray job 02 | 0.5 GPUs',
      '10.0.0.1 | 5/8 GPU · 5/16 CPU',
    ]);
  });

  test('what a node reports: its name, memory and each GPU', () => {
    const gpu = {
      index: 0,
      name: 'NVIDIA H100',
      utilization: 87,
      memoryUsed: 40_960,
      memoryTotal: 81_920,
      processes: [],
    };
    const gpus = [gpu, { ...gpu, index: 1, utilization: null }];
    const report = { hostname: 'gpu-1', cpuPercent: 3, memoryUsed: 2 ** 30, memoryTotal: 64 * 2 ** 30, gpus };
    const [, row] = clusterRows({ ...nothing, nodes: [{ ...node, gpus, report }] });
    assert.deepEqual(text(row ? [row] : []), [
      'gpu-1 | 5/8 GPU · 5/16 CPU · 1.0 GiB of 64 GiB',
      '  GPU 0 | 87 % · 40 GiB of 80 GiB',
      '  GPU 1 | 40 GiB of 80 GiB',
    ]);
  });

  test('dead nodes, unknown use, no GPUs', () => {
    const dead = { ...node, id: 'bb', head: false, alive: false, free: null, stateMessage: 'Unexpected termination' };
    const rows = clusterRows({
      ...nothing,
      nodes: [{ ...node, free: null, total: { CPU: 2 } }, dead],
      total: { cpu: 2, gpu: 0 },
      free: null,
    });
    assert.deepEqual(text(rows), ['GPUs | none', '10.0.0.1 | 2 CPU', '10.0.0.1 | dead']);
    assert.match(rows[2]?.tooltip ?? '', /Unexpected termination/);
    assert.equal(clusterRows({ ...nothing, free: null })[0]?.description, '8 in all');
  });

  test('what waits, placement groups, and what could not be read', () => {
    const bundle = { index: 0, resources: { GPU: 1, CPU: 1 }, nodeId: null };
    const rows = clusterRows({
      ...nothing,
      pending: [
        { kind: 'placement-group', bundles: [{ resources: { GPU: 1, CPU: 1 }, count: 4 }], strategy: 'PACK', count: 2 },
        { kind: 'task-or-actor', bundles: [{ resources: { GPU: 16 }, count: 1 }], strategy: '', count: 1 },
      ],
      placementGroups: [
        {
          id: 'p1',
          name: '',
          rayJobId: '01',
          state: 'pending',
          schedulingState: 'INFEASIBLE',
          attempts: 1,
          bundles: [bundle, bundle],
        },
      ],
      problems: [new RayError('server', 'The usage cannot be read.')],
    });
    assert.deepEqual(text(rows.slice(2)), [
      'Waiting for resources | 2',
      '  4 × (1 GPU, 1 CPU) | 2 × placement group · PACK',
      '  16 GPUs | task or actor',
      'Placement groups | 1',
      '  2 GPUs, 2 CPUs | never fits · Ray job 01',
      'The usage cannot be read. | ',
    ]);
  });

  test('a group that waits is named by its job, which holds nothing yet', () => {
    const waiting = {
      ...({ id: 'p1', name: '', rayJobId: '01', state: 'pending', schedulingState: 'PENDING', attempts: 1 } as const),
      bundles: [{ index: 0, resources: { GPU: 1 }, nodeId: null }],
    };
    const jobs = [jobLike({ submissionId: 'run1', rayJobId: '01' })];
    const rows = clusterRows({ ...nothing, placementGroups: [waiting], jobs });
    const group = rows.find(({ id }) => id === 'groups')?.children[0];
    assert.equal(group?.description, 'pending · train_ppo_ray · Qwen3-4B (run1)');
  });

  test('the row of GPUs is another one when the first job has some, so that it opens', () => {
    const holder = { rayJobId: '02', submissionId: null, job: null, gpus: 1, cpus: 0, gpusInGroups: 0, actors: [] };
    const [without] = clusterRows(nothing);
    const [held] = clusterRows({ ...nothing, holders: [holder] });
    assert.notEqual(held?.id, without?.id);
    assert.equal(held?.expanded, true);
  });

  test('ids are unique below each parent', () => {
    const check = (rows: readonly ClusterRow[]): void => {
      assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
      for (const { children } of rows) check(children);
    };
    check(clusterRows({ ...nothing, nodes: [node, { ...node, id: 'bb' }] }));
  });
});
