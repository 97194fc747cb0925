import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { clusterSnapshot } from '../../client/src/ray/cluster.ts';
import { RayError } from '../../client/src/ray/errors.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, listJobs, rayVersion, stopJob } from '../../client/src/ray/jobs.ts';
import { saveLog } from '../../client/src/ray/log/save.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import type { RayRelease } from '../../tools/cache/ray.ts';
import { startHead } from '../../tools/ray/head.ts';
import type { Head } from '../../tools/ray/head.ts';
import { connect, inTime, logPath, processesOf, submit, until, Watched } from './support/logs.ts';
import { raysOfLevel } from './support/rays.ts';

const chatty = 'i=0; while true; do i=$((i+1)); echo "line $i"; sleep 0.1; done';

// Each test needs a head of its own, which it leaves broken.
for (const version of raysOfLevel()) {
  describe(`a head that loses one process, Ray ${version}`, () => {
    withoutGcs(version);
    withoutAgent(version);
  });
}

interface Running {
  readonly head: Head;
  readonly http: RayHttp;
  readonly id: string;
  readonly watched: Watched;
}

/** A head with a job that prints and is followed, of which one process is killed; what it has started stays. */
async function losing(head: Head, lost: RegExp): Promise<Running> {
  const http = connect(head.address);
  const id = await submit(http, chatty);
  const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
  const running = { head, http, id, watched };
  try {
    await until('output', () => watched.bytes > 300);
    const found = await processesOf(head, lost);
    assert.equal(found.length, 1, found.map(({ command }) => command.slice(0, 200)).join('\n'));
    // The first process of the head would end all when it saw that one is missing.
    process.kill(head.pid, 'SIGSTOP');
    for (const { pid } of found) process.kill(pid, 'SIGKILL');
  } catch (error) {
    await leave(running);
    throw error;
  }
  return running;
}

async function leave({ http, watched }: Running): Promise<void> {
  watched.follower.stop();
  await inTime('stopping', watched.done);
  http.dispose();
}

/** How a call ended: what it failed with, or that it did not. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'answered';
  } catch (error) {
    assert.ok(error instanceof RayError, String(error));
    assert.doesNotMatch(error.message, /Traceback|File "/);
    return error.kind;
  }
}

async function deliveredIsTheFile({ head, id, watched }: Running): Promise<void> {
  const { text } = watched;
  const onDisk = await readFile(logPath(head, id), 'latin1');
  assert.ok(onDisk.startsWith(text) && text.length > 300, `${text.slice(-200)} is not of the file`);
}

function withoutGcs(version: RayRelease): void {
  describe('its GCS', () => {
    let running: Running;
    let head: Head;
    before(async () => {
      head = await startHead({ version });
      running = await losing(head, /core\/src\/ray\/gcs\/gcs_server /);
    });
    after(async () => {
      await leave(running).finally(async () => {
        process.kill(head.pid, 'SIGCONT');
        await head.stop();
      });
    });

    test('following goes on trying and says so, and no call hangs', async () => {
      const { http, id, watched } = running;
      const calls = {
        job: outcome(getJob(http, id)),
        list: outcome(listJobs(http)),
        stop: outcome(stopJob(http, id)),
        submit: outcome(submitJob(http, { submissionId: newSubmissionId(), entrypoint: 'true' }, { timeout: 10_000 })),
        save: outcome(saveLog(http, { submissionId: id, write: () => Promise.resolve() })),
      };
      const snapshot = clusterSnapshot(http).then(
        ({ problems }) => problems.map(({ kind }) => kind).join() || 'whole',
        (error: unknown) => (error instanceof RayError ? error.kind : String(error)),
      );
      const trouble = await until('the trouble', () => watched.events.find((event) => event.kind === 'trouble'));
      assert.ok(['timeout', 'server', 'unreachable'].includes(trouble.error.kind), trouble.error.kind);
      assert.ok((trouble.retryInMs ?? 0) > 0);
      assert.ok(!watched.kinds().includes('end'));
      const ended = await Promise.all(
        Object.entries(calls).map(async ([name, call]) => `${name} ${await inTime(name, call)}`),
      );
      const looked = await inTime('the snapshot', snapshot);
      console.log(`Ray ${version} without its GCS: ${ended.join(', ')}, cluster ${looked}; ${trouble.error.message}`);
      for (const one of ended) assert.doesNotMatch(one, / answered$/);
      assert.notEqual(looked, 'whole');
      await deliveredIsTheFile(running);
      // Whatever the dashboard still says of itself, it says at once.
      await inTime('the version', outcome(rayVersion(http)));
    });
  });
}

function withoutAgent(version: RayRelease): void {
  describe('the agent of its node', () => {
    let running: Running;
    let head: Head;
    before(async () => {
      head = await startHead({ version });
      running = await losing(head, /^(?:ray::DashboardAgent|\S*python\S* (?:-u )?\S*dashboard\/agent\.py)/);
    });
    after(async () => {
      await leave(running).finally(async () => {
        process.kill(head.pid, 'SIGCONT');
        await head.stop();
      });
    });

    test('the node dies with it, which following tells and what is saved shows', async () => {
      const { http, id, watched } = running;
      const notice = await until('the notice', () => watched.events.find((event) => event.kind === 'notice'));
      assert.equal(notice.notice, 'node-dead');
      assert.equal((await getJob(http, id)).status, 'running', 'what Ray says for ever');
      assert.ok(!watched.kinds().includes('end'));
      const nothing = (): Promise<void> => Promise.resolve();
      assert.notEqual(await inTime('saving', outcome(saveLog(http, { submissionId: id, write: nothing }))), 'answered');
      const submission = { submissionId: newSubmissionId(), entrypoint: 'true' };
      const sent = await inTime('submitting', outcome(submitJob(http, submission, { timeout: 15_000 })));
      assert.notEqual(sent, 'answered');
      const snapshot = await inTime('the snapshot', clusterSnapshot(http));
      assert.deepEqual(
        snapshot.nodes.map(({ alive }) => alive),
        [false],
      );
      await deliveredIsTheFile(running);
    });
  });
}
