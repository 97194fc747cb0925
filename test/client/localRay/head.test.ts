import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { guarded } from '../../../client/src/localRay/guard.ts';
import { headCommand, headEnvironment, programFolder, startFailure } from '../../../client/src/localRay/headCommand.ts';
import { createServer } from 'node:net';
import { headPorts, listens } from '../../../client/src/localRay/ports.ts';
import { RunningProgram, runProgram } from '../../../client/src/localRay/process.ts';

const ports = { gcs: 1, dashboard: 2, agent: 3, rayClient: 4 };

describe('the command of a head', () => {
  const base = { platform: 'linux' as const, python: '/v/bin/python', cores: 4, ports, folder: '/tmp/ray-1' };
  test('listens on this machine only, in the foreground, with the ports given', () => {
    const command = headCommand({ ...base, gpus: 8 }).join(' ');
    assert.match(command, /^\/v\/bin\/python -m ray\.scripts\.scripts start --head --block /);
    assert.match(command, /--dashboard-host 127\.0\.0\.1 --dashboard-port 2 --port 1 /);
    assert.match(command, /--num-gpus 8/);
    assert.match(command, /--temp-dir \/tmp\/ray-1$/);
  });
  test('without a number Ray counts the GPUs itself', () => {
    assert.ok(!headCommand({ ...base, gpus: null }).includes('--num-gpus'));
    assert.match(headCommand({ ...base, gpus: 0 }).join(' '), /--num-gpus 0/);
  });
  test('where GPUs are only counted, so are the CPUs that go with them; a machine with more has more', () => {
    assert.match(headCommand({ ...base, gpus: 8 }).join(' '), /--num-cpus 16 /);
    assert.match(headCommand({ ...base, gpus: 8, cores: 64 }).join(' '), /--num-cpus 64 /);
    assert.match(headCommand({ ...base, gpus: 0 }).join(' '), /--num-cpus 4 /);
    assert.ok(!headCommand({ ...base, gpus: null }).includes('--num-cpus'));
  });
  test('the programs of the Python come first on the path, whatever its name is', () => {
    assert.equal(headEnvironment({ PATH: '/usr/bin' }, '/v/bin/python', 'linux')['PATH'], '/v/bin:/usr/bin');
    assert.equal(
      headEnvironment({ Path: 'C:\\W' }, 'C:\\v\\Scripts\\python.exe', 'win32')['Path'],
      'C:\\v\\Scripts;C:\\W',
    );
    assert.equal(programFolder('C:\\conda\\python.exe', 'win32'), 'C:\\conda\\Scripts');
  });
  test('what names another cluster does not get in', () => {
    const env = headEnvironment(
      { RAY_ADDRESS: 'x:1', RAY_API_SERVER_ADDRESS: 'y', HOME: '/h' },
      '/v/bin/python',
      'linux',
    );
    assert.deepEqual([env['RAY_ADDRESS'], env['RAY_API_SERVER_ADDRESS'], env['HOME']], [undefined, undefined, '/h']);
  });
  test('ports are free ones, each another', async () => {
    const found = Object.values(await headPorts());
    assert.equal(new Set(found).size, 4);
    assert.ok(found.every((port) => port > 0));
  });
});

// The texts are those of Ray 2.48, 2.55 and 2.60.
for (const [printed, sentence] of [
  ['OSError: validate_socket_filename failed: AF_UNIX path length cannot exceed 107 bytes: /x', /too long a path/],
  [
    "/usr/bin/python3: Error while finding module specification for 'ray.scripts.scripts' (ModuleNotFoundError: No module named 'ray')",
    /has no Ray/,
  ],
  ['Cannot include dashboard with missing packages.', /has no dashboard/],
  ['\u001b[31mfirst\u001b[0m\nsecond\n\nthird\nfourth\n', /^second third fourth$/],
  ['', /^$/],
] as const) {
  test(`why a head did not start: ${printed.slice(0, 40)}`, () => {
    assert.match(startFailure(printed), sentence);
  });
}

/** A program that starts another one, prints both ids, and waits. */
const family =
  'import os,subprocess,sys,time; c=subprocess.Popen([sys.executable,"-c","import time; time.sleep(100)"]); print("IDS",os.getpid(),c.pid,flush=True); time.sleep(100)';

function started(command: readonly [string, ...string[]]): {
  readonly program: RunningProgram;
  readonly ids: Promise<readonly number[]>;
} {
  let printed = '';
  let found: (ids: readonly number[]) => void = () => undefined;
  const ids = new Promise<readonly number[]>((resolve) => (found = resolve));
  const onOutput = (text: string): void => {
    printed += text;
    const match = /IDS (\d+) (\d+)/.exec(printed);
    if (match) found([Number(match[1]), Number(match[2])]);
  };
  return { program: new RunningProgram(command, { env: process.env, onOutput }), ids };
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some(runs)) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('under guard', { timeout: 60_000 }, () => {
  const folderOf = (): string => mkdtempSync(path.join(tmpdir(), 'guard-'));

  test('a program ends with all that it started, and its folder goes', async () => {
    const folder = folderOf();
    const { program, ids } = started(guarded('python3', folder, ['python3', '-c', family]));
    const pids = await ids;
    assert.ok(program.running && pids.every(runs));
    assert.equal(await program.stop(30_000), true);
    await gone(pids);
    assert.ok(!existsSync(folder));
    assert.equal(program.running, false);
  });

  test('so it does when what started it is killed', async () => {
    const folder = folderOf();
    const [python, ...args] = guarded('python3', folder, ['python3', '-c', family]);
    const script = `const c=require('child_process').spawn(${JSON.stringify(python)},${JSON.stringify(args)},{stdio:['pipe','inherit','inherit'],detached:true})`;
    const editor = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    const pids = await new Promise<readonly number[]>((resolve) => {
      editor.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const match = /IDS (\d+) (\d+)/.exec(printed);
        if (match) resolve([Number(match[1]), Number(match[2])]);
      });
    });
    editor.kill('SIGKILL');
    await gone(pids);
    while (existsSync(folder)) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(pids.length === 2 && pids.every((pid) => pid > 0));
  });

  test('one that ends by itself ends the guard', async () => {
    const { program } = started(guarded('python3', folderOf(), ['python3', '-c', 'pass']));
    await program.ended;
    assert.ok(!program.running);
  });

  test('a program that is not there is told, and is no longer running', async () => {
    let printed = '';
    const program = new RunningProgram(['/nowhere/python'], { env: {}, onOutput: (text) => (printed += text) });
    await program.ended;
    assert.match(printed, /ENOENT/);
    assert.equal(await program.stop(1_000), true);
  });
});

test('a program is run to its end, or ended when it takes too long', async () => {
  const good = await runProgram(
    'python3',
    ['-c', 'import sys; print("out"); print("err", file=sys.stderr); sys.exit(3)'],
    { timeout: 60_000 },
  );
  assert.deepEqual([good.status, good.stdout.trim(), good.stderr.trim()], [3, 'out', 'err']);
  assert.equal((await runProgram('python3', ['-c', 'import time; time.sleep(100)'], { timeout: 300 })).status, null);
  const missing = await runProgram('/nowhere/python', [], { timeout: 1_000 });
  assert.equal(missing.status, null);
  assert.match(missing.stderr, /ENOENT/);
});

test('a port is taken once something listens there', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  assert.ok(bound !== null && typeof bound === 'object');
  assert.equal(await listens(bound.port), true);
  await new Promise((resolve) => server.close(resolve));
  assert.equal(await listens(bound.port), false);
});
