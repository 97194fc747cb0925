import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getJob, listJobs, rayVersion, stopJob } from '../../../client/src/ray/jobs.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import { newSubmissionId, problemOfSubmissionId, submitJob } from '../../../client/src/ray/submit.ts';
import { clientFor, fails } from '../../ray/support/client.ts';
import { startFakeRay } from '../../ray/support/fakeRay.ts';
import type { FakeRay } from '../../ray/support/fakeRay.ts';
import type { Fault } from '../../ray/support/fake/model.ts';

const post = { method: 'POST', path: '/api/jobs/' } as const;

interface Set {
  readonly fake: FakeRay;
  readonly http: RayHttp;
  readonly submit: (submissionId: string) => Promise<unknown>;
}

/** A test with a head of its own, so that tests which wait do so side by side. */
function withFake(run: (set: Set) => Promise<void>, holdFirstPost = 0): () => Promise<void> {
  return async () => {
    const fake = await startFakeRay({ run: false, holdFirstPost });
    const http = clientFor(fake.address);
    try {
      const submit = async (submissionId: string): Promise<unknown> =>
        submitJob(http, { submissionId, entrypoint: 'true' }, { timeout: 1_000 });
      await run({ fake, http, submit });
    } finally {
      http.dispose();
      await fake.stop();
    }
  };
}

describe('an answer that is lost', { concurrency: true }, () => {
  test(
    'the first submit on a fresh head is held beyond our patience, and accepted',
    withFake(async ({ http, submit }) => {
      const id = newSubmissionId();
      assert.deepEqual(await submit(id), { submissionId: id });
      assert.equal((await getJob(http, id)).status, 'pending');
    }, 1_500),
  );

  const accepted: readonly (readonly [what: string, fault: Fault])[] = [
    ['cut', { kind: 'lost' }],
    ['never', { kind: 'silent' }],
    ['cut in the middle', { kind: 'cut', after: 5 }],
  ];
  for (const [what, fault] of accepted) {
    test(
      `accepted, the answer ${what}`,
      withFake(async ({ fake, submit }) => {
        const id = newSubmissionId();
        fake.failNext(post, fault);
        assert.deepEqual(await submit(id), { submissionId: id });
        assert.ok(fake.jobs.has(id));
        const posts = fake.requests.filter(({ method, body }) => method === 'POST' && body.includes(id));
        assert.equal(posts.length, 1, 'a submit is never sent again');
      }),
    );
  }

  test(
    'accepted, and a gateway says otherwise',
    withFake(async ({ fake, submit }) => {
      const id = newSubmissionId();
      fake.addJob({ submission_id: id });
      fake.failNext(post, {
        kind: 'answer',
        status: 504,
        body: '<html><title>504</title>',
        headers: { 'content-type': 'text/html' },
      });
      assert.deepEqual(await submit(id), { submissionId: id });
    }),
  );

  const refused: readonly (readonly [what: string, fault: Fault, message: RegExp])[] = [
    ['cut', { kind: 'reset' }, /^No job came of it: The connection to .* was cut/],
    ['never', { kind: 'hang' }, /^No job came of it: .* did not answer within 1 s/],
    [
      'of a failed server',
      { kind: 'answer', status: 500, body: 'Traceback\nRuntimeError: no room here\n.\n' },
      /^No job came of it: .* failed \(500\): no room here$/,
    ],
    [
      'of a head without an agent',
      { kind: 'answer', status: 500, body: 'RuntimeError: No available agent to submit job, please try again later.' },
      /--dashboard-agent-listen-port/,
    ],
  ];
  for (const [what, fault, message] of refused) {
    test(
      `not accepted, the answer ${what}`,
      withFake(async ({ fake, submit }) => {
        const id = newSubmissionId();
        fake.failNext(post, fault);
        await fails(
          submit(id),
          fault.kind === 'hang' ? 'timeout' : fault.kind === 'reset' ? 'unreachable' : 'server',
          message,
        );
        assert.ok(!fake.jobs.has(id));
      }),
    );
  }

  test(
    'it is not known',
    withFake(async ({ fake, submit }) => {
      const id = newSubmissionId();
      fake.failNext(post, { kind: 'lost' });
      fake.failNext({ method: 'GET', path: `/api/jobs/${id}`, times: 100 }, { kind: 'reset' });
      await fails(
        submit(id),
        'timeout',
        new RegExp(`^It is not known whether the job was accepted\\..*look for ${id} in`),
      );
    }),
  );

  test(
    'what leaves no doubt is not looked for',
    withFake(async ({ fake, submit }) => {
      const id = newSubmissionId();
      const before = fake.requests.length;
      fake.failNext(post, { kind: 'answer', status: 401, body: 'Unauthorized: Missing authentication token' });
      await fails(submit(id), 'token-missing', /needs a token/, 401);
      await fails(submit('no good'), 'refused', /is no id for a job/);
      await fails(
        submitJob(clientFor('http://127.0.0.1:1'), { submissionId: id, entrypoint: 'x' }),
        'unreachable',
        /^Nothing listens/,
      );
      assert.equal(fake.requests.length - before, 1);
    }),
  );

  test(
    'giving up says that it is not known',
    withFake(async ({ fake, http }) => {
      fake.failNext(post, { kind: 'hang' });
      const id = newSubmissionId();
      const call = submitJob(http, { submissionId: id, entrypoint: 'x' }, { signal: AbortSignal.timeout(300) });
      await fails(call, 'cancelled', new RegExp(`may have accepted job ${id}`));
    }),
  );
});

