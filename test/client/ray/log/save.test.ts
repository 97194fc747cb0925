import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { RayError } from '../../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../../client/src/ray/http.ts';
import { usualLimits } from '../../../../client/src/ray/log/limits.ts';
import { saveLog } from '../../../../client/src/ray/log/save.ts';
import { MemoryLog } from './memoryLog.ts';

const job = {
  type: 'SUBMISSION',
  submission_id: 'x',
  status: 'SUCCEEDED',
  driver_node_id: 'n',
  driver_agent_http_address: 'http://agent:1',
};

/** A cluster with one job, which has this log. */
function clusterOf(log: MemoryLog): RayHttp {
  return {
    ...log.http,
    send: async (request) =>
      request.path.startsWith('/api/jobs/')
        ? { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(job))]) }
        : log.http.send(request),
  };
}

/** A log of so many bytes at least, by an agent of this kind. */
function logOf(size: number, agent: MemoryLog['agent']): MemoryLog {
  const log = Object.assign(new MemoryLog(), { agent, chunk: 65_536 });
  const lines = Array.from({ length: Math.ceil(size / 20) }, (_, step) => `step ${step} loss 0.123456\n`);
  log.append(Buffer.from(lines.join('')));
  return log;
}

async function saved(log: MemoryLog, http = clusterOf(log)): Promise<Buffer> {
  const parts: Buffer[] = [];
  const { bytes } = await saveLog(http, {
    submissionId: 'x',
    write: (piece) => {
      parts.push(Buffer.from(piece));
      return Promise.resolve();
    },
  });
  const all = Buffer.concat(parts);
  assert.equal(bytes, all.length);
  return all;
}

const large = 3 * usualLimits.small;

describe('what is saved is the log', { concurrency: true }, () => {
  test('a long one comes from the agent, and through the dashboard only what shows that it is the same', async () => {
    const log = logOf(large, 'good');
    assert.ok((await saved(log)).equals(log.content));
    assert.ok(log.sentByDashboard < 2_000, `${log.sentByDashboard} bytes through the dashboard`);
  });

  test('an agent that answers late is waited for', async () => {
    const log = logOf(large, 'good');
    const late: RayHttp = {
      ...log.http,
      send: async (request) => {
        if (request.base !== undefined) await new Promise((resolve) => setTimeout(resolve, 600));
        return clusterOf(log).send(request);
      },
    };
    assert.ok((await saved(log, late)).equals(log.content));
    assert.ok(log.sentByDashboard < 2_000, `${log.sentByDashboard} bytes through the dashboard`);
  });

  for (const agent of ['none', 'stranger', 'silent'] as const) {
    test(`a long one comes through the dashboard where the agent is ${agent}`, async () => {
      const log = logOf(large, agent);
      assert.ok((await saved(log)).equals(log.content));
      assert.ok(log.sentByDashboard >= log.content.length);
    });
  }

  for (const agent of ['good', 'none'] as const) {
    test(`a short one, and an empty one, where the agent is ${agent}`, async () => {
      for (const size of [0, 20, 50_000]) {
        const log = logOf(size, agent);
        assert.ok((await saved(log)).equals(log.content), `${size} bytes`);
      }
    });
  }

  // Answers before that of the log itself: they show whether the agent is the right one.
  for (const [agent, before] of [
    ['good', 3],
    ['none', 0],
    ['stranger', 5],
  ] as const) {
    test(`nothing is lost or comes twice when answers are cut, where the agent is ${agent}`, async () => {
      for (const cut of [1, usualLimits.piece, usualLimits.small + 1]) {
        const log = logOf(large, agent);
        log.cuts.push(...Array<number>(before).fill(Infinity), cut, cut);
        assert.ok((await saved(log)).equals(log.content), `cut behind ${cut} bytes`);
        assert.equal(log.cuts.length, 0, 'all cuts were made');
      }
    });
  }

  test('an agent that goes away in the middle leaves the rest to the dashboard', async () => {
    const log = logOf(large, 'good');
    log.cuts.push(Infinity, Infinity, Infinity, 2 * usualLimits.small);
    const leaving: RayHttp = {
      ...log.http,
      send: async (request) => {
        // Of the four cuts the last is the one behind which it is gone.
        if (request.base !== undefined && log.cuts.length === 0) throw new RayError('unreachable', 'gone');
        return clusterOf(log).send(request);
      },
    };
    assert.ok((await saved(log, leaving)).equals(log.content));
    assert.ok(log.sentByDashboard > 0);
  });
});
