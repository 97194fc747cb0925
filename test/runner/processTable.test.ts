import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  membersOf,
  processTable,
  readPs,
  readStat,
  readWindows,
  type ProcessRow,
} from '../../runner/src/processTable.ts';
import { windowsKill } from '../../runner/src/processTree.ts';

const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  group: 1,
  session: 1,
  started: '1',
  resident: 0,
  ...more,
});
const pids = (rows: readonly ProcessRow[]): readonly number[] => rows.map(({ pid }) => pid).sort((a, b) => a - b);

describe('what belongs to a process', () => {
  test('children of children, in any order', () => {
    assert.deepEqual(pids(membersOf([row(30, 20), row(20, 10), row(10, 1), row(40, 1)], 10, new Map())), [10, 20, 30]);
  });
  test('its group and its session, whatever their parents', () => {
    assert.deepEqual(
      pids(membersOf([row(20, 1, { group: 10 }), row(30, 1, { session: 10 })], 10, new Map())),
      [20, 30],
    );
  });
  test('what was seen before, but not another process of the same number', () => {
    const known = new Map([
      [20, '1'],
      [30, '1'],
      [10, '1'],
    ]);
    const rows = [row(20, 1), row(30, 1, { started: '2' }), row(10, 1, { started: '2' })];
    assert.deepEqual(pids(membersOf(rows, 10, known)), [20]);
  });
});

describe('tables of processes', () => {
  test('/proc: this process, whatever its name', async () => {
    const own = readStat(readFileSync('/proc/self/stat', 'latin1'));
    assert.deepEqual([own?.pid, own?.parent], [process.pid, process.ppid]);
    assert.equal(readStat('7 (a) b) (c) S 1 2 3 0 -1')?.session, 3);
    assert.equal(readStat('7 (gone) Z 1 2 3 0 -1'), undefined);
    assert.equal(readStat(''), undefined);
    assert.ok(own);
    const resident = await processTable('linux').residentOf(own);
    assert.ok(resident > 10_000_000 && resident < process.memoryUsage().rss * 2, String(resident));
  });
  test('ps: the words that macOS has too give this process', () => {
    const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,pgid=,rss=,stat=,lstart='], { encoding: 'utf8' });
    const own = readPs(stdout).find(({ pid }) => pid === process.pid);
    assert.equal(own?.parent, process.ppid);
    assert.ok((own.resident ?? 0) > 10_000_000);
    assert.deepEqual(readPs('  5  1  5  0 Z+ Mon Dec  1 05:00:00 2026\n'), []);
  });
  test('Windows: rows, and parents that are younger than their children', () => {
    const text =
      '100 4 5000 638000000000000000\r\n200 100 7000 638000000000000500\r\n300 200 1 638000000000000100\r\nnoise\r\n';
    assert.deepEqual(
      readWindows(text).map(({ pid, parent, resident }) => [pid, parent, resident]),
      [
        [100, 4, 5000],
        [200, 100, 7000],
        [300, 0, 1],
      ],
    );
    assert.deepEqual(windowsKill(12), ['taskkill', '/pid', '12', '/t', '/f']);
  });
});
