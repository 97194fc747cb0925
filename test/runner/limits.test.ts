import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { shown, trial } from './inWorker.ts';

const body = (...lines: readonly string[]): string =>
  `import os, subprocess, sys, time\ndef reward_func(queries, prompts, labels):\n${lines.map((line) => `    ${line}\n`).join('')}`;
const GOOD = 'return {"rewards": 1.0}';

/** Processes of this machine that have a word in their command line. */
function running(word: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}

describe('limits', () => {
  test('a loop without an end, with its line', async () => {
    const found = await trial(body('while True:', '    pass'), { seconds: 4 });
    assert.equal(found.ending.kind, 'time-limit');
    assert.match(shown(found).join(), /^error It takes more than 4 s, so that it was ended\. [34]$/);
  });
  test('a wait without an end, as the file is loaded', async () => {
    const found = await trial('import time\nx = 1\ntime.sleep(1000)\n', { seconds: 4 });
    assert.deepEqual(shown(found), ['error rf-load-side-effect 3']);
  });
  test('memory of all processes together', async () => {
    const child = '[sys.executable, "-c", "import time; x = bytearray(150_000_000); time.sleep(1000)"]';
    const found = await trial(body(`[subprocess.Popen(${child}) for _ in range(3)]`, 'time.sleep(1000)'), {
      memory: 300_000_000,
    });
    assert.ok(found.ending.kind === 'memory-limit' && found.ending.resident > 300_000_000, found.ending.kind);
  });
  test('memory of the file itself', async () => {
    const found = await trial(
      body('x = []', 'while True:', '    x.append(bytearray(5_000_000))', '    time.sleep(0.01)'),
      {
        memory: 200_000_000,
      },
    );
    assert.equal(found.ending.kind, 'memory-limit');
  });
  test('cancel, before and while it runs', async () => {
    const before = await trial(body(GOOD), {}, { signal: AbortSignal.abort() });
    assert.deepEqual([before.ending.kind, before.events], ['cancelled', []]);
    const stop = new AbortController();
    const found = await trial(
      body('time.sleep(1000)'),
      {},
      {
        signal: stop.signal,
        onEvent: ({ event }) => {
          if (event === 'loaded') stop.abort();
        },
      },
    );
    assert.equal(found.ending.kind, 'cancelled');
    assert.deepEqual(shown(found), []);
  });
});

describe('nothing is left running', () => {
  const word = (): string => `trial-${randomUUID()}`;
  const stubborn = (name: string): string =>
    `import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN); time.sleep(1000) # ${name}`;

  test('children that ignore SIGTERM', async () => {
    const name = word();
    const found = await trial(
      body(`subprocess.Popen([sys.executable, "-c", ${JSON.stringify(stubborn(name))}])`, GOOD),
      {
        responses: ['x'],
      },
    );
    assert.deepEqual(shown(found), []);
    assert.deepEqual([found.ending.kind, found.leftOver], ['done', 1]);
    assert.deepEqual(running(name), []);
  });
  test('grandchildren in sessions of their own, whose parents are gone', async () => {
    const name = word();
    const leave = `import subprocess, sys; subprocess.Popen([sys.executable, "-c", ${JSON.stringify(stubborn(name))}], start_new_session=True)`;
    const found = await trial(
      body(`subprocess.run([sys.executable, "-c", ${JSON.stringify(leave)}], start_new_session=True)`, GOOD),
      { responses: ['x'] },
    );
    assert.deepEqual([found.ending.kind, found.leftOver], ['done', 1]);
    assert.deepEqual(running(name), []);
  });
  test('forks that print and wait', async () => {
    const found = await trial(
      body('if os.fork() == 0:', '    print("child", flush=True)', '    time.sleep(1000)', 'time.sleep(0.3)', GOOD),
      { responses: ['x'] },
    );
    assert.deepEqual([found.ending.kind, found.leftOver], ['done', 1]);
    assert.match(found.stdout.text, /child/);
  });
  test('threads that never end', async () => {
    const found = await trial(
      `import threading, time\n${body('threading.Thread(target=time.sleep, args=(1000,)).start()', GOOD)}`,
    );
    assert.deepEqual([found.ending.kind, shown(found)], ['done', []]);
  });
});

describe('output and ends of all kinds', () => {
  test('bytes that are no text, and control characters', async () => {
    const found = await trial(body('os.write(1, bytes(range(256)))', 'print("\\x1b[31mred")', GOOD), {
      responses: ['x'],
    });
    assert.deepEqual(shown(found), []);
    assert.doesNotMatch(found.stdout.text, /[^\P{Cc}\t\n]/u);
    assert.match(found.stdout.text, /␛\[31mred/);
  });
  test('more output than anybody reads', async () => {
    const found = await trial(body('for _ in range(200): os.write(2, b"x" * 100_000)', GOOD), { responses: ['x'] });
    assert.deepEqual([found.ending.kind, found.stderr.bytes], ['done', 20_000_000]);
    assert.ok(found.stderr.text.length <= 65_536);
  });
  test('results of any size', async () => {
    const found = await trial(body('return {"rewards": "x" * 50_000_000}'), { responses: ['x'] });
    assert.deepEqual(shown(found), ['error rf-reward-shape 2']);
  });
  for (const [what, line, how] of [
    ['os._exit(0)', 'os._exit(0)', 'exit code 0'],
    ['os._exit(7)', 'os._exit(7)', 'exit code 7'],
    ['os.abort()', 'os.abort()', 'signal SIGABRT'],
    ['a signal to itself', 'os.kill(os.getpid(), 9)', 'signal SIGKILL'],
  ] as const) {
    test(what, async () => {
      const found = await trial(body(line));
      assert.equal(found.ending.kind, 'died');
      assert.ok(shown(found).join().includes(how), shown(found).join());
    });
  }
  test('a file that closes all that is open ends by its time limit at the latest, and what came before is told', async () => {
    const found = await trial(body('os.closerange(0, 100)', GOOD), { responses: ['x'], seconds: 8 });
    // The event loop is among what is closed: whether it notices is chance, in a vLLM engine too.
    assert.ok(['time-limit', 'died', 'done'].includes(found.ending.kind), found.ending.kind);
    assert.ok(found.events.some((event) => event.event === 'stage' && event.stage === 'call'));
  });
  test('input: there is none to wait for', async () => {
    assert.deepEqual(shown(await trial(body('input()'))), ['error EOFError 3']);
  });
  test('a Python that there is not', async () => {
    const found = await trial(body(GOOD), { python: '/no/such/python' });
    assert.equal(found.ending.kind, 'not-started');
    assert.match(shown(found).join(), /\/no\/such\/python could not be started/);
  });
  test('a working directory that there is not', async () => {
    const found = await trial(body(GOOD), { folder: '/no/such/folder' });
    assert.equal(found.ending.kind, 'not-started');
  });
});
