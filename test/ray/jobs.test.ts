import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { answered, ask, askEnvelope, readBytes, readText } from '../../client/src/ray/answer.ts';
import type { RayHttp, RayRequest } from '../../client/src/ray/http.ts';
import { authenticationMode, deleteJob, getJob, listJobs, rayVersion, stopJob } from '../../client/src/ray/jobs.ts';
import type { Submission } from '../../client/src/ray/model.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { bytesOf, clientFor, endedJob, fails, failure, jobWhen, removeJob, zeros } from './support/client.ts';
import { testedRays } from './support/heads.ts';
import type { StartedRay, TestedRay } from './support/heads.ts';

/*
 * The Jobs API by way of our client, on real heads and on the fake. That the same expectations hold for both is what proves the
 * fake: for the words and codes of failures (duplicate id, deletion of a running job, unknown key, metadata, missing slash, missing
 * job, body that is no JSON, browser-like and nameless requests by version), `<redacted>`, null fields, exit codes, signals, the
 * label selector and error type of 2.48, files of logs (last lines, no line, bad arguments, wrong node, missing file, no ranges, bytes
 * as they are), packages, nodes and the mode of authentication.
 */
for (const ray of testedRays()) {
  describe(ray.name, () => {
    let http: RayHttp;
    let started: StartedRay;
    const submitted: string[] = [];
    const submit = async (submission: Omit<Submission, 'submissionId'>): Promise<string> => {
      const submissionId = newSubmissionId();
      submitted.push(submissionId);
      await submitJob(http, { submissionId, ...submission });
      return submissionId;
    };
    before(async () => {
      started = await ray.start();
      http = clientFor(started.address);
    });
    after(async () => {
      for (const id of submitted) await removeJob(http, id);
      http.dispose();
      await started.stop();
    });
    lifeOfAJob(ray, () => http, submit);
    drivers(
      () => http,
      () => started,
      submit,
    );
    refusals(ray, () => http, submit);
    browsers(
      ray,
      () => http,
      () => started.address,
      submit,
    );
    logs(ray, () => http, submit);
    others(ray, () => http);
  });
}

type Submit = (submission: Omit<Submission, 'submissionId'>) => Promise<string>;

