import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, listJobs, rayVersion } from '../../client/src/ray/jobs.ts';
import { saveLogToFile } from '../../client/src/ray/log/save.ts';
import { startHead } from '../../tools/ray/head.ts';
import type { Head } from '../../tools/ray/head.ts';
import { Folder } from '../support/folder.ts';
import { byLevel } from '../support/level.ts';
import {
  connect,
  inTime,
  logPath,
  processesOf,
  sameFile,
  submit,
  until,
  Watched,
  withAgentAt,
  withoutAgent,
} from './support/logs.ts';
import { raysOfLevel } from './support/rays.ts';
import { startTcpProxy } from './support/tcpProxy.ts';

/** Prints numbered lines until it is ended. */
const chatty = 'i=0; while true; do i=$((i+1)); echo "line $i of a job that goes on"; sleep 0.05; done';
/** The same, by a name that its process has. */
const named = (name: string): string => `: ${name}; ${chatty}`;
/** Megabytes of progress bars, colours, equal lines and bytes that are no text, as fast as it can. */
const noisy = (megabytes: number): string =>
  `python3 -c 'import sys
out = sys.stdout.buffer
size = step = 0
while size < ${megabytes} * 1000000:
    step += 1
    part = b"\\x1b[36m(Trainer pid=7)\\x1b[0m step %d loss 0.1\\n" % step + b"".join(b"\\rEpoch: %d%%" % i for i in range(40)) + b"\\n" + b"same\\n" * 40 + b"\\xff\\xfe\\xe6\\x9c" + b"x" * 900 + b"\\n"
    out.write(part)
    size += len(part)
'`;

