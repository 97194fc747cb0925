import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { RayErrorKind } from '../../../client/src/ray/errors.ts';
import { failedAnswer } from '../../../client/src/ray/failedAnswer.ts';
import { jobDetails, jobOf } from '../../../client/src/ray/jobDetails.ts';
import { pendingLimit, pendingTooLong } from '../../../client/src/ray/jobs.ts';
import { searchTokens } from '../../../client/src/ray/token.ts';

const origin = 'http://ray:8265';
const html = 'text/html';

describe('failed answers', () => {
  const trace = 'Traceback (most recent call last):\n  File "/a/b.py", line 1, in f\n    raise X(\n';
  const cases: readonly (readonly [
    status: number,
    body: string,
    kind: RayErrorKind,
    message: RegExp,
    type?: string,
  ])[] = [
    [
      500,
      `${trace}RuntimeError: Request failed with status code 400: ${trace}ValueError: the reason is this\n.\n`,
      'server',
      /failed \(500\): the reason is this$/,
    ],
    [400, `${trace}a.b.MyException: in a module\n`, 'refused', /^in a module$/],
    [400, `${trace}KeyError: 'entrypoint'\n`, 'refused', /^KeyError: 'entrypoint'$/],
    [500, trace, 'server', /without a reason/],
    [500, '', 'server', /without a reason/],
    [500, '500 Internal Server Error\n\nServer got itself in trouble', 'server', /without a reason/],
    [500, 'A file is not found at: /x', 'server', /failed \(500\): A file is not found at: \/x$/],
    [
      500,
      '{"result": false, "msg": "it broke", "data": {}}',
      'server',
      /failed \(500\): it broke$/,
      'application/json',
    ],
    [401, 'Unauthorized: Missing authentication token', 'token-missing', /needs a token.*ray get-auth-token/],
    [401, '<html>sign in', 'token-missing', /not of Ray but of a proxy/, html],
    [403, 'Forbidden: Invalid authentication token', 'token-refused', /another cluster/],
    [403, '<html>no', 'token-refused', /not of Ray but of a proxy/, html],
    [403, 'Browser requests not allowed.', 'blocked', /for a browser’s/],
    [404, '404: Not Found', 'not-found', /does not know this \(404\)/],
    [404, 'Job a does not exist', 'not-found', /^Job a does not exist$/],
    [405, "'POST' method not allowed for browser traffic.", 'blocked', /for a browser’s.*Sec-Fetch-Mode/],
    [405, 'Method Not Allowed for browser traffic.', 'blocked', /for a browser’s/],
    [405, '405: Method Not Allowed', 'blocked', /may not be Ray’s dashboard/],
    [413, 'Maximum request body size 104857600 exceeded.', 'too-large', /at most 100 MiB/],
    [
      413,
      '<html><head><title>413 Request Entity Too Large</title></head><center>nginx</center>',
      'too-large',
      /client_max_body_size/,
      html,
    ],
    [413, '', 'too-large', /\(413\)/],
    [429, 'slow down', 'server', /is busy \(429\): slow down/],
    [502, '<html><title>502 Bad Gateway</title>', 'server', /gets no answer of Ray \(502\)/, html],
  ];
  for (const [status, body, kind, message, contentType = 'text/plain; charset=utf-8'] of cases) {
    test(`${status} ${JSON.stringify(body.slice(-60))}`, () => {
      const error = failedAnswer({ origin, status, contentType, body });
      assert.match(error.message, message);
      assert.deepEqual([error.kind, error.status, error.detail], [kind, status, body]);
    });
  }

  test('secrets in them are masked', () => {
    const body = `${trace}ValueError: bad env {'HF_TOKEN': 'abcdefgh1234567890'} here\n`;
    const error = failedAnswer({ origin, status: 400, contentType: '', body });
    assert.equal(error.message, "bad env {'HF_TOKEN': '***'} here");
    assert.ok(!error.detail.includes('abcdefgh1234567890'));
  });

  test('one short sentence, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 599 }),
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        (status, body) => {
          const { message } = failedAnswer({ origin, status, contentType: 'text/plain', body: `${trace}${body}` });
          assert.ok(message !== '' && message.length < 700 && !message.includes('Traceback'), message);
        },
      ),
      { seed: 20_261_130, numRuns: 500 },
    );
  });
});

describe('jobs as Ray tells them', () => {
  test('unknown fields, words and nothing at all are no matter', () => {
    const job = jobOf(
      jobDetails.parse({ status: 'PAUSED', submission_id: 'a', brand: { new: 1 }, metadata: { n: 1 } }),
    );
    assert.equal(job?.status, 'unknown');
    assert.deepEqual(job.metadata, { n: '1' });
    assert.equal(jobOf(jobDetails.parse({ status: 'RUNNING' })), undefined);
  });

  test('a job that waits for too long', () => {
    const startTime = 1_000_000;
    const now = startTime + pendingLimit;
    assert.ok(!pendingTooLong({ status: 'pending', startTime }, now));
    assert.ok(pendingTooLong({ status: 'pending', startTime }, now + 1));
    assert.ok(pendingTooLong({ status: 'pending', startTime }, startTime + 11, 10));
    assert.ok(!pendingTooLong({ status: 'running', startTime }, now + 1));
    assert.ok(!pendingTooLong({ status: 'pending', startTime: null }, now + 1));
  });
});

describe('tokens on this machine', () => {
  const search = async (env: Record<string, string>, files: Record<string, string | Error>) =>
    searchTokens({
      env,
      homeDirectory: '/home/me',
      readFile: async (file) => {
        const content = files[file] ?? Object.assign(new Error('gone'), { code: 'ENOENT' });
        return content instanceof Error ? Promise.reject(content) : Promise.resolve(content);
      },
    });
  const home = '/home/me/.ray/auth_token';

  test('in the order of Ray', async () => {
    const env = { RAY_AUTH_TOKEN: ' one ', RAY_AUTH_TOKEN_PATH: '~/t' };
    const { tokens, problems } = await search(env, { '/home/me/t': 'two\n', [home]: 'three\n' });
    assert.deepEqual(tokens, [
      { source: 'RAY_AUTH_TOKEN', token: 'one' },
      { source: 'RAY_AUTH_TOKEN_PATH (/home/me/t)', token: 'two' },
      { source: home, token: 'three' },
    ]);
    assert.deepEqual(problems, []);
  });

  test('none', async () => {
    assert.deepEqual(await search({}, {}), { tokens: [], problems: [] });
    assert.deepEqual(await search({ RAY_AUTH_TOKEN: '', RAY_AUTH_TOKEN_PATH: '' }, {}), { tokens: [], problems: [] });
  });

  test('files that are missing, empty or closed', async () => {
    const { problems } = await search({ RAY_AUTH_TOKEN_PATH: '/t' }, { [home]: ' \n' });
    assert.deepEqual(problems, [
      { source: 'RAY_AUTH_TOKEN_PATH (/t)', problem: 'There is no such file.' },
      { source: home, problem: 'The file is empty.' },
    ]);
    const closed = await search({}, { [home]: new Error('EACCES: permission denied') });
    assert.match(closed.problems[0]?.problem ?? '', /cannot be read: EACCES/);
  });
});
