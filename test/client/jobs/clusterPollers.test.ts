import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cluster, ClusterHealth } from '../../../client/src/clusters/model.ts';
import { ClusterPollers } from '../../../client/src/jobs/clusterPollers.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import { FakeClock, FakeClusters, clusterLike, healthy, settled } from '../support/jobs.ts';

const times = { interval: 10, soon: 2, soonFor: 20, longest: 100 };
const one = clusterLike('http://one:1');
const other = clusterLike('http://other:1', 'workspace');
const failed: ClusterHealth = { kind: 'failed', error: new RayError('unreachable', 'down') };

/** Clusters that tell of their changes. */
class ChangingClusters extends FakeClusters {
  readonly listeners = new Set<() => void>();

  override onDidChange(listener?: () => void): { dispose(): void } {
    if (listener) this.listeners.add(listener);
    return { dispose: () => listener && this.listeners.delete(listener) };
  }
  change(all: readonly Cluster[], healths: readonly (readonly [string, ClusterHealth])[] = []): void {
    this.all = all;
    this.healths = new Map(healths);
    for (const listener of this.listeners) listener();
  }
}

function polled(answer: (cluster: Cluster) => Promise<boolean> = () => Promise.resolve(true)) {
  const clock = new FakeClock();
  const clusters = new ChangingClusters([one, other]);
  const asked: string[] = [];
  const round = (cluster: Cluster) => {
    asked.push(cluster.name);
    return answer(cluster);
  };
  const take = () => asked.splice(0).sort();
  return { clock, clusters, take, pollers: new ClusterPollers(clusters, round, times, clock) };
}

describe('pollers of clusters', () => {
  test('nothing is asked before it is wanted, or after', async () => {
    const { clock, take, pollers } = polled();
    await settled();
    assert.deepEqual([take(), clock.next], [[], undefined]);
    pollers.setWanted(true);
    await settled();
    assert.deepEqual(take(), ['one:1', 'other:1']);
    pollers.setWanted(false);
    assert.equal(clock.next, undefined);
  });

  test('only clusters that may be asked are: without trust none, unconfirmed ones when they are confirmed', async () => {
    const { clock, clusters, take, pollers } = polled();
    clusters.change([one, other], [[other.id, { kind: 'unconfirmed' }]]);
    pollers.setWanted(true);
    await settled();
    assert.deepEqual(take(), ['one:1']);
    clusters.change([one, other]);
    await settled();
    assert.deepEqual(take(), ['other:1']);
    clusters.trusted = false;
    await clock.step();
    await pollers.soon();
    assert.deepEqual(take(), []);
  });

  test('a cluster that never answers holds up no other', async () => {
    const { clock, take, pollers } = polled((cluster) =>
      cluster.id === other.id ? new Promise(() => undefined) : Promise.resolve(true),
    );
    pollers.setWanted(true);
    await settled();
    for (let round = 0; round < 3; round += 1) await clock.step();
    assert.deepEqual(take(), ['one:1', 'one:1', 'one:1', 'one:1', 'other:1']);
    assert.equal(clock.now(), 30);
  });

  test('one that fails is asked less and less, the others as before; when it is well it is asked at once', async () => {
    const { clock, clusters, take, pollers } = polled((cluster) => Promise.resolve(cluster.id === one.id));
    pollers.setWanted(true);
    clusters.change([one, other], [[other.id, failed]]);
    await settled();
    while (clock.now() < 100) await clock.step();
    const asked = take();
    assert.equal(asked.filter((name) => name === 'one:1').length, 11);
    assert.equal(asked.filter((name) => name === 'other:1').length, 3);
    clusters.change([one, other], [[other.id, healthy()]]);
    await settled();
    assert.deepEqual(take(), ['other:1']);
  });

  test('a cluster that goes is asked no more, one that comes is asked at once', async () => {
    const { clock, clusters, take, pollers } = polled();
    clusters.change([one]);
    pollers.setWanted(true);
    await settled();
    clusters.change([other]);
    await settled();
    await clock.step();
    assert.deepEqual(take(), ['one:1', 'other:1', 'other:1']);
    pollers.dispose();
    assert.deepEqual([clock.next, clusters.listeners.size], [undefined, 0]);
  });
});
