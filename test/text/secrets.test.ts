import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isWandbKey, secretsIn } from '../../server/src/text/keys.ts';
import { isSecretFlag, isSecretName } from '../../server/src/text/secretNames.ts';
import { masked, maskEnvironment, maskSecrets } from '../../server/src/text/secrets.ts';
import { byLevel } from '../support/level.ts';

const seed = 20_261_130;
const numRuns = byLevel({ fast: 300, default: 2_000, full: 20_000 });

const wandb = '0123456789abcdef0123456789abcdef01234567';
const hf = 'hf_AbCdEfGhIjKlMnOpQrStUvWxYz12345678';
const ray = 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f';

describe('masks', () => {
  const cases: readonly (readonly [text: string, shown: string])[] = [
    [`export WANDB_API_KEY=${wandb}`, 'export WANDB_API_KEY=***'],
    [`HF_TOKEN='${hf}' python train.py`, "HF_TOKEN='***' python train.py"],
    ['HUGGING_FACE_HUB_TOKEN=abc python', 'HUGGING_FACE_HUB_TOKEN=*** python'],
    [`RAY_AUTH_TOKEN=${ray}`, 'RAY_AUTH_TOKEN=***'],
    [`Authorization: Bearer ${ray}`, 'Authorization: Bearer ***'],
    [`x-ray-authorization: Bearer short`, 'x-ray-authorization: Bearer ***'],
    [`curl -H "X: Bearer ${ray}"`, 'curl -H "X: Bearer ***"'],
    [`cookie: ray-authentication-token=${ray}; a=b`, 'cookie: ray-authentication-token=***; a=b'],
    ['--logger.wandb.key abc --seed 1', '--logger.wandb.key *** --seed 1'],
    ['--logger.wandb.key=abc --seed 1', '--logger.wandb.key=*** --seed 1'],
    ['--logger.wandb.ke abc', '--logger.wandb.ke ***'],
    ['--use_wandb abc', '--use_wandb ***'],
    ['--use_wandb \\\n   "abc" \\\n --seed 1', '--use_wandb \\\n   "***" \\\n --seed 1'],
    ['--hf-token abc --api_key abc --token abc', '--hf-token *** --api_key *** --token ***'],
    ['["--use_wandb", "abc", "--seed", "1"]', '["--use_wandb", "***", "--seed", "1"]'],
    ["['--logger.wandb.key', 'abc']", "['--logger.wandb.key', '***']"],
    ['{"env_vars": {"WANDB_API_KEY": "abc", "A": "1"}}', '{"env_vars": {"WANDB_API_KEY": "***", "A": "1"}}'],
    ["{'HF_TOKEN': 'abc'}", "{'HF_TOKEN': '***'}"],
    ['"{\\"HF_TOKEN\\": \\"abc\\"}"', '"{\\"HF_TOKEN\\": \\"***\\"}"'],
    ['{"a\\\\"HF_TOKEN\\\\": \\\\"abc\\\\"}', '{"a\\\\"HF_TOKEN\\\\": \\\\"***\\\\"}'],
    ['env:\n  HF_TOKEN: abc\n', 'env:\n  HF_TOKEN: ***\n'],
    ['os.environ["HF_TOKEN"] = "abc"', 'os.environ["HF_TOKEN"] = "***"'],
    ['DB_PASSWORD="a b\\"c" x', 'DB_PASSWORD="***" x'],
    ['AWS_SECRET_ACCESS_KEY=a/b+c', 'AWS_SECRET_ACCESS_KEY=***'],
    ['git clone https://me:pw@host/x', 'git clone https://me:***@host/x'],
    ['http://host/?token=abc&x=1', 'http://host/?token=***&x=1'],
    [`wandb login ${wandb}`, 'wandb login ***'],
    [`\u001b[36m${hf}\u001b[0m`, '\u001b[36m***\u001b[0m'],
    ['\u001b[36mHF_TOKEN=abc', '\u001b[36mHF_TOKEN=***'],
    [`HF_TOKEN=${hf}; echo ${hf}`, 'HF_TOKEN=***; echo ***'],
  ];
  for (const [text, shown] of cases) {
    test(JSON.stringify(text).slice(0, 90), () => {
      assert.equal(maskSecrets(text), shown);
      assert.equal(maskSecrets(shown), shown, 'a masked text stays as it is');
    });
  }

  test('what the caller knows, wherever it is', () => {
    assert.equal(maskSecrets('a sesame! b sesame!', ['sesame!']), 'a *** b ***');
  });

  test('environments', () => {
    const environment = { HF_TOKEN: 'abc', A: `x ${hf}`, EMPTY_TOKEN: '', RAY_DEDUP_LOGS: '0' };
    assert.deepEqual(maskEnvironment(environment), {
      HF_TOKEN: masked,
      A: 'x ***',
      EMPTY_TOKEN: '',
      RAY_DEDUP_LOGS: '0',
    });
  });
});

