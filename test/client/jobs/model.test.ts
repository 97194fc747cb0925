import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JobsModel } from '../../../client/src/jobs/jobsModel.ts';
import { clusterChildren, viewState } from '../../../client/src/jobs/nodes.ts';
import type { Waiting } from '../../../client/src/jobs/waiting.ts';
import type { ClusterHealth } from '../../../client/src/clusters/model.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayErrorKind } from '../../../client/src/ray/errors.ts';
import type { Job } from '../../../client/src/ray/model.ts';
import { FakeClusters, clusterLike, healthy, jobLike } from '../support/jobs.ts';

const cluster = clusterLike();
const waiting: Waiting = { short: 'waits for 16 GPUs', text: '', facts: [], steps: [], neverFits: true };
const failed = (kind: RayErrorKind): ClusterHealth => ({ kind: 'failed', error: new RayError(kind, 'It failed.') });

describe('the model of jobs', () => {
  test('a failure keeps the jobs of before, and is noted', async () => {
    const answers: (() => Promise<readonly Job[]>)[] = [
      () => Promise.resolve([jobLike()]),
      () => Promise.reject(new RayError('server', 'It failed.')),
    ];
    const clusters = new FakeClusters([cluster]);
    const listJobs = () => (answers.shift() ?? (() => Promise.resolve([])))();
    const model = new JobsModel(clusters, { listJobs, waitingOfAll: noAnswers, now: () => 0 });
    const told: string[] = [];
    model.onDidChange(({ id }) => told.push(id));
    assert.deepEqual([await model.refresh(cluster), await model.refresh(cluster)], [true, false]);
    assert.equal(model.of(cluster).jobs?.length, 1);
    assert.equal(clusters.failures.length, 1);
    assert.equal(told.length, 2);
  });

  test('asks why pending jobs wait in every round, about running ones less often, and never about others', async () => {
    const jobs = [
      jobLike({ key: 'pending', submissionId: 'pending', status: 'pending' }),
      jobLike({ key: 'running', submissionId: 'running', status: 'running', rayJobId: '01' }),
      jobLike({ key: 'early', submissionId: 'early', status: 'running', rayJobId: null }),
      jobLike({ key: '02', type: 'driver', submissionId: null, status: 'running', rayJobId: '02' }),
      jobLike({ key: 'done', submissionId: 'done' }),
    ];
    const asked: string[][] = [];
    let now = 0;
    const model = new JobsModel(new FakeClusters([cluster]), {
      listJobs: () => Promise.resolve(jobs),
      waitingOfAll: (_http, due) => {
        asked.push(due.map(({ key }) => key));
        return Promise.resolve(new Map(due.map(({ key }) => [key, key === 'pending' ? waiting : null])));
      },
      now: () => now,
    });
    for (now of [0, 7_000, 14_000, 21_000]) await model.refresh(cluster);
    assert.deepEqual(asked, [['pending', 'running'], ['pending'], ['pending'], ['pending', 'running']]);
    assert.deepEqual([...model.of(cluster).waiting], [['pending', waiting]]);
  });

  test('an answer goes with its job, and stays when the next question fails', async () => {
    let jobs = [jobLike({ status: 'pending' })];
    let fails = false;
    const model = new JobsModel(new FakeClusters([cluster]), {
      listJobs: () => Promise.resolve(jobs),
      waitingOfAll: () =>
        fails ? Promise.reject(new Error('down')) : Promise.resolve(new Map([['raysubmit_1', waiting]])),
      now: () => 0,
    });
    await model.refresh(cluster);
    fails = true;
    assert.equal(await model.refresh(cluster), true);
    assert.equal(model.of(cluster).waiting.size, 1);
    jobs = [jobLike({ status: 'stopped' })];
    await model.refresh(cluster);
    assert.equal(model.of(cluster).waiting.size, 0);
  });
});

function noAnswers(): Promise<ReadonlyMap<string, null>> {
  return Promise.resolve(new Map());
}

describe('what the view shows', () => {
  const none = { jobs: undefined, waiting: new Map() };
  const empty = { jobs: [], waiting: new Map() };
  const some = { jobs: [jobLike()], waiting: new Map() };
  const state = (health: ClusterHealth, jobs = empty as typeof none | typeof empty | typeof some) =>
    viewState(
      [cluster],
      true,
      () => health,
      () => jobs,
    );

  test('no trust, no cluster', () => {
    assert.equal(
      viewState(
        [cluster],
        false,
        () => healthy(),
        () => some,
      ),
      'untrusted',
    );
    assert.equal(
      viewState(
        [],
        true,
        () => healthy(),
        () => some,
      ),
      'no-cluster',
    );
  });
  test('one cluster: its own state', () => {
    assert.equal(state({ kind: 'unconfirmed' }), 'unconfirmed');
    assert.equal(state({ kind: 'unasked' }, none), 'loading');
    assert.equal(state(healthy(), empty), 'no-jobs');
    assert.equal(state(healthy(), some), 'tree');
    for (const [kind, expected] of [
      ['token-missing', 'unauthorised'],
      ['token-refused', 'unauthorised'],
      ['unreachable', 'unreachable'],
      ['timeout', 'unreachable'],
      ['not-ray', 'unreachable'],
      ['server', 'failing'],
      ['bad-answer', 'failing'],
    ] as const) {
      assert.equal(state(failed(kind), some), expected);
    }
  });
  test('of thousands of jobs the newest are shown, and a row that shows more', () => {
    const jobs = Array.from({ length: 5000 }, (_, at) => jobLike({ key: `job ${at}`, startTime: at * 1000 }));
    const rows = (limit?: number) => clusterChildren(cluster, healthy(), { jobs, waiting: new Map() }, 0, limit);
    const first = rows();
    assert.equal(first.length, 201);
    assert.ok(first[0]?.kind === 'job' && first[0].job.key === 'job 4999');
    assert.ok(first[199]?.kind === 'job' && first[199].job.key === 'job 4800');
    const last = first[200];
    assert.ok(last?.kind === 'message');
    assert.deepEqual([last.text, last.command], ['4800 older jobs…', 'openrlhf.showOlderJobs']);
    assert.equal(rows(4999).length, 5000);
    assert.equal(
      rows(5000).every(({ kind }) => kind === 'job'),
      true,
    );
  });
  test('several clusters: a row each, and below each its jobs, or why there are none and what to do', () => {
    const two = [cluster, clusterLike('http://b:1')];
    assert.equal(
      viewState(
        two,
        true,
        () => failed('unreachable'),
        () => none,
      ),
      'tree',
    );
    const rows = (health: ClusterHealth, jobs: typeof none | typeof empty | typeof some = none) =>
      clusterChildren(cluster, health, jobs, 0).map((node) =>
        node.kind === 'job' ? node.job.key : node.kind === 'message' ? [node.text, node.command] : 'cluster',
      );
    assert.deepEqual(rows(healthy(), some), ['raysubmit_1']);
    assert.deepEqual(rows(healthy(), empty), [['No jobs yet', undefined]]);
    assert.deepEqual(rows(failed('token-missing')), [['Needs a token: set it', 'openrlhf.setToken']]);
    assert.deepEqual(rows(failed('token-refused')), [
      ['The token is of another cluster: set its own', 'openrlhf.setToken'],
    ]);
    assert.deepEqual(rows(failed('unreachable')), [['It failed.', 'openrlhf.refreshJobs']]);
    assert.deepEqual(rows({ kind: 'unconfirmed' }), [
      ['From the workspace settings: confirm it', 'openrlhf.confirmCluster'],
    ]);
  });
});
