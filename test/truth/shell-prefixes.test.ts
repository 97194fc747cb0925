import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { byLevel } from '../support/level.ts';
import { loadCorpus } from './shell/corpus.ts';

const child = fileURLToPath(new URL('./shell/prefixChild.ts', import.meta.url));
const level = byLevel({ fast: 'words', default: 'words', full: 'full' });
const secondsUntilHanging = 240;

interface Report {
  readonly path: string;
  readonly prefixes: number;
  readonly failures: readonly string[];
}

/** Reports of one child; a script for which none comes for long hangs. */
function evaluatePart(part: number, parts: number): Promise<Report[]> {
  return new Promise((resolve) => {
    const reports: Report[] = [];
    let error = '';
    const worker = fork(child, [String(part), String(parts), level], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const hanging = (): void => {
      error = `no answer after ${reports.at(-1)?.path ?? 'the start'}`;
      worker.kill('SIGKILL');
    };
    let timer = setTimeout(hanging, secondsUntilHanging * 1000);
    worker.on('message', (report) => {
      clearTimeout(timer);
      timer = setTimeout(hanging, secondsUntilHanging * 1000);
      reports.push(report as Report);
    });
    worker.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()));
    worker.on('close', (status) => {
      clearTimeout(timer);
      if (status !== 0)
        reports.push({
          path: '',
          prefixes: 0,
          failures: [`part ${part} ended with ${status ?? 'a signal'}: ${error}`],
        });
      resolve(reports);
    });
  });
}

describe('half-typed scripts', () => {
  test('no prefix throws or hangs, ranges lie inside it, and the launch before the cursor is still there', async (t) => {
    const parts = availableParallelism();
    const reports = (await Promise.all(Array.from({ length: parts }, (_, part) => evaluatePart(part, parts)))).flat();
    const failures = reports.flatMap((report) => report.failures);
    const prefixes = reports.reduce((sum, report) => sum + report.prefixes, 0);
    t.diagnostic(`${reports.length} scripts, ${prefixes} prefixes`);
    assert.equal(failures.length, 0, `${failures.length} failures\n${failures.slice(0, 100).join('\n')}`);
    assert.equal(reports.length, loadCorpus().scripts.length);
    assert.ok(prefixes > 5000, `${prefixes} prefixes`);
  });
});
