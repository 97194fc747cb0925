import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readMarker, readPrefix, stripAnsi } from '../../../../client/src/ray/log/prefix.ts';

// Lines as Ray 2.55 prints them.
const prefixed: readonly (readonly [
  line: string,
  name: string,
  pid: number | null,
  ip: string | null,
  rest: string,
])[] = [
  ['\u001b[36m(A pid=24959)\u001b[0m hello', 'A', 24_959, null, 'hello'],
  ['(A pid=1, ip=10.0.0.2) hello', 'A', 1, '10.0.0.2', 'hello'],
  [
    '\u001b[36m(PolicyModelActor pid=31, ip=10.0.0.2)\u001b[0m \rstep 1/4',
    'PolicyModelActor',
    31,
    '10.0.0.2',
    '\rstep 1/4',
  ],
  ['(pid=12) early', '', 12, null, 'early'],
  ['(autoscaler +6s) Error: No available node types', 'autoscaler', null, null, 'Error: No available node types'],
  ['\u001b[33m(raylet pid=3)\u001b[0m oom', 'raylet', 3, null, 'oom'],
  ['(my task pid=5)', 'my task', 5, null, ''],
];

describe('the prefix of a line', () => {
  for (const [line, name, pid, ip, rest] of prefixed) {
    test(JSON.stringify(line), () => {
      const prefix = readPrefix(line);
      assert.deepEqual(
        { name: prefix?.name, pid: prefix?.pid, ip: prefix?.ip, rest: line.slice(prefix?.length) },
        { name, pid, ip, rest },
      );
    });
  }

  test('is not seen where there is none', () => {
    for (const line of ['', 'hello', '(hello) world', 'x (A pid=1) y', '(A pid=x) y', '(A pid=1 y', 'loss (pid=3)']) {
      assert.equal(readPrefix(line), null, line);
    }
  });
});

test('marker lines are those of Ray', () => {
  assert.deepEqual(readMarker(':job_id:01000000'), { marker: 'job_id', value: '01000000' });
  assert.deepEqual(readMarker(':actor_name:Trainer'), { marker: 'actor_name', value: 'Trainer' });
  for (const line of ['job_id:1', ' :job_id:1', ':other:1', '']) assert.equal(readMarker(line), null);
});

test('colours and cursor movements are taken out', () => {
  assert.equal(stripAnsi('\u001b[36m(A pid=1)\u001b[0m \u001b[Kdone'), '(A pid=1) done');
});
