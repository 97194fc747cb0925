import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JobTracker } from '../../../client/src/jobs/tracker.ts';
import type { TrackedEvent } from '../../../client/src/jobs/tracker.ts';
import type { Waiting } from '../../../client/src/jobs/waiting.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { Job } from '../../../client/src/ray/model.ts';
import { FakeClock, FakeClusters, MemoryStore, clusterLike, healthy, jobLike, settled } from '../support/jobs.ts';

const cluster = clusterLike();
const running = jobLike({ status: 'running', endTime: null, startTime: 0, rayJobId: '01' });
const stuck: Waiting = { short: 'waits for 16 GPUs', text: '', facts: [], steps: [], neverFits: true };

const none = () => Promise.resolve(null);

/** A tracker over a cluster that answers as the test says. */
function tracked(store = new MemoryStore()) {
  const clock = new FakeClock();
  const clusters = new FakeClusters([cluster]);
  const state: { job: Job | RayError; waiting: Waiting | null; looks: number; whys: number } = {
    ...{ job: running, waiting: null, looks: 0, whys: 0 },
  };
  const source = {
    getJob: () => {
      state.looks += 1;
      return state.job instanceof RayError ? Promise.reject(state.job) : Promise.resolve(state.job);
    },
    waitingOf: () => {
      state.whys += 1;
      return Promise.resolve(state.waiting);
    },
  };
  const tracker = new JobTracker(clusters, source, store, clock);
  const events: TrackedEvent[] = [];
  tracker.onDidHappen((event) => events.push(event));
  return { tracker, clock, clusters, state, events, store, kinds: () => events.map(({ kind }) => kind) };
}

describe('watched jobs', () => {
  test('nothing is asked while there are none', () => {
    const { clock, state } = tracked();
    assert.deepEqual([clock.next, state.looks], [undefined, 0]);
  });

  test('an end is told once, and ends the watching', async () => {
    const { tracker, clock, state, kinds, events } = tracked();
    tracker.watch(cluster, 'raysubmit_1', 'run');
    tracker.watch(cluster, 'raysubmit_1', 'run');
    await settled();
    await clock.step();
    assert.deepEqual(kinds(), []);
    state.job = jobLike({ status: 'failed' });
    await clock.step();
    assert.deepEqual(kinds(), ['ended']);
    assert.ok(events[0]?.kind === 'ended' && events[0].job.status === 'failed');
    assert.deepEqual([tracker.watched, clock.next], [[], undefined]);
  });

  test('a head whose clock is hours behind or ahead changes nothing', async () => {
    for (const startTime of [-5 * 60 * 60_000, 5 * 60 * 60_000]) {
      const { tracker, clock, state, kinds } = tracked();
      state.job = { ...running, startTime };
      state.waiting = stuck;
      tracker.watch(cluster, 'raysubmit_1', 'run');
      await settled();
      for (let round = 0; round < 20 && kinds().length === 0; round += 1) await clock.step();
      assert.deepEqual(kinds(), ['never-fits']);
    }
  });

  test('a cluster that was not healthy at the launch is asked for its session, so that a new head is told', async () => {
    const { tracker, clock, state, clusters, kinds } = tracked();
    clusters.healths = new Map([[cluster.id, { kind: 'unasked' }]]);
    tracker.watch(cluster, 'raysubmit_1', 'run');
    clusters.healths = new Map();
    await settled();
    assert.deepEqual(
      tracker.watched.map(({ session }) => session),
      ['session_1'],
    );
    state.job = new RayError('not-found', 'no such job');
    clusters.healths = new Map([[cluster.id, healthy('session_2')]]);
    await clock.step();
    assert.deepEqual(kinds(), ['lost']);
  });

  test('jobs of a head that this window runs are not kept for the next one', async () => {
    const local = clusterLike('http://127.0.0.1:9', 'local');
    const { tracker, store, clusters } = tracked();
    clusters.all = [cluster, local];
    tracker.watch(cluster, 'raysubmit_1', 'run');
    tracker.watch(local, 'raysubmit_2', 'run');
    await settled();
    assert.equal(tracker.watched.length, 2);
    const kept = new JobTracker(clusters, { getJob: () => Promise.resolve(running), waitingOf: none }, store);
    kept.dispose();
    assert.deepEqual(
      kept.watched.map(({ submissionId }) => submissionId),
      ['raysubmit_1'],
    );
  });

  test('they outlive the window', async () => {
    const { tracker, store } = tracked();
    tracker.watch(cluster, 'raysubmit_1', 'run');
    await settled();
    tracker.dispose();
    const { clock, state, kinds, tracker: later } = tracked(store);
    await settled();
    state.job = jobLike();
    await clock.step();
    assert.deepEqual([kinds(), later.watched], [['ended'], []]);
  });

  test('what an older version kept, or anybody broke, is left out', async () => {
    const store = new MemoryStore();
    await store.update('openrlhf.watchedJobs', [{ clusterId: 1 }, 'x', null]);
    assert.deepEqual(tracked(store).tracker.watched, []);
  });

  test('a cluster that does not answer, is not set up or not trusted is waited for, ever more patiently', async () => {
    const { tracker, clock, state, clusters, kinds } = tracked();
    tracker.watch(cluster, 'raysubmit_1', 'run');
    await settled();
    state.job = new RayError('unreachable', 'down');
    const pauses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await clock.step();
      pauses.push((clock.next ?? 0) - clock.now());
    }
    assert.deepEqual(pauses, [10_000, 20_000, 40_000, 60_000]);
    clusters.trusted = false;
    const before = state.looks;
    await clock.step();
    assert.equal(state.looks, before);
    assert.deepEqual([kinds(), tracker.watched.length], [[], 1]);
  });

  test('a head that was started anew is told; a job that was deleted is not', async () => {
    for (const [session, expected] of [
      ['session_2', ['lost']],
      ['session_1', []],
    ] as const) {
      const { tracker, clock, state, clusters, kinds } = tracked();
      tracker.watch(cluster, 'raysubmit_1', 'run');
      await settled();
      state.job = new RayError('not-found', 'no such job');
      clusters.healths = new Map([[cluster.id, healthy(session)]]);
      await clock.step();
      assert.deepEqual([kinds(), tracker.watched], [expected, []]);
    }
  });

  test('a job that can never get its GPUs is told once, within a minute, and is still watched', async () => {
    const { tracker, clock, state, kinds } = tracked();
    tracker.watch(cluster, 'raysubmit_1', 'run');
    await settled();
    state.waiting = stuck;
    while (kinds().length === 0) await clock.step();
    assert.ok(clock.now() < 60_000, String(clock.now()));
    for (let round = 0; round < 20; round += 1) await clock.step();
    assert.deepEqual([kinds(), tracker.watched.length], [['never-fits'], 1]);
    state.job = jobLike({ status: 'stopped' });
    await clock.step();
    assert.deepEqual(kinds(), ['never-fits', 'ended']);
  });

  test('one that waits for others is not told of; one at work for an hour is not asked about', async () => {
    const { tracker, clock, state, kinds } = tracked();
    tracker.watch(cluster, 'raysubmit_1', 'run');
    await settled();
    state.waiting = { ...stuck, neverFits: false };
    for (let round = 0; round < 30; round += 1) await clock.step();
    assert.deepEqual(kinds(), []);
    while (clock.now() <= 61 * 60_000) await clock.step();
    const before = state.whys;
    for (let round = 0; round < 5; round += 1) await clock.step();
    assert.equal(state.whys, before);
  });
});