function lifeOfAJob(ray: TestedRay, http: () => RayHttp, submit: Submit): void {
  test('a job from submit to deletion', async () => {
    const since = Date.now() - 60_000;
    const id = await submit({
      entrypoint: 'echo "hello $WHO"; sleep 1; exit 7',
      metadata: { model: 'm', 'with "quotes"': 'ü' },
      runtimeEnv: { env_vars: { WHO: 'you' } },
    });
    const early = await getJob(http(), id);
    assert.equal(early.endTime, null);
    const running = await jobWhen(http(), id, ({ status }) => status !== 'pending');
    assert.match(running.driverNodeId ?? '', /^[0-9a-f]{56}$/);
    assert.match(running.driverAgentAddress ?? '', /^http:\/\/[\d.]+:\d+$/);
    const job = await endedJob(http(), id);
    assert.deepEqual(
      { ...job, message: null, startTime: null, endTime: null, driverNodeId: null, driverAgentAddress: null },
      {
        key: id,
        type: 'submission',
        submissionId: id,
        rayJobId: null,
        status: 'failed',
        entrypoint: 'echo "hello $WHO"; sleep 1; exit 7',
        message: null,
        errorType: ray.version === '2.48.0' ? null : 'JOB_ENTRYPOINT_COMMAND_ERROR',
        startTime: null,
        endTime: null,
        metadata: { model: 'm', 'with "quotes"': 'ü' },
        runtimeEnv: { env_vars: { WHO: 'you' } },
        driverNodeId: null,
        driverAgentAddress: null,
        exitCode: 7,
      },
    );
    assert.match(job.message ?? '', /^Job entrypoint command failed with exit code 7, last available logs/);
    assert.match(job.message ?? '', /hello you/);
    assert.ok((job.startTime ?? 0) > since && (job.endTime ?? 0) >= (job.startTime ?? 0));
    assert.deepEqual(await stopJob(http(), id), { stopped: false, pending: false });
    await deleteJob(http(), id);
    await fails(getJob(http(), id), 'not-found', new RegExp(`^Job ${id} does not exist$`), 404);
    assert.ok(!(await listJobs(http())).some(({ key }) => key === id));
  });

  test('success, and nothing in the fields that were not sent', async () => {
    const id = await submit({ entrypoint: 'true' });
    const job = await endedJob(http(), id);
    assert.equal(job.status, 'succeeded');
    assert.equal(job.message, 'Job finished successfully.');
    assert.deepEqual([job.exitCode, job.metadata, job.runtimeEnv, job.errorType], [0, {}, {}, null]);
  });

  test('an end by a signal has a negative exit code', async () => {
    const id = await submit({ entrypoint: 'kill -9 $$' });
    assert.equal((await endedJob(http(), id)).exitCode, -9);
  });

  test('stop', async () => {
    const id = await submit({ entrypoint: 'sleep 300' });
    await jobWhen(http(), id, ({ status }) => status === 'running');
    await fails(
      deleteJob(http(), id),
      'refused',
      new RegExp(`^Attempted to delete job '${id}', but it is in a non-terminal state RUNNING\\.$`),
      500,
    );
    assert.equal((await stopJob(http(), id)).stopped, true);
    const job = await endedJob(http(), id);
    assert.deepEqual([job.status, job.exitCode, job.errorType], ['stopped', null, null]);
  });

  test('the list has the newest first', async () => {
    const first = await submit({ entrypoint: 'true' });
    // Of two of the same millisecond neither is the newer one.
    await sleep(5);
    const second = await submit({ entrypoint: 'true' });
    const keys = (await listJobs(http())).map(({ key }) => key);
    assert.ok(keys.includes(second) && keys.indexOf(second) < keys.indexOf(first), keys.join());
  });
}

/** A program that connects by itself is no submitted job; the variable is what ties it to one. */
const ownDriver = `env -u RAY_JOB_CONFIG_JSON_ENV_VAR python3 -c '
import ray, time
ray.init(log_to_driver=False)
print("driver", ray.get_runtime_context().get_job_id(), flush=True)
time.sleep(60)'`;

function drivers(http: () => RayHttp, started: () => StartedRay, submit: Submit): void {
  const byJob = async (): Promise<string> => {
    const before = new Set((await listJobs(http())).map(({ key }) => key));
    await submit({ entrypoint: ownDriver });
    for (let look = 0; look < 300; look++) {
      const found = (await listJobs(http())).find(({ key, type }) => type === 'driver' && !before.has(key));
      if (found !== undefined) return found.key;
      await sleep(200);
    }
    return assert.fail('the driver does not come');
  };

  test('a job that nobody submitted', async () => {
    const id = await (started().startDriver ?? byJob)();
    const job = await getJob(http(), id);
    assert.match(id, /^[0-9a-f]{8}$/);
    assert.deepEqual([job.type, job.submissionId, job.rayJobId, job.status], ['driver', null, id, 'running']);
    assert.deepEqual([job.endTime, job.exitCode, job.message, job.driverNodeId], [null, null, null, null]);
    await fails(stopJob(http(), id), 'refused', /^Can only stop submission type jobs$/, 400);
    await fails(deleteJob(http(), id), 'refused', /^Can only delete submission type jobs$/, 400);
    const logs = { method: 'GET', path: `/api/jobs/${id}/logs`, timeout: 15_000 } as const;
    await fails(answered(http(), logs), 'refused', /^Can only get logs of submission type jobs$/, 400);
  });
}

