import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mutations } from './shell/mutations.ts';

const child = fileURLToPath(new URL('./shell/mutantChild.ts', import.meta.url));
const fewest = 30;
const secondsUntilHanging = 240;

interface Report {
  readonly name: string;
  readonly caught: string | null;
}

function runMutants(): Promise<{ reports: Report[]; error: string }> {
  return new Promise((resolve) => {
    const reports: Report[] = [];
    let error = '';
    const worker = fork(child, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const hanging = (): void => {
      worker.kill('SIGKILL');
    };
    let timer = setTimeout(hanging, secondsUntilHanging * 1000);
    worker.on('message', (report) => {
      clearTimeout(timer);
      timer = setTimeout(hanging, secondsUntilHanging * 1000);
      reports.push(report as Report);
    });
    worker.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()));
    worker.on('close', () => {
      clearTimeout(timer);
      resolve({ reports, error });
    });
  });
}

describe('the truth test bites', () => {
  test(`there are at least ${fewest} mutations, and each is caught`, async (t) => {
    assert.ok(mutations.length >= fewest, `${mutations.length} mutations`);
    assert.equal(new Set(mutations.map((mutation) => mutation.name)).size, mutations.length, 'names are unique');
    const { reports, error } = await runMutants();
    for (const { name, caught } of reports) t.diagnostic(`${name}: ${caught ?? 'NOT CAUGHT'}`);
    assert.equal(
      reports.length,
      mutations.length,
      `stopped before "${mutations[reports.length]?.name ?? ''}": ${error}`,
    );
    assert.deepEqual(
      reports.filter((report) => report.caught === null).map((report) => report.name),
      [],
    );
  });
});
