import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { Folder } from '../support/folder.ts';
import { BROKEN, lint } from './lint.ts';

const logSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          suppressions: z.optional(z.array(z.object({ justification: z.optional(z.string()) }))),
        }),
      ),
    }),
  ),
});

test('a finding that a comment ignores is a suppressed result of SARIF alone', async () => {
  using folder = new Folder({ 'train.sh': `# openrlhf: ignore-next-line unknown-flag: our fork has it\n${BROKEN}` });
  const sarif = await lint(folder, ['--format', 'sarif', 'train.sh']);
  assert.equal(sarif.code, 0);
  assert.deepEqual(logSchema.parse(JSON.parse(sarif.out)).runs[0]?.results, [
    { ruleId: 'unknown-flag', suppressions: [{ justification: 'our fork has it' }] },
  ]);
  assert.deepEqual(JSON.parse((await lint(folder, ['--format', 'json', 'train.sh'])).out), []);
});