function refusals(ray: TestedRay, http: () => RayHttp, submit: Submit): void {
  test('an id that is taken', async () => {
    const id = await submit({ entrypoint: 'true' });
    const again = submitJob(http(), { submissionId: id, entrypoint: 'true' });
    const said = `Job with submission_id ${id} already exists. Please use a different submission_id.`;
    const error = await fails(again, 'duplicate-id', /./, 500);
    assert.equal(error.message, said);
    assert.match(error.detail, /^Traceback[^]*\n\.\s*$/);
  });

  test('a job that is not there', async () => {
    for (const call of [getJob, stopJob, deleteJob]) {
      await fails(
        call(http(), 'no such job/ü'),
        'not-found',
        /^Job no such job\/ü does not exist$|does not know this/,
        404,
      );
    }
  });

  test('what Ray does not take', async () => {
    const post = (json: unknown): Promise<unknown> =>
      answered(http(), { method: 'POST', path: '/api/jobs/', json, timeout: 60_000 });
    await fails(post({ entrypoint: 'true', foo: 1 }), 'refused', /got an unexpected keyword argument 'foo'$/, 400);
    await fails(post({ submission_id: 'a' }), 'refused', /missing 1 required positional argument: 'entrypoint'$/, 400);
    await fails(
      post({ entrypoint: 'true', metadata: { a: 1 } }),
      'refused',
      /^metadata values must be strings, got <class 'int'>$/,
      400,
    );
  });

  test('a body that is no JSON', async () => {
    const body = { open: () => bytesOf('{'), length: 1 };
    const request = { method: 'POST', path: '/api/jobs/', body, timeout: 60_000 } as const;
    await fails(answered(http(), request), 'server', /failed \(500\) without a reason/, 500);
  });

  test('a path without its slash', async () => {
    await fails(answered(http(), { method: 'GET', path: '/api/jobs', timeout: 15_000 }), 'not-found', /404/, 404);
  });

  test('a runtime environment that is taken, and that the job then fails for', async () => {
    const later = 'JOB_SUPERVISOR_ACTOR_START_FAILURE';
    const never = '/no/such/folder is not a valid path.';
    const onlyUris = 'is not a valid URI. Passing directories or modules to be dynamically uploaded is only supported';
    const lost = 'gcs://_ray_pkg_0123456789abcdef.zip';
    const cases = [
      { runtimeEnv: { working_dir: '/no/such/folder' }, errorType: later, says: never },
      { runtimeEnv: { working_dir: '.' }, errorType: later, says: onlyUris },
      { runtimeEnv: { working_dir: 7 }, errorType: later, says: '`working_dir` must be a string, got <class' },
      { runtimeEnv: { env_vars: { A: 1 } }, errorType: later, says: 'but the value 1 is of type <class' },
      {
        runtimeEnv: { working_dir: lost },
        errorType: 'RUNTIME_ENV_SETUP_FAILURE',
        says: `Failed to download runtime_env file package ${lost} from the GCS to the Ray worker node.`,
      },
    ];
    await Promise.all(
      cases.map(async ({ runtimeEnv, errorType, says }) => {
        const id = await submit({ entrypoint: 'true', runtimeEnv });
        const job = await endedJob(http(), id);
        assert.ok(job.message?.includes(says), `${says}: ${job.message ?? ''}`);
        assert.deepEqual(
          [job.status, job.errorType, job.driverNodeId, job.driverAgentAddress, job.exitCode],
          ['failed', ray.version === '2.48.0' ? null : errorType, null, null, null],
        );
        assert.ok(job.endTime !== null);
        const logs = { method: 'GET', path: `/api/jobs/${id}/logs`, timeout: 15_000 } as const;
        assert.deepEqual(await ask(http(), logs, z.object({ logs: z.string() })), { logs: '' });
      }),
    );
    if (ray.version === '2.60.0') return;
    const id = await submit({ entrypoint: 'true', runtimeEnv: { working_dir: 'local:///tmp' } });
    assert.match((await endedJob(http(), id)).message ?? '', /'local:\/\/\/tmp is not a valid URI/);
  });

  test('a label selector, which 2.48 does not know', async () => {
    const submission = { entrypoint: 'true', entrypointLabelSelector: { 'no-such-label': '!in(a)' } };
    if (ray.version === '2.48.0') {
      await fails(submit(submission), 'refused', /unexpected keyword argument 'entrypoint_label_selector'/, 400);
    } else {
      assert.equal((await endedJob(http(), await submit(submission))).status, 'succeeded');
    }
  });
}

function browsers(ray: TestedRay, http: () => RayHttp, address: () => string, submit: Submit): void {
  // Not by way of our client's options, which leave such headers out.
  const send = async (request: Partial<RayRequest>): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await http().send({ method: 'GET', path: '/api/jobs/', timeout: 60_000, ...request });
    return { status: response.status, text: await readText(response) };
  };

  test('a request like a browser’s', async () => {
    const headers = { 'sec-fetch-mode': 'cors' };
    const { status, text } = await send({ method: 'POST', headers, json: { nothing: 1 } });
    if (ray.version === '2.48.0') {
      assert.equal(status, 400);
    } else {
      assert.deepEqual([status, text], [405, "'POST' method not allowed for browser traffic."]);
      const request = {
        method: 'DELETE',
        path: '/api/jobs/x',
        headers: { origin: 'http://a' },
        timeout: 15_000,
      } as const;
      await fails(answered(http(), request), 'blocked', /takes the request for a browser/, 405);
    }
  });

  test('headers of a browser that a person adds are left out', async () => {
    const client = clientFor(address(), {
      headers: { 'User-Agent': 'Mozilla/5.0', Origin: 'http://a', 'Sec-Fetch-Mode': 'cors', Referer: 'http://a' },
    });
    await fails(stopJob(client, 'nothing'), 'not-found', /^Job nothing does not exist$/);
    client.dispose();
  });

  test('variables that a browser may not see', async () => {
    const id = await submit({ entrypoint: 'true', runtimeEnv: { env_vars: { A: 'secret' } } });
    const { text } = await send({ path: `/api/jobs/${id}`, headers: { 'sec-fetch-mode': 'cors' } });
    assert.match(text, ray.version === '2.60.0' ? /"A": ?"<redacted>"/ : /"A": ?"secret"/);
    assert.deepEqual((await getJob(http(), id)).runtimeEnv, { env_vars: { A: 'secret' } });
  });
}