describe('what is sent', () => {
  let fake: FakeRay;
  let http: RayHttp;
  before(async () => {
    fake = await startFakeRay({ run: false });
    http = clientFor(fake.address);
  });
  after(async () => {
    http.dispose();
    await fake.stop();
  });

  test('nothing that is not set', async () => {
    const submissionId = newSubmissionId();
    await submitJob(http, { submissionId, entrypoint: 'a' });
    assert.deepEqual(JSON.parse(fake.requests.at(-1)?.body.toString() ?? ''), {
      entrypoint: 'a',
      submission_id: submissionId,
    });
  });

  test('all that is', async () => {
    const submissionId = newSubmissionId();
    await submitJob(http, {
      submissionId,
      entrypoint: 'a',
      runtimeEnv: { env_vars: { A: '1' } },
      metadata: { b: 'c' },
      entrypointNumCpus: 0.5,
      entrypointNumGpus: 1,
      entrypointMemory: 1024,
      entrypointResources: { x: 1 },
      entrypointLabelSelector: { l: 'v' },
    });
    assert.deepEqual(JSON.parse(fake.requests.at(-1)?.body.toString() ?? ''), {
      entrypoint: 'a',
      submission_id: submissionId,
      runtime_env: { env_vars: { A: '1' } },
      metadata: { b: 'c' },
      entrypoint_num_cpus: 0.5,
      entrypoint_num_gpus: 1,
      entrypoint_memory: 1024,
      entrypoint_resources: { x: 1 },
      entrypoint_label_selector: { l: 'v' },
    });
  });

  test('ids', () => {
    const ids = new Set(Array.from({ length: 1_000 }, newSubmissionId));
    assert.equal(ids.size, 1_000);
    for (const id of ids) {
      assert.match(id, /^raysubmit_[A-HJ-NP-Za-km-z1-9]{16}$/);
      assert.equal(problemOfSubmissionId(id), undefined);
    }
    for (const good of ['a', '0', 'a.b_c-D', 'x'.repeat(101)]) assert.equal(problemOfSubmissionId(good), undefined);
    for (const bad of ['', '-a', '.a', 'a/b', 'a b', 'ü', 'x'.repeat(102), 'a\n']) {
      assert.match(problemOfSubmissionId(bad) ?? '', /is no id for a job/);
    }
  });
});

describe('reads are tried again, writes are not', { concurrency: true }, () => {
  for (const status of [500, 502, 503, 504]) {
    test(
      String(status),
      withFake(async ({ fake, http }) => {
        fake.failNext({ path: '/api/version', times: 2 }, { kind: 'answer', status });
        const before = fake.requests.length;
        assert.equal((await rayVersion(http)).rayVersion, '2.55.0');
        assert.equal(fake.requests.length - before, 3);
      }),
    );
  }
  test(
    'a connection that is cut',
    withFake(async ({ fake, http }) => {
      fake.addJob({ submission_id: newSubmissionId() });
      fake.failNext({ path: '/api/jobs/' }, { kind: 'cut', after: 1 });
      assert.ok((await listJobs(http)).length > 0);
    }),
  );
  test(
    'what stays',
    withFake(async ({ fake, http }) => {
      fake.failNext({ path: '/api/version', times: 4 }, { kind: 'answer', status: 503 });
      await fails(rayVersion(http), 'server', /gets no answer of Ray \(503\)/, 503);
      fake.failNext(
        { path: '/api/version' },
        {
          kind: 'answer',
          status: 429,
          headers: { 'content-type': 'application/json' },
          body: '{"msg": "Max number of in-progress requests=100 reached."}',
        },
      );
      await fails(rayVersion(http), 'server', /is busy \(429\): Max number of in-progress requests=100 reached\./, 429);
    }),
  );
  test(
    'a stop',
    withFake(async ({ fake, http }) => {
      const id = newSubmissionId();
      fake.addJob({ submission_id: id });
      fake.failNext({ method: 'POST', path: `/api/jobs/${id}/stop` }, { kind: 'answer', status: 500 });
      await fails(stopJob(http, id), 'server', /failed \(500\) without a reason/, 500);
      assert.deepEqual(await stopJob(http, id), { stopped: true, pending: true });
    }),
  );
});

test(
  'a head that is frozen, and one that is restarted',
  withFake(async ({ fake, http, submit }) => {
    const { sessionName } = await rayVersion(http);
    fake.freeze();
    await fails(http.send({ method: 'GET', path: '/api/version', timeout: 500 }), 'timeout', /did not answer/);
    fake.thaw();
    assert.equal((await rayVersion(http)).sessionName, sessionName);
    const id = newSubmissionId();
    await submit(id);
    fake.restart();
    assert.notEqual((await rayVersion(http)).sessionName, sessionName);
    await fails(getJob(http, id), 'not-found', /does not exist/, 404);
  }),
);
