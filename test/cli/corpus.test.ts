import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as z from 'zod';
import { root } from '../support/built.ts';
import { Folder } from '../support/folder.ts';
import { lint } from './lint.ts';
import { sarifValidator } from './report/sarifSchema.ts';
import { argvSchema, findingsSchema, valuesSchema } from './schemas.ts';
import { byLevel } from '../support/level.ts';

/** Every form that launches take, in one run: whatever the script, the formats hold. */
const folder = new Folder();
const chosen = byLevel({ fast: ['arrays', 'heredocs', 'functions', 'source', 'branches'], default: [''], full: [''] });
for (const name of chosen)
  cpSync(join(root, 'test/corpus', name), folder.at(join('corpus', name)), { recursive: true });
cpSync(join(root, 'examples'), folder.at('examples'), { recursive: true });
after(() => {
  folder[Symbol.dispose]();
});

const words = ['corpus', 'examples'];

test('--format json', async () => {
  const { out, err } = await lint(folder, ['--format', 'json', ...words]);
  const findings = findingsSchema.parse(JSON.parse(out));
  assert.ok(findings.length > 5);
  assert.equal(err, '');
  for (const { file, range } of findings) {
    assert.match(file, /^(corpus|examples)\/.*\w$/);
    const { start, end } = range;
    assert.ok(start.line < end.line || (start.line === end.line && start.character <= end.character));
  }
});

test('--argv and --values tell of the same launches', async (context) => {
  const argv = await lint(folder, ['--argv', ...words]);
  const values = await lint(folder, ['--values', ...words]);
  assert.deepEqual([argv.code, argv.err, values.code, values.err], [0, '', 0, '']);
  const bare: unknown = argvSchema.parse(JSON.parse(argv.out));
  valuesSchema.parse(JSON.parse(values.out));
  const launch = z.looseObject({ id: z.string() });
  const files = z.array(z.object({ file: z.string(), launches: z.array(launch) })).parse(JSON.parse(values.out));
  const stripped = files.map(({ launches, ...rest }) => ({
    ...rest,
    launches: launches.map((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'values' && name !== 'error')),
    ),
  }));
  assert.deepEqual(stripped, bare);
  const launches = files.flatMap((file) => file.launches);
  context.diagnostic(`${files.length} scripts, ${launches.length} launches`);
  assert.ok(launches.length >= byLevel({ fast: 50, default: 150, full: 150 }));
  for (const { launches: of } of files) assert.equal(new Set(of.map(({ id }) => id)).size, of.length);
});

test('--format sarif', async () => {
  const validate = sarifValidator();
  const { out } = await lint(folder, ['--format', 'sarif', ...words]);
  assert.ok(validate(JSON.parse(out)), JSON.stringify(validate.errors));
});

test('--format text and github have one head a finding', async () => {
  const { out } = await lint(folder, ['--format', 'json', ...words]);
  const count = findingsSchema.parse(JSON.parse(out)).length;
  const text = await lint(folder, words);
  assert.equal(text.out.match(/^\S+:\d+:\d+: (error|warning|info|hint): /gm)?.length, count);
  const github = await lint(folder, ['--format', 'github', ...words]);
  assert.equal(github.out.match(/^::(error|warning|notice) file=/gm)?.length, count);
});