const nodesShape = z.object({
  result: z.object({
    result: z.array(z.object({ node_id: z.string(), is_head_node: z.boolean(), state: z.string() })),
  }),
});

function logs(ray: TestedRay, http: () => RayHttp, submit: Submit): void {
  const file = async (query: Record<string, string | number>): Promise<Buffer> => {
    const response = await answered(http(), {
      method: 'GET',
      path: '/api/v0/logs/file',
      query: Object.entries({ format: 'text', ...query }),
      timeout: 30_000,
    });
    return readBytes(response);
  };

  test('files of logs', async () => {
    const id = await submit({ entrypoint: String.raw`printf 'one\ntwo\r2\nb\377d\nend'` });
    const job = await endedJob(http(), id);
    const node = job.driverNodeId ?? '';
    const name = `job-driver-${id}.log`;
    const own = Buffer.from('one\ntwo\r2\nb\xffd\nend', 'latin1');
    const all = await file({ node_id: node, filename: name, lines: -1 });
    const at = all.indexOf(own);
    assert.ok(at > 0, all.toString('latin1'));
    assert.match(
      all.subarray(0, at).toString('utf8'),
      /^[\d-]+ [\d:,]+\tINFO job_manager\.py:\d+ -- Runtime env is setting up\.\n/,
    );
    assert.equal(all.includes(`Running entrypoint for job ${id}: printf`), ray.version !== '2.48.0');
    const byHand = all.toString('latin1').split('\n');
    for (const lines of [1, 2, 3, 4]) {
      const last = await file({ node_id: node, filename: name, lines });
      const isEnded = all.at(-1) === 10;
      const expected = isEnded ? `${byHand.slice(-1 - lines, -1).join('\n')}\n` : byHand.slice(-lines).join('\n');
      assert.equal(last.toString('latin1'), expected, String(lines));
    }
    assert.deepEqual(await file({ node_id: node, filename: name, lines: 0 }), all);
    assert.deepEqual(await file({ node_id: node, submission_id: id, lines: -1 }), all);
    assert.deepEqual(await file({ node_id: node, filename: name, lines: -1, offset: 5, start_offset: 5 }), all);
    const headers = { range: 'bytes=5-' };
    const query = Object.entries({ node_id: node, filename: name });
    const ranged = await http().send({ method: 'GET', path: '/api/v0/logs/file', query, headers, timeout: 30_000 });
    assert.deepEqual([ranged.status, await readBytes(ranged)], [200, all]);
    // A head under load was seen to leave out the reason.
    const missing = ray.isFake ? /A file is not found at: / : /A file is not found at: |without a reason/;
    await fails(file({ node_id: node, filename: 'job-driver-nothing.log' }), 'server', missing, 500);
    await fails(file({ node_id: 'abc', filename: name }), 'server', /Agent for node id: abc doesn't exist\./, 500);
    await fails(file({ filename: name }), 'server', /without a reason/, 500);
    await fails(file({ node_id: node, filename: name, lines: 'x' }), 'server', /without a reason/, 500);
    await fails(file({ node_id: node, filename: name, interval: 1 }), 'server', /without a reason/, 500);
    const shape = z.object({ logs: z.string() });
    if (ray.version === '2.48.0' || !ray.isFake) return;
    assert.match(
      (await ask(http(), { method: 'GET', path: `/api/jobs/${id}/logs`, timeout: 30_000 }, shape)).logs,
      /two\n2\n/,
    );
  });
}

function others(ray: TestedRay, http: () => RayHttp): void {
  test('version, mode and nodes', async () => {
    const { rayVersion: version, sessionName } = await rayVersion(http());
    assert.equal(version, ray.version);
    assert.match(sessionName, /^session_[\d_-]+$/);
    assert.equal(await authenticationMode(http()), ray.version === '2.48.0' ? 'none' : 'disabled');
    const nodes = await askEnvelope(http(), { method: 'GET', path: '/api/v0/nodes', timeout: 15_000 }, nodesShape);
    assert.equal(nodes.result.result.filter((node) => node.is_head_node && node.state === 'ALIVE').length, 1);
  });

  test('packages', async () => {
    const name = `_ray_pkg_${randomBytes(8).toString('hex')}.zip`;
    const path = `/api/packages/gcs/${name}`;
    await fails(
      answered(http(), { method: 'GET', path, timeout: 15_000 }),
      'not-found',
      new RegExp(`${name} does not exist`),
      404,
    );
    const head = await http().send({ method: 'HEAD', path, timeout: 15_000 });
    await readBytes(head);
    assert.equal(head.status, 404);
    let sent = 0;
    const body = { open: () => bytesOf('PK'), length: 2, onSent: (bytes: number) => (sent = bytes) };
    const put = await answered(http(), { method: 'PUT', path, body, timeout: 60_000 });
    assert.equal((await readBytes(put)).length, 0);
    assert.equal(sent, 2);
    for (const method of ['GET', 'HEAD'] as const) {
      const found = await answered(http(), { method, path, timeout: 15_000 });
      assert.equal((await readBytes(found)).length, 0);
    }
    const other = { method: 'GET', path: `/api/packages/s3/${name}`, timeout: 15_000 } as const;
    await fails(answered(http(), other), 'server', /without a reason/, 500);
  });

  test('a body over the limit', async () => {
    const length = 101 * 1024 * 1024;
    const body = { open: () => zeros(length), length };
    const path = '/api/packages/gcs/_ray_pkg_0000000000000001.zip';
    const error = await failure(answered(http(), { method: 'PUT', path, body, timeout: 120_000 }));
    assert.equal(error.kind, 'too-large', error.message);
    assert.match(error.message, /takes at most 100 MiB at once/);
  });
}
