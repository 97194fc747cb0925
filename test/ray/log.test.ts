import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RayError } from '../../client/src/ray/errors.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { deleteJob, getJob } from '../../client/src/ray/jobs.ts';
import { saveLog, saveLogToFile } from '../../client/src/ray/log/save.ts';
import { isTerminal } from '../../client/src/ray/model.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { Folder } from '../support/folder.ts';
import { startFakeRay } from './support/fakeRay.ts';
import type { FakeRay } from './support/fakeRay.ts';
import { connect, inTime, submit, until, Watched } from './support/logs.ts';
import { sharedHead } from './support/sharedHead.ts';

/** The same tests on the real one and on the fake: what is proven with the fake then holds. */
interface Tried {
  readonly address: string;
  /** Makes a job fail before its driver has a node. */
  readonly failedEarly: (http: RayHttp) => Promise<string>;
}

let fake: FakeRay;
const heads: Readonly<Record<string, () => Promise<Tried>>> = {
  'a real head': async () => ({
    address: (await sharedHead()).address,
    failedEarly: async (http) => {
      const submissionId = newSubmissionId();
      await submitJob(http, { submissionId, entrypoint: 'true', runtimeEnv: { working_dir: '/not/a/uri' } });
      return submissionId;
    },
  }),
  'the fake': () =>
    Promise.resolve({
      address: fake.address,
      failedEarly: () => {
        const id = newSubmissionId();
        fake.addJob({ submission_id: id, status: 'PENDING' });
        fake.setStatus(id, 'FAILED', { driver_node_id: null, driver_agent_http_address: null });
        return Promise.resolve(id);
      },
    }),
};

before(async () => {
  fake = await startFakeRay();
});
after(() => fake.stop());

