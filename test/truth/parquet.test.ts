// Rows of .parquet files, read by what the user's Python has for them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Trial } from '../../runner/src/model.ts';
import { ensureParquetPython, parquetReaders, type ParquetReader } from '../../tools/cache/parquet.ts';
import { shown, trial } from '../runner/inWorker.ts';
import { Folder } from '../support/folder.ts';

const ECHO = 'def reward_func(queries, prompts, labels):\n    return {"rewards": 1.0}\n';
const ROWS = [
  { question: 'Wie viel?', answer: '12', more: [1, 2] },
  { question: 'a,b', answer: 'x"y', more: [] },
  { question: 'third', answer: '3', more: [3] },
];

/** Writes a file as data sets are stored: compressed, in groups of rows. */
const WRITE = `import json, sys
import pyarrow, pyarrow.parquet
rows = json.load(sys.stdin)
pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), sys.argv[1], compression="snappy", row_group_size=1)`;

function asked(found: Trial): readonly (readonly [string, string])[] {
  return found.events.flatMap((event) => (event.event === 'sample' ? [[event.prompt, event.label] as const] : []));
}

describe('rows of .parquet files', () => {
  const pythons = new Map<ParquetReader, string>();
  let file: Uint8Array = new Uint8Array();
  before(async () => {
    for (const reader of parquetReaders) pythons.set(reader, await ensureParquetPython(reader));
    using folder = new Folder({});
    const path = folder.at('rows.parquet');
    execFileSync(pythons.get('pyarrow') ?? '', ['-c', WRITE, path], { input: JSON.stringify(ROWS) });
    file = readFileSync(path);
  });

  for (const reader of parquetReaders) {
    for (const rows of [2, 10]) {
      test(`${reader}, ${rows} rows`, async () => {
        const python = pythons.get(reader) ?? '';
        const data = { path: 'rows.parquet', rows, inputKey: 'question', labelKey: 'answer' };
        const found = await trial(ECHO, { python, data, files: { 'rows.parquet': file }, responses: ['x'] });
        assert.deepEqual(shown(found), []);
        assert.deepEqual(
          asked(found),
          ROWS.slice(0, rows).map(({ question, answer }) => [question, answer]),
        );
      });
    }
    test(`${reader}, a file that is none`, async () => {
      const data = { path: 'rows.parquet', rows: 2, inputKey: 'question', labelKey: 'answer' };
      const files = { 'rows.parquet': 'no parquet' };
      const found = await trial(ECHO, { python: pythons.get(reader) ?? '', data, files, responses: ['x'] });
      assert.match(shown(found).join(), /^error The samples cannot be read: /);
    });
  }

  test('a Python that reads none says what to do', async () => {
    // An environment of its own sees nothing of what the machine has.
    using folder = new Folder({});
    execFileSync('python3', ['-m', 'venv', '--without-pip', folder.at('venv')]);
    const data = { path: 'rows.parquet', rows: 2, inputKey: 'question', labelKey: 'answer' };
    const files = { 'rows.parquet': file };
    const found = await trial(ECHO, { python: folder.at('venv/bin/python'), data, files, responses: ['x'] });
    assert.match(shown(found).join(), /this Python has neither; install pyarrow in it, or write the rows as \.jsonl/);
  });
});
