import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLogsOf } from '../../../client/src/logView/openLogs.ts';
import { documentText, TailBuffer } from '../../../client/src/logView/tailBuffer.ts';

describe('a log as a document', () => {
  test('no colours, and of a progress bar what it showed at last', () => {
    assert.equal(
      documentText('\u001b[36m(A pid=1)\u001b[0m x\r\n 10%\r 20%\r100%\n\rend\r\nz'),
      '(A pid=1) x\n100%\nend\nz',
    );
  });
  test('of a long log the end, from the start of a line on', () => {
    const tail = new TailBuffer(100);
    for (let line = 0; line < 1000; line += 1) tail.add(Buffer.from(`line ${line}\n`));
    const text = tail.text();
    assert.ok(tail.cut);
    assert.match(text, /^line 9\d\d\n/);
    assert.ok(text.endsWith('line 999\n') && text.length <= 100);
  });
  test('of a short log all', () => {
    const tail = new TailBuffer(100);
    tail.add(Buffer.from('a\nb'));
    assert.deepEqual([tail.text(), tail.cut], ['a\nb', false]);
  });
});

test('what was kept of open logs is read, and nothing else', () => {
  const good = { cluster: 'http://a', submissionId: 'x', label: 'y' };
  assert.deepEqual(openLogsOf([good, { cluster: 1 }, null, 'x', { ...good, actor: 'A' }]), [
    good,
    { ...good, actor: 'A' },
  ]);
  for (const bad of [undefined, null, 'x', {}]) assert.deepEqual(openLogsOf(bad), []);
});