for (const version of raysOfLevel()) {
  describe(`faults while a log is followed, Ray ${version}`, () => {
    let head: Head;
    let http: RayHttp;
    const counts: string[] = [];
    const folder = new Folder();
    const target = folder.at('saved');

    /** Follows to the end, and compares with the file on disk and with what is saved. */
    const check = async (what: string, watched: Watched, id: string, from = 0): Promise<void> => {
      await inTime(what, watched.done);
      assert.equal(watched.end?.reason, 'finished', what);
      await sleep(1_000);
      const bytes = await watched.sameAs(logPath(head, id), from);
      const saved = await saveLogToFile(http, id, `${target}-${id}`);
      await sameFile(`${target}-${id}`, logPath(head, id));
      const job = await getJob(http, id);
      assert.equal(watched.end.job?.status, job.status, 'the status told is the true one');
      counts.push(`${what}: ${bytes} bytes followed, ${saved.bytes} saved, ${job.status}`);
    };
    const running = async (watched: Watched): Promise<void> => {
      await until('output', () => watched.bytes > 500);
    };
    const kill = async (holds: RegExp, signal: NodeJS.Signals = 'SIGKILL'): Promise<number> => {
      const found = await processesOf(head, holds);
      for (const { pid } of found) process.kill(pid, signal);
      return found.length;
    };

    before(async () => {
      head = await startHead({ version });
      http = connect(head.address);
    });
    after(async () => {
      for (const line of counts) console.log(`Ray ${version}, ${line}`);
      http.dispose();
      await head.stop();
      folder[Symbol.dispose]();
    });

    const followed = async (entrypoint: string): Promise<{ readonly id: string; readonly watched: Watched }> => {
      const id = await submit(http, entrypoint);
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await running(watched);
      return { id, watched };
    };

    // They wait more than they do, and none of them touches what another one needs.
    describe('of one job', { concurrency: true }, () => {
      test('the driver is killed', async () => {
        const { id, watched } = await followed(named('driver'));
        assert.equal(await kill(/^\/bin\/sh -c : driver;/), 1);
        await check('driver killed', watched, id);
        assert.equal(watched.end?.job?.status, 'failed');
      });

      test('the supervisor is killed', async () => {
        const { id, watched } = await followed(named('supervised'));
        const [driver] = await processesOf(head, /^\/bin\/sh -c : supervised;/);
        assert.ok(driver);
        const supervisors = await processesOf(head, /^ray::.*JobSupervisor/);
        assert.ok(supervisors.some(({ pid }) => pid === driver.parent));
        process.kill(driver.parent, 'SIGKILL');
        await check('supervisor killed', watched, id);
        assert.equal(watched.end?.job?.status, 'failed');
      });

      test('the connection is cut in the middle of answers, again and again', async () => {
        const proxy = await startTcpProxy(head.address);
        const through = connect(proxy.address);
        const id = await submit(http, noisy(byLevel({ fast: 5, default: 20, full: 100 })));
        const watched = new Watched(withoutAgent(through).http, { submissionId: id, start: { kind: 'beginning' } });
        proxy.cutAfter(300_000, 4);
        await check('connection cut', watched, id);
        assert.equal(proxy.cuts(), 4);
        assert.ok(watched.kinds().includes('trouble') && watched.kinds().includes('recovered'));
        through.dispose();
        await proxy.close();
      });

      test('a log is saved over connections that are cut, through the dashboard and from the agent', async () => {
        const dashboard = await startTcpProxy(head.address);
        const through = connect(dashboard.address);
        const id = await submit(http, noisy(byLevel({ fast: 8, default: 20, full: 100 })));
        await inTime('the job', new Watched(http, { submissionId: id, start: { kind: 'lastLines', lines: 1 } }).done);
        await sleep(1_000);
        const { driverAgentAddress } = await getJob(http, id);
        assert.ok(driverAgentAddress !== null);
        const agent = await startTcpProxy(driverAgentAddress);
        const save = async (what: string, cluster: RayHttp): Promise<number> => {
          const before = dashboard.carried();
          const { bytes } = await inTime(what, saveLogToFile(cluster, id, `${target}-${what}`));
          await sameFile(`${target}-${what}`, logPath(head, id));
          const carried = dashboard.carried() - before;
          counts.push(`saved, ${what}: ${bytes} bytes, ${carried} of answers through the dashboard`);
          return carried;
        };
        const { size } = await stat(logPath(head, id));

        dashboard.cutAfter(1_000_000, 2);
        assert.ok((await save('dashboard cut', withoutAgent(through).http)) >= size);
        assert.equal(dashboard.cuts(), 2);

        agent.cutAfter(1_000_000, 2);
        const carried = await save(
          'agent cut',
          withAgentAt(through, () => agent.address),
        );
        assert.equal(agent.cuts(), 2);
        assert.ok(carried < 1_000_000, 'the log itself does not come through the dashboard');

        agent.cutAfter(3_000_000, 1);
        dashboard.cutAfter(500_000, 2);
        const isThere = (): boolean => agent.cuts() < 3;
        await save(
          'agent gone, dashboard cut',
          withAgentAt(through, () => (isThere() ? agent.address : null)),
        );
        assert.deepEqual([agent.cuts(), dashboard.cuts()], [3, 4]);
        through.dispose();
        await Promise.all([dashboard.close(), agent.close()]);
      });

      test('the connection freezes, and goes on', async () => {
        const proxy = await startTcpProxy(head.address);
        const through = connect(proxy.address);
        const id = await submit(http, `timeout 4 sh -c '${chatty}'; true`);
        const watched = new Watched(through, { submissionId: id, start: { kind: 'beginning' } });
        await running(watched);
        proxy.pause();
        await sleep(3_000);
        assert.equal(watched.end, undefined);
        proxy.resume();
        await check('connection frozen', watched, id);
        const frozen = new Watched(through, { submissionId: id, start: { kind: 'beginning' } });
        proxy.pause();
        frozen.follower.stop();
        await inTime('stopping a frozen follower', frozen.done);
        through.dispose();
        await proxy.close();
      });

      test('a log of progress bars, colours and bytes that are no text, from three places', async () => {
        const id = await submit(http, noisy(byLevel({ fast: 20, default: 40, full: 100 })));
        const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
        await check('a large log', watched, id);
        const { size } = await stat(logPath(head, id));
        const offset = Math.floor(size / 3);
        await check(
          'a large log from an offset',
          new Watched(http, { submissionId: id, start: { kind: 'offset', offset } }),
          id,
          offset,
        );
        const tail = new Watched(http, { submissionId: id, start: { kind: 'lastLines', lines: 1_000 } });
        await inTime('the last lines', tail.done);
        const at = size - tail.bytes;
        await tail.sameAs(logPath(head, id), at);
        assert.equal(tail.start, at);
      });

      test('a large log that goes on, where only the dashboard is reachable', async () => {
        const repeated = `python3 -c 'print("the same\\n" * 200000)'`;
        const differing = `python3 -c 'print("\\n".join(f"line {i}" for i in range(200000)))'`;
        const logs = [
          ['lines that differ', differing, 40],
          ['equal lines', repeated, 12],
          ['one line without an end', `head -c 3000000 /dev/zero | tr "\\\\0" x`, 12],
        ] as const;
        const follow = async ([what, first, lines]: (typeof logs)[number]): Promise<void> => {
          const tunnel = withoutAgent(http);
          const id = await submit(http, `${first}; for i in $(seq ${lines}); do sleep 0.2; echo "the same"; done`);
          const watched = new Watched(tunnel.http, { submissionId: id, start: { kind: 'beginning' } });
          await until('the large part', () => watched.bytes > 1_500_000);
          const last = new Watched(tunnel.http, { submissionId: id, start: { kind: 'lastLines', lines: 5 } });
          const before = tunnel.received();
          await check(`only the dashboard, ${what}`, watched, id);
          counts.push(`only the dashboard, ${what}: ${tunnel.received() - before} bytes received for the rest`);
          await inTime('the last lines', last.done);
          const { size } = await stat(logPath(head, id));
          await last.sameAs(logPath(head, id), size - last.bytes);
        };
        await Promise.all(logs.map(follow));
      });
    });

    test('the dashboard freezes, and goes on', async () => {
      const id = await submit(http, `timeout 6 sh -c '${chatty}'; true`);
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await running(watched);
      assert.ok((await kill(/dashboard\/dashboard\.py|ray-dashboard-(?:Job|State)Head/, 'SIGSTOP')) > 0);
      await sleep(3_000);
      await kill(/dashboard\/dashboard\.py|ray-dashboard-(?:Job|State)Head/, 'SIGCONT');
      await check('dashboard frozen', watched, id);
    });

    test('the job module of the dashboard is killed', async () => {
      const id = await submit(http, `timeout 8 sh -c '${chatty}'; true`);
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await running(watched);
      assert.equal(await kill(/^ray-dashboard-JobHead/), 1);
      await check('job module killed', watched, id);
      assert.equal(watched.end?.job?.status, 'succeeded');
    });

    test('500 openings and closings leave a head that answers everything', async () => {
      const finished = await submit(http, 'echo done');
      const open = await submit(http, chatty);
      await inTime('a job', new Watched(http, { submissionId: finished, start: { kind: 'beginning' } }).done);
      await running(new Watched(http, { submissionId: open, start: { kind: 'beginning' } }));
      const clients = Array.from({ length: 5 }, (_, client) => openAndClose(client));
      async function openAndClose(client: number): Promise<void> {
        for (let turn = 0; turn < 100; turn += 1) {
          const id = turn % 2 === 0 ? finished : open;
          const kind =
            (client + turn) % 3 === 0 ? ({ kind: 'lastLines', lines: 10 } as const) : ({ kind: 'beginning' } as const);
          const own = connect(head.address);
          const watched = new Watched(own, { submissionId: id, start: kind });
          // Some are closed before the first answer, some in the middle of one, some behind it.
          if (turn % 4 < 3)
            await until('an event', () => watched.events.length > 0 && (turn % 4 < 2 || watched.bytes > 0));
          watched.follower.stop();
          await inTime('closing', watched.done);
          own.dispose();
        }
      }
      await inTime('500 openings', Promise.all(clients));
      await rayVersion(http);
      assert.ok((await listJobs(http)).some(({ key }) => key === open));
      const nodes = await http.send({ method: 'GET', path: '/api/v0/nodes', timeout: 15_000 });
      nodes.body.resume();
      assert.equal(nodes.status, 200);
      await http.send({ method: 'POST', path: `/api/jobs/${open}/stop`, timeout: 15_000 });
      await check('after 500 openings', new Watched(http, { submissionId: open, start: { kind: 'beginning' } }), open);
    });
  });
}