/** 200 lines that differ, then bytes that are no text, a progress bar, and an end without a line end. */
const script = String.raw`for i in $(seq 200); do echo "line $i"; done; printf 'bad \377\376 \033[31mred\033[0m\n'; printf '\rstep 1/2\rstep 2/2\n'; printf 'no end'`;
const printed = Buffer.from(
  `${Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`).join('')}bad \xff\xfe \u001b[31mred\u001b[0m\n\rstep 1/2\rstep 2/2\nno end`,
  'latin1',
);

for (const [name, start] of Object.entries(heads)) {
  describe(`the log of a job on ${name}`, () => {
    let tried: Tried;
    let http: RayHttp;
    let finished = '';
    const jobs: string[] = [];

    const run = async (entrypoint: string): Promise<string> => {
      const id = await submit(http, entrypoint);
      jobs.push(id);
      return id;
    };
    const ended = async (id: string): Promise<void> => {
      await until(`the end of ${id}`, async () => isTerminal((await getJob(http, id)).status));
      // Ray's own last line may come behind the end.
      await sleep(1_000);
    };
    const whole = async (id: string): Promise<Buffer> => {
      const parts: Buffer[] = [];
      const write = (bytes: Uint8Array): Promise<void> => {
        parts.push(Buffer.from(bytes));
        return Promise.resolve();
      };
      const { bytes } = await saveLog(http, { submissionId: id, write });
      const all = Buffer.concat(parts);
      assert.equal(bytes, all.length);
      return all;
    };

    before(async () => {
      tried = await start();
      http = connect(tried.address);
      finished = await run(script);
    });
    after(async () => {
      for (const id of jobs) await deleteJob(http, id).catch(() => undefined);
      http.dispose();
    });

    test('is followed from before its start to its end', async () => {
      const watched = new Watched(http, { submissionId: finished, start: { kind: 'beginning' } });
      await inTime('following', watched.done);
      assert.equal(watched.end?.reason, 'finished');
      assert.equal(watched.end.job?.status, 'succeeded');
      assert.equal(watched.statuses().at(-1), 'succeeded');
      assert.ok(Buffer.from(watched.text, 'latin1').includes(printed), watched.text.slice(-300));
      await ended(finished);
      assert.equal(watched.text, (await whole(finished)).toString('latin1'));
    });

    test('is opened at its last lines, and at any byte', async () => {
      await ended(finished);
      const all = await whole(finished);
      const atLines = async (lines: number): Promise<void> => {
        const watched = new Watched(http, { submissionId: finished, start: { kind: 'lastLines', lines } });
        await inTime('following', watched.done);
        const expected =
          lines === 0
            ? ''
            : all
                .toString('latin1')
                .split(/(?<=\n)/)
                .slice(-lines)
                .join('');
        assert.equal(watched.text, expected, `${lines} lines`);
      };
      const atOffset = async (offset: number): Promise<void> => {
        const watched = new Watched(http, { submissionId: finished, start: { kind: 'offset', offset } });
        await inTime('following', watched.done);
        assert.equal(watched.text, all.subarray(offset).toString('latin1'));
        assert.equal(watched.follower.offset(), all.length);
      };
      await Promise.all([
        ...[0, 1, 2, 10, 10_000].map(atLines),
        ...[0, 1, 100, all.length - 1, all.length].map(atOffset),
      ]);
    });

    test('is saved byte for byte, and never half', async () => {
      await ended(finished);
      using folder = new Folder();
      const progress: number[] = [];
      const { bytes, job } = await saveLogToFile(http, finished, folder.at('x.log'), {
        onProgress: (count) => progress.push(count),
      });
      const saved = await readFile(folder.at('x.log'));
      assert.ok(saved.includes(printed));
      assert.equal(bytes, saved.length);
      assert.equal(progress.at(-1), bytes);
      assert.equal(job.status, 'succeeded');
      await assert.rejects(saveLogToFile(http, newSubmissionId(), folder.at('y.log')), RayError);
      await assert.rejects(
        saveLog(http, { submissionId: finished, write: () => Promise.reject(new Error('disk full')) }),
        /disk full/,
      );
      assert.deepEqual(await readdir(folder.path), ['x.log']);
    });

    test('comes while the job runs, also when it was hidden', async () => {
      const id = await run('echo first; sleep 3; echo second; sleep 3; echo third');
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await until('the first line', () => watched.text.includes('first\n'));
      assert.deepEqual(watched.statuses().at(-1), 'running');
      assert.ok(!watched.text.includes('second\n'), 'told before the job has ended');
      watched.follower.setVisible(false);
      await sleep(500);
      watched.follower.setVisible(true);
      await inTime('following', watched.done);
      assert.ok(watched.text.includes('second\nthird\n') || watched.text.includes('second\n'), watched.text);
      assert.match(watched.text, /third\n/);
    });

    test('is not read while nobody asks, and stops without a promise left', async () => {
      const id = await run('sleep 60');
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await until('a status', () => watched.events.length > 0);
      await sleep(300);
      watched.follower.stop();
      await inTime('stopping', watched.done);
      assert.equal(watched.end, undefined);
      const again = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      again.follower.stop();
      await inTime('stopping at once', again.done);
      await http.send({ method: 'POST', path: `/api/jobs/${id}/stop`, timeout: 15_000 });
      const last = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await inTime('following', last.done);
      assert.equal(last.end?.job?.status, 'stopped');
    });

    test('of a job that failed before it had a node ends with what there is', async () => {
      const submissionId = await tried.failedEarly(http);
      jobs.push(submissionId);
      const watched = new Watched(http, { submissionId, start: { kind: 'beginning' } });
      await inTime('following', watched.done);
      assert.equal(watched.end?.reason, 'finished');
      assert.equal(watched.end.job?.status, 'failed');
    });

    test('of a job that there is not ends at once, and of one that is deleted', async () => {
      const missing = new Watched(http, { submissionId: newSubmissionId(), start: { kind: 'beginning' } });
      await inTime('following', missing.done);
      assert.deepEqual(missing.kinds(), ['end']);
      assert.equal(missing.end?.reason, 'no-such-job');
      const id = await run('echo x');
      await ended(id);
      await deleteJob(http, id);
      const deleted = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      await inTime('following', deleted.done);
      assert.equal(deleted.end?.reason, 'no-such-job');
    });
  });
}
