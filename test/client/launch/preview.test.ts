import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { previewText } from '../../../client/src/launch/preview.ts';
import type { PreviewFacts } from '../../../client/src/launch/preview.ts';
import { joinWords } from '../../../client/src/launch/quote.ts';
import { whyNoRerun, packagesOf } from '../../../client/src/launch/rerunnable.ts';
import { job } from '../logView/jobs.ts';

const argv = [
  'python3',
  '-m',
  'x',
  '--a',
  'b c',
  '--logger.wandb.key',
  '0123456789abcdef0123456789abcdef01234567',
  '--flag',
];

function facts(more: Partial<PreviewFacts> = {}): PreviewFacts {
  return {
    title: 'T',
    cluster: { name: 'c', address: 'http://c', rayVersion: '2.55.0' },
    script: 'a.sh:5',
    entrypoint: joinWords(argv),
    argv,
    runtimeEnv: {
      env_vars: { HF_TOKEN: 'abc-secret-value', N: '1', OTHER: 'private-word' },
      working_dir: 'gcs://x.zip',
    },
    added: ['N'],
    metadata: { k: 'v' },
    driver: {},
    upload: null,
    secrets: ['private-word'],
    ...more,
  };
}

describe('what is shown before a launch', () => {
  test('the command as it is sent and a flag per line, the environment, where it goes', () => {
    const text = previewText(facts());
    assert.ok(text.includes(`\npython3 -m x --a 'b c' --logger.wandb.key *** --flag\n`), text);
    assert.ok(text.includes(`  python3 -m x \\\n    --a 'b c' \\\n    --logger.wandb.key *** \\\n    --flag\n`), text);
    for (const part of [
      'c, http://c, Ray 2.55.0',
      'a.sh:5',
      '"working_dir": "gcs://x.zip"',
      '"N": "1"',
      'UPLOAD: none',
    ]) {
      assert.ok(text.includes(part), part);
    }
  });
  test('no secret in it, wherever it stands', () => {
    const text = previewText(facts());
    for (const secret of ['abc-secret-value', '0123456789abcdef0123', 'private-word'])
      assert.ok(!text.includes(secret), secret);
  });
  test('all files, the largest first, and what stays here', () => {
    const upload = {
      folder: '/ws',
      size: 90,
      files: [
        { path: 'a', size: 1 },
        { path: 'b', size: 2048 },
      ],
      ignored: [{ path: '.git/', source: 'default excludes', pattern: '.git' }],
    };
    const text = previewText(facts({ upload }));
    assert.match(
      text,
      /UPLOAD of \/ws: 2 files, .*\n\n +2(?:\.0)? KiB {2}b\n +1 B {2}a\n\nNOT UPLOADED\n\n {2}\.git\/ {2}“\.git” in default excludes/,
    );
  });
});

test('a job runs again unless something of it is not known', () => {
  assert.equal(whyNoRerun(job()), undefined);
  assert.match(whyNoRerun(job({ submissionId: null })) ?? '', /not submitted/);
  assert.match(whyNoRerun(job({ runtimeEnv: { env_vars: { A: '<redacted>' } } })) ?? '', /does not tell the values/);
  assert.deepEqual(
    packagesOf({ runtimeEnv: { working_dir: 'gcs://a.zip', py_modules: ['gcs://b.zip', 's3://c.zip'] } }),
    ['a.zip', 'b.zip'],
  );
});