describe('leaves as it is', () => {
  const ordinary: readonly string[] = [
    `git checkout ${wandb}`,
    `openrlhf @ git+https://github.com/OpenRLHF/OpenRLHF@${wandb}`,
    `pip install wandb && git checkout ${wandb}`,
    'HF_TOKEN=$HF_TOKEN python train.py --use_wandb $WANDB_API_KEY',
    'HF_TOKEN=${HF_TOKEN} --logger.wandb.key "$KEY"',
    'HF_TOKEN= python train.py',
    '--use_wandb True --seed 1',
    '--use_wandb --seed 1',
    '--use_wandb {wandb_token}',
    '--max_new_tokens 1024 --data.input_key question --eos_token </s> --pad_token "<pad>"',
    '--ckpt.best_metric_key eval_acc --rollout.max_tokens_per_gpu 16384',
    'EOS_TOKEN="<eos>" PAD_TOKEN=x MAX_TOKENS=3',
    'tokenizer.pad_token = tokenizer.eos_token',
    'RAY_AUTH_TOKEN_PATH=/home/me/.ray/auth_token DB_PASSWORD_FILE=/run/x',
    'the bearer of news; Unauthorized: Missing authentication token',
    'Invalid password: try again',
    'http://127.0.0.1:8265/ray https://host:8265/a@b',
    '{"HF_TOKEN": "<redacted>"}',
    `sha256 ${ray}`,
    '{"name":"--logger.wandb.key","type":"str"}',
    '--logger.wandb.key [KEY]',
    `{"WANDB_API_KEY": "'"$WANDB_KEY"'", "A": 1}`,
    'num_tokens=5 key=3 secret_santa',
  ];
  for (const text of ordinary) {
    test(text.slice(0, 80), () => assert.equal(maskSecrets(text), text));
  }

  test('every line of our scripts and documents, but for the keys in them', () => {
    const root = path.join(import.meta.dirname, '..', '..');
    const files = ['docs', 'examples', 'test/corpus', 'server/src/catalogue/data'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
    );
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    assert.ok(lines.length > 5_000);
    const announced = /(?:KEY|TOKEN|PASSWORD|SECRET)["']?(?:=|: ?)["']?\w|wandb\.key \w|hf_Example/;
    for (const line of lines) {
      if (!announced.test(line)) assert.equal(maskSecrets(line), line);
    }
  });
});

const secret = fc.stringMatching(/^[A-Za-z0-9]{24,64}$/).filter((text) => /\d/.test(text) && /[A-Za-z]/.test(text));
const filler = fc.string({ unit: 'grapheme', maxLength: 40 });
const name = fc.constantFrom('HF_TOKEN', 'WANDB_API_KEY', 'RAY_AUTH_TOKEN', 'MY_SECRET', 'DB_PASSWORD', 'X_API_KEY');
const flag = fc.constantFrom('--logger.wandb.key', '--use_wandb', '--wandb.key', '--hf_token');

describe('properties', () => {
  test('a masked text does not hold the secret', () => {
    const place = fc.oneof(
      fc.tuple(name, secret).map(([n, s]) => [`${n}=${s}`, s] as const),
      fc.tuple(name, secret).map(([n, s]) => [`export ${n}="${s}"`, s] as const),
      fc.tuple(name, secret).map(([n, s]) => [JSON.stringify({ a: 1, [n]: s }), s] as const),
      fc.tuple(name, secret).map(([n, s]) => [JSON.stringify(JSON.stringify({ [n]: s })), s] as const),
      fc.tuple(flag, secret).map(([f, s]) => [`${f} ${s}`, s] as const),
      fc.tuple(flag, secret).map(([f, s]) => [`${f}='${s}'`, s] as const),
      fc.tuple(flag, secret).map(([f, s]) => [JSON.stringify([f, s]), s] as const),
      secret.map((s) => [`Authorization: Bearer ${s}`, s] as const),
    );
    fc.assert(
      fc.property(filler, place, filler, (before, [text, value], after) => {
        const shown = maskSecrets(`${before}\n${text}\n${after}`);
        assert.ok(!shown.includes(value), shown);
      }),
      { seed, numRuns },
    );
  });

  test('a text without a word that announces a secret is not changed', () => {
    const innocent = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .filter(
        (text) => !/key|token|secret|passw|passphrase|credential|wandb|bearer|authorization|hf_|:\/\//i.test(text),
      );
    fc.assert(
      fc.property(innocent, (text) => {
        assert.equal(maskSecrets(text), text);
      }),
      { seed, numRuns },
    );
  });

  test('masking twice is masking once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(name, flag, secret, filler, fc.constantFrom('=', ' ', '"', ': ', '\n'))),
        (parts) => {
          const once = maskSecrets(parts.join(''));
          assert.equal(maskSecrets(once), once);
        },
      ),
      { seed, numRuns },
    );
  });

  test('whatever a rule takes for a key is masked', () => {
    const key = fc.oneof(fc.constant(wandb), fc.constant(hf), fc.constant('wandb_v1_AbCdEfGh_0123456789abcdef'));
    fc.assert(
      fc.property(filler, key, filler, (before, value, after) => {
        const text = `wandb ${before} ${value} ${after}`;
        for (const { from, to } of secretsIn(text)) assert.ok(!maskSecrets(text).includes(text.slice(from, to)));
      }),
      { seed, numRuns },
    );
  });

  test('a text of a megabyte takes no longer for being odd', () => {
    for (const part of ['a', '-', 'a-', 'token', '"', '\\"', '://a', 'TOKEN="', '[3', 'wandb ']) {
      const text = part.repeat(1_000_000 / part.length);
      const started = performance.now();
      maskSecrets(text);
      // A generous limit: quadratic work would take minutes.
      assert.ok(performance.now() - started < 20_000, part);
    }
  });
});

test('names and flags', () => {
  for (const yes of [
    'HF_TOKEN',
    'TOKEN',
    'hub_token',
    'WANDB_API_KEY',
    'apiKey',
    'GITHUB_TOKEN',
    'my.secret',
    'PASSWORD',
  ]) {
    assert.ok(isSecretName(yes), yes);
  }
  for (const no of [
    'EOS_TOKEN',
    'token',
    'input_key',
    'KEY',
    'SECRET_PATH',
    'RAY_AUTH_TOKEN_PATH',
    'max_new_tokens',
    'tokenizer',
  ]) {
    assert.ok(!isSecretName(no), no);
  }
  assert.ok(isSecretFlag('--wandb_key') && isSecretFlag('--use_wandb') && isSecretFlag('--token'));
  assert.ok(!isSecretFlag('--eos_token') && !isSecretFlag('--data.input_key') && !isSecretFlag('-token'));
  assert.ok(isWandbKey(wandb) && isWandbKey(`local-${wandb}`) && !isWandbKey(`${wandb}0`));
});
