import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bytesText, resourcesText } from '../../../client/src/jobs/amounts.ts';
import { waitingDocument } from '../../../client/src/jobs/waiting.ts';
import { waitingText } from '../../../client/src/jobs/waitingText.ts';
import type { GpuHolder } from '../../../client/src/ray/holders.ts';
import type { Capacity, WaitingReason } from '../../../client/src/ray/waiting.ts';
import { jobLike } from '../support/jobs.ts';

const capacity: Capacity = {
  total: { GPU: 8, CPU: 16 },
  largestNode: { GPU: 8, CPU: 16 },
  free: { gpu: 2, cpu: 10 },
  nodes: 1,
  deadNodes: 0,
};
const holder: GpuHolder = {
  ...{ rayJobId: '02', submissionId: 'other', job: jobLike({ submissionId: 'other' }), gpus: 6, cpus: 6 },
  ...{ gpusInGroups: 6, actors: [] },
};
const group: Extract<WaitingReason, { kind: 'placement-group' }> = {
  ...{ kind: 'placement-group', neverFits: false, why: 'busy', asked: { GPU: 4, CPU: 4 } },
  ...{ largestBundle: { GPU: 1, CPU: 1 }, bundles: 4, strategy: 'PACK', attempts: 3 },
  ...{ ownHeld: { gpu: 0, cpu: 0 }, capacity, holders: [holder] },
};
const job = jobLike({ status: 'running', rayJobId: '01' });

/** Every reason that Ray gives, with the numbers and words that a person needs. */
const cases: readonly (readonly [WaitingReason, string, readonly RegExp[]])[] = [
  [group, 'waits for 4 GPUs, 2 free', [/other jobs have now/, /\(other\) has 6 GPUs/, /tried 3 times/, /become free/]],
  [
    { ...group, neverFits: true, why: 'too-much', asked: { GPU: 16, CPU: 16 } },
    'waits for 16 GPUs, the cluster has 8',
    [/more than the cluster has/, /wait for ever/, /--train\.colocate_all/],
  ],
  [
    { ...group, neverFits: true, why: 'too-much', ownHeld: { gpu: 6, cpu: 6 } },
    'waits for 4 GPUs that never fit',
    [/has 6 GPUs and asks for 4 GPUs/, /has 6 GPUs and 6 CPUs already/],
  ],
  [
    { ...group, neverFits: true, why: 'bundle-too-large', largestBundle: { GPU: 16 }, asked: { GPU: 16 } },
    'waits for 16 GPUs, the cluster has 8',
    [/16 GPUs on one node, and no node has that much/],
  ],
  [
    { ...group, neverFits: true, why: 'too-few-nodes', strategy: 'STRICT_SPREAD' },
    'waits for 4 GPUs that never fit',
    [/4 bundles on as many nodes, and the cluster has 1/, /STRICT_SPREAD/],
  ],
  [
    { kind: 'entrypoint', neverFits: true, asked: { GPU: 99 }, labelSelector: {}, capacity, holders: [] },
    'waits for 99 GPUs, the cluster has 8',
    [/No node can ever give/, /leave out --entrypoint-num-gpus/],
  ],
  [
    { kind: 'entrypoint', neverFits: true, asked: {}, labelSelector: { zone: 'b' }, capacity, holders: [] },
    'waits for a node with its labels',
    [/zone = b/],
  ],
  [
    {
      ...{ kind: 'actors', neverFits: false, pending: [{ className: 'Actor', asked: { GPU: 1 }, count: 4 }] },
      ...{ asked: { GPU: 4 }, ownHeld: { gpu: 0, cpu: 0 }, capacity: { ...capacity, free: null }, holders: [] },
    },
    'waits for 4 GPUs',
    [/4 × Actor, each 1 GPU/],
  ],
  [{ kind: 'runtime-env', neverFits: false, keys: ['pip'] }, 'prepares its environment', [/: pip\./]],
  [{ kind: 'no-driver', neverFits: false, milliseconds: 5_000 }, 'is being started', [/is starting/]],
  [{ kind: 'no-driver', neverFits: false, milliseconds: 600_000 }, 'was never started', [/for 10m 00s/]],
  [
    { kind: 'node-dead', neverFits: false, nodeId: 'ab', message: 'lost' },
    'lost its node',
    [/Node ab is dead/, /lost/],
  ],
];

describe('why a job waits, in words', () => {
  for (const [reason, short, patterns] of cases) {
    test(`${reason.kind}: ${short}`, () => {
      const waiting = waitingText(reason, job);
      assert.ok(waiting);
      assert.deepEqual([waiting.short, waiting.neverFits], [short, reason.neverFits]);
      const document = waitingDocument('run', job.key, waiting);
      for (const pattern of patterns) assert.match(document, pattern);
      assert.ok(!/undefined|NaN|\{\d\}/.test(document), document);
    });
  }
  test('nothing to wait for is nothing', () => {
    assert.equal(waitingText({ kind: 'not-waiting', neverFits: false }, job), null);
  });
});

test('amounts: GPUs first, memory in GiB, without what Ray adds for itself', () => {
  assert.equal(
    resourcesText({
      'node:10.0.0.1': 1,
      memory: 24 * 2 ** 30,
      CPU: 1,
      special: 2,
      GPU: 0.5,
      GPU_group_0_ab: 1,
      TPU: 0,
    }),
    '0.5 GPUs, 1 CPU, 24 GiB memory, 2 special',
  );
  assert.deepEqual([2 ** 20, 1.5 * 2 ** 30, 80 * 2 ** 30].map(bytesText), ['1 MiB', '1.5 GiB', '80 GiB']);
});
