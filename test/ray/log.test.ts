import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../client/src/ray/answer.ts';
import { RayError } from '../../client/src/ray/errors.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { deleteJob, getJob } from '../../client/src/ray/jobs.ts';
import { saveLog, saveLogToFile } from '../../client/src/ray/log/save.ts';
import { isTerminal } from '../../client/src/ray/model.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { Folder } from '../support/folder.ts';
import { testedRays } from './support/heads.ts';
import type { StartedRay, TestedRay } from './support/heads.ts';
import { connect, inTime, submit, until, Watched } from './support/logs.ts';

/** 200 lines that differ, then bytes that are no text, a progress bar, and an end without a line end. */
const script = String.raw`for i in $(seq 200); do echo "line $i"; done; printf 'bad \377\376 \033[31mred\033[0m\n'; printf '\rstep 1/2\rstep 2/2\n'; printf 'no end'`;
const printed = Buffer.from(
  `${Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`).join('')}bad \xff\xfe \u001b[31mred\u001b[0m\n\rstep 1/2\rstep 2/2\nno end`,
  'latin1',
);

/** Empties its own log, and goes on writing to it. */
const emptied =
  'sleep 1; log=$(readlink /proc/$$/fd/1); if [ -f "$log" ]; then : > "$log"; fi; sleep 4; echo late; sleep 1';

// What is proven with the fake holds since the same tests run on it and on the real ones. They mostly wait, so side by side; but
// of real heads there is one at a time.
describe('fakes', { concurrency: true }, () => {
  for (const ray of testedRays()) if (ray.isFake) logOfAJob(ray);
});
for (const ray of testedRays()) if (!ray.isFake) logOfAJob(ray);

function logOfAJob({ name, version, start }: TestedRay): void {
  describe(`the log of a job on ${name}`, { concurrency: true }, () => {
    let started: StartedRay;
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
      started = await start();
      http = connect(started.address);
      finished = await run(script);
    });
    after(async () => {
      await Promise.all(jobs.map((id) => deleteJob(http, id).catch(() => undefined)));
      http.dispose();
      await started.stop();
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
      const submissionId = newSubmissionId();
      jobs.push(submissionId);
      await submitJob(http, { submissionId, entrypoint: 'true', runtimeEnv: { working_dir: '/not/a/uri' } });
      const watched = new Watched(http, { submissionId, start: { kind: 'beginning' } });
      await inTime('following', watched.done);
      assert.equal(watched.end?.reason, 'finished');
      assert.equal(watched.end.job?.status, 'failed');
      assert.match(watched.text, /Runtime env is setting up[^]*\/not\/a\/uri is not a valid path\./);
      assert.equal(watched.text, (await whole(submissionId)).toString('latin1'));
    });

    test('that is empty is waited for', async () => {
      const id = await run(emptied);
      const job = await until('its start', async () => {
        const found = await getJob(http, id);
        return found.status === 'running' && found;
      });
      started.emptyLog?.(id);
      const query = Object.entries({ node_id: job.driverNodeId ?? '', filename: `job-driver-${id}.log`, lines: -1 });
      const answer = await until('the empty log', async () => {
        const response = await http.send({ method: 'GET', path: '/api/v0/logs/file', query, timeout: 15_000 });
        const text = await readText(response);
        return (text === '' || response.status !== 200) && `${response.status} ${text}`;
      });
      const failed = '500 500 Internal Server Error\n\nServer got itself in trouble';
      assert.equal(answer, version === '2.60.0' ? '200 ' : failed);
      const watched = new Watched(http, { submissionId: id, start: { kind: 'beginning' } });
      const last = new Watched(http, { submissionId: id, start: { kind: 'lastLines', lines: 10 } });
      for (const { done } of [watched, last]) await inTime('following', done);
      for (const { kinds, end, text } of [watched, last].map((one) => ({
        kinds: one.kinds(),
        end: one.end,
        text: one.text,
      }))) {
        assert.deepEqual(new Set(kinds), new Set(['status', 'end']));
        assert.equal(end?.reason, 'finished');
        assert.match(text, /^late\n/);
      }
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
