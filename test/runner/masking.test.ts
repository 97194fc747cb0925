import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskSecrets, namesSecret } from '../../server/src/text/secrets.ts';
import { textReport } from '../../runner/src/report.ts';
import { trialJson } from '../../runner/src/trialJson.ts';
import { trial } from './inWorker.ts';

const masking = { mask: maskSecrets, isSecret: namesSecret };
const SECRET = 'correct horse battery';

test('a secret of a launch is in nothing that is shown, wherever the file puts it', async () => {
  const found = await trial(
    `import os, sys
token = os.environ["JUDGE_TOKEN"]
print(token)
print(token, file=sys.stderr)
def reward_func(queries, prompts, labels):
    if len(queries[0]) % 2:
        raise ValueError(token)
    return {"rewards": token, "scores": token, "extra_logs": {token: token}}
`,
    {
      env: { JUDGE_TOKEN: SECRET, JUDGE_URL: 'http://judge' },
      unknownEnv: ['TAG'],
      samples: [{ prompt: SECRET, label: SECRET }],
      responses: [SECRET, `${SECRET}!`],
    },
    { masking },
  );
  assert.equal(found.ending.kind, 'done');
  for (const text of [textReport(found, '/'), JSON.stringify(trialJson(found))]) {
    assert.ok(!text.includes(SECRET), text);
    assert.match(text, /JUDGE_TOKEN/);
    assert.match(text, /TAG/);
    assert.match(text, /ValueError: \*\*\*/);
  }
});

test('secrets of this machine, and what looks like one in what is printed; samples keep what only looks like one', async () => {
  const key = 'hf_abcdefghijklmnopqrstuvwxyz012345';
  const found = await trial(
    `import os
print(os.environ["MY_API_KEY"])
print("HF_TOKEN=${key}")
def reward_func(queries, prompts, labels):
    return {"rewards": 1.0}
`,
    { samples: [{ prompt: `API_KEY=${'k'.repeat(20)}`, label: 'short' }], responses: ['x'] },
    { masking, env: { ...process.env, MY_API_KEY: 'no-key-of-anybody', OTHER_TOKEN: 'short' } },
  );
  assert.equal(found.stdout.text, '***\nHF_TOKEN=***\n');
  const [sample] = found.events.filter((event) => event.event === 'sample');
  assert.deepEqual([sample?.prompt, sample?.label], [`API_KEY=${'k'.repeat(20)}`, 'short']);
});
