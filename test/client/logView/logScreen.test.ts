import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LogScreen } from '../../../client/src/logView/logScreen.ts';
import type { LogAction, LogScreenOptions } from '../../../client/src/logView/logScreen.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { LogEvent } from '../../../client/src/ray/log/events.ts';
import type { LogFollower } from '../../../client/src/ray/log/follow.ts';
import type { Job } from '../../../client/src/ray/model.ts';
import { job as someJob } from './jobs.ts';

const bytes = (text: string, offset: number | null = 0): LogEvent => ({
  kind: 'bytes',
  offset,
  bytes: new TextEncoder().encode(text),
});
const status = (more: Partial<Job>): LogEvent => ({ kind: 'status', job: someJob(more) });
const end = (more: Partial<Job> | null = { status: 'succeeded' }): LogEvent => ({
  kind: 'end',
  job: more === null ? null : someJob(more),
  reason: more === null ? 'no-such-job' : 'finished',
});

interface Seen {
  readonly screen: LogScreen;
  readonly names: string[];
  readonly actions: LogAction[];
  readonly retries: () => number;
  /** All that was written, colours apart. */
  readonly text: () => string;
}

/** A screen whose follower gives these events; functions are run between them. */
function screenOf(events: readonly (LogEvent | (() => unknown))[], more: Partial<LogScreenOptions> = {}): Seen {
  let written = '';
  let retries = 0;
  const names: string[] = [];
  const actions: LogAction[] = [];
  const follower: LogFollower = {
    async *[Symbol.asyncIterator]() {
      for (const event of events) {
        if (typeof event === 'function') await event();
        else yield event;
      }
    },
    setVisible: () => undefined,
    retryNow: () => (retries += 1),
    stop: () => undefined,
    offset: () => null,
    sessionName: () => null,
  };
  const screen = new LogScreen({
    label: 'train',
    submissionId: 'id1',
    cluster: 'c',
    follower,
    lines: 2000,
    mask: (text) => text.replaceAll('SECRET', '***'),
    write: (text) => (written += text),
    setName: (name) => names.push(name),
    act: (action) => actions.push(action),
    sleep: async () => Promise.resolve(),
    ...more,
  });
  const text = (): string => written.replaceAll(/\p{Cc}\[[0-9;]*m/gu, '').replaceAll('\r\u001b[2K', '<clear>');
  return { screen, names, actions, retries: () => retries, text };
}

describe('a log in a terminal', () => {
  test('header, the lines of the job, how it ended', async () => {
    const seen = screenOf([status({ status: 'running' }), bytes('a\nb'), bytes('c\n', 3), end()]);
    await seen.screen.run();
    assert.match(seen.text(), /^── train on c, id1\r\n── p pause .*\r\na\r\nbc\r\n── Succeeded after 1m 05s\.\r\n$/);
    assert.equal(seen.names.at(-1), 'train ✔');
  });

  test('says when it does not begin at the beginning', async () => {
    const seen = screenOf([bytes('z\n', 5000), end()]);
    await seen.screen.run();
    assert.match(seen.text(), /── Starts at the last 2,000 lines.*\r\nz\r\n/);
  });

  test('a character in two pieces, bytes that are none, secrets in lines of the job and of ours', async () => {
    const [first, second] = [new Uint8Array([0xe5, 0xad]), new Uint8Array([0x97, 0xff, 0x0a])];
    const piece = (bytes: Uint8Array): LogEvent => ({ kind: 'bytes', offset: 0, bytes });
    const failed = { status: 'failed', exitCode: null, message: 'RuntimeError: SECRET is bad' } as const;
    const seen = screenOf([piece(first), piece(second), bytes('SEC'), bytes('RET\n'), end(failed)]);
    await seen.screen.run();
    assert.match(seen.text(), /字\ufffd\r\n\*\*\*\r\n── Failed after 1m 05s\. RuntimeError: \*\*\* is bad\r\n$/);
    assert.ok(!seen.text().includes('SECRET'));
  });

  test('trouble is one line, which the next one and the log take back', async () => {
    const trouble = (retryInMs: number | null): LogEvent => ({
      kind: 'trouble',
      error: new RayError('unreachable', 'c does not answer.'),
      retryInMs,
    });
    const seen = screenOf([
      bytes('a\n'),
      trouble(2000),
      trouble(4000),
      trouble(null),
      { kind: 'recovered' },
      bytes('b\n', 2),
      end(),
    ]);
    await seen.screen.run();
    // Each is taken back before anything else is written.
    assert.equal(seen.text().split('<clear>').length, 4);
    assert.match(seen.text(), /a\r\n── c does not answer\. Trying again in 2 s; r does it now\.<clear>/);
    assert.match(seen.text(), /k sets the token\.<clear>b\r\n/);
  });

  test('a status line is never longer than the terminal is wide', async () => {
    const seen = screenOf([status({ status: 'pending', message: 'x'.repeat(300) }), end()]);
    seen.screen.setColumns(50);
    await seen.screen.run();
    const line = /── Pending: x+…/.exec(seen.text())?.[0] ?? '';
    assert.ok(line.length > 30 && line.length < 50, String(line.length));
  });

  test('while it is paused nothing is read, and keys ask for what the header says', async () => {
    let taken = 0;
    const seen = screenOf([
      bytes('a\n'),
      () => {
        seen.screen.key('p');
      },
      bytes('b\n', 2),
      () => (taken += 1),
      end(),
    ]);
    const run = seen.screen.run();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(taken, 0);
    assert.ok(seen.screen.isPaused);
    assert.ok(!seen.text().includes('b\r\n'));
    assert.equal(seen.names.at(-1), 'train (paused)');
    for (const key of ['s', 'f', 't', 'k', 'q', 'r', 'x', '\u001b[A', '\u001b[12;3R']) seen.screen.key(key);
    seen.screen.key(' ');
    await run;
    assert.match(seen.text(), /b\r\n── Succeeded/);
    assert.deepEqual(seen.actions, ['save', 'filter', 'text', 'token', 'close']);
    assert.equal(seen.retries(), 1);
  });

  test('only lines of one actor, and which there are', async () => {
    const log = '(A pid=1) x\n\u001b[36m(B pid=2, ip=10.0.0.2)\u001b[0m y\nz\n(A pid=1) w\r\n';
    const seen = screenOf([bytes(log), end()], { actor: 'B' });
    await seen.screen.run();
    assert.match(seen.text(), /── Only lines of B\r\n── p pause .*\r\n\(B pid=2, ip=10\.0\.0\.2\) y\r\n── Succeeded/);
    assert.deepEqual(seen.screen.actors.all, [
      { name: 'A', lines: 2 },
      { name: 'B', lines: 1 },
      { name: '', lines: 1 },
    ]);
  });

  test('an unfinished line is shown after a moment, and our lines do not run into it', async () => {
    const seen = screenOf([
      bytes('10% |'),
      () => new Promise((resolve) => setTimeout(resolve, 300)),
      { kind: 'notice', notice: 'gap', message: 'Some is missing.' },
      end(),
    ]);
    await seen.screen.run();
    assert.match(seen.text(), /10% \|\r\n── Some is missing\.\r\n/);
  });

  test('an error of the follower is told', async () => {
    const seen = screenOf([
      () => {
        throw new Error('no SECRET');
      },
    ]);
    await seen.screen.run();
    assert.match(seen.text(), /The log cannot be followed: no \*\*\*\r\n$/);
  });
});

describe('how a log ends', () => {
  const table: readonly [Partial<Job> | null, RegExp][] = [
    [
      { status: 'failed', exitCode: 3, message: 'Job entrypoint command failed with exit code 3, last available logs' },
      /── Failed after 1m 05s with exit code 3\.\r\n$/,
    ],
    [{ status: 'failed', exitCode: -9, message: null }, /ended by signal SIGKILL\.\r\n$/],
    [
      {
        status: 'failed',
        exitCode: null,
        message: 'Unexpected error:\nTraceback\nray.exceptions.RuntimeEnvSetupError: pip failed\n  more',
      },
      /Failed after 1m 05s\. ray\.exceptions\.RuntimeEnvSetupError: pip failed\r\n$/,
    ],
    [{ status: 'stopped' }, /── Stopped after 1m 05s\.\r\n$/],
    [null, /no such job/],
  ];
  for (const [job, pattern] of table) {
    test(String(pattern), async () => {
      const seen = screenOf([end(job)]);
      await seen.screen.run();
      assert.match(seen.text(), pattern);
    });
  }
});
