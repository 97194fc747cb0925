import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { liveHttp } from '../../../client/src/clusters/liveHttp.ts';
import type { Cluster } from '../../../client/src/clusters/model.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import { FakeClusters, clusterLike } from '../support/jobs.ts';

const request = { method: 'GET', path: '/api/version', timeout: 1000 } as const;

/** A cluster whose answers carry a status of their own. */
function answering(status: number): Cluster {
  const cluster = clusterLike();
  const http: RayHttp = {
    address: cluster.address,
    send: () => Promise.resolve({ status, headers: {}, body: Readable.from([]) }),
    dispose: () => undefined,
  };
  return { ...cluster, http };
}

describe('a connection that outlives changes of the settings', () => {
  test('takes the connection that the cluster has now', async () => {
    const clusters = new FakeClusters([answering(201)]);
    const [cluster] = clusters.all;
    assert.ok(cluster);
    const http = liveHttp(clusters, cluster);
    assert.equal((await http.send(request)).status, 201);
    clusters.all = [answering(202)];
    assert.equal((await http.send(request)).status, 202);
  });

  test('sends nothing to a cluster that was forgotten, or while it may not be asked, and goes on afterwards', async () => {
    const cluster = answering(201);
    const clusters = new FakeClusters([cluster]);
    const http = liveHttp(clusters, cluster);
    const refused = (error: unknown) => error instanceof RayError && error.kind === 'unreachable';
    clusters.trusted = false;
    await assert.rejects(http.send(request), refused);
    clusters.trusted = true;
    clusters.all = [];
    await assert.rejects(http.send(request), refused);
    clusters.all = [cluster];
    assert.equal((await http.send(request)).status, 201);
  });

  test('keeps a connection with headers of its own', () => {
    const cluster = answering(201);
    const own = answering(203);
    assert.equal(liveHttp(new FakeClusters([cluster]), own), own.http);
  });
});
