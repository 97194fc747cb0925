import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { SUBMIT_OPTIONS } from '../../server/src/ray/options.ts';
import { isNewer } from '../../server/src/ray/runtimeEnv.ts';
import type { Finding } from '../../server/src/rules/model.ts';
import { ensureRay } from '../../tools/cache/ray.ts';
import type { RayRelease } from '../../tools/cache/ray.ts';
import { checkScript } from '../rules/pipeline.ts';
import { byLevel } from '../support/level.ts';
import { askPython } from './submit/python.ts';
import { raysOfLevel } from './support/rays.ts';

/** The command line of `ray job submit` against the real click command; nothing is sent to any cluster. */

const folder = mkdtempSync(path.join(tmpdir(), 'submit-'));
mkdirSync(path.join(folder, 'folder'));
writeFileSync(path.join(folder, 'code.py'), 'print(1)\n');
writeFileSync(path.join(folder, 'env.yaml'), '{}\n');
after(() => {
  rmSync(folder, { recursive: true });
});

/** The release of OpenRLHF that pins a Ray; none pins the newest, which takes all that the one before takes. */
const RELEASES: Readonly<Record<RayRelease, string>> = { '2.48.0': '0.10.2', '2.55.0': '0.11.2', '2.60.0': '0.11.2' };

const optionRow = z.object({
  names: z.array(z.string()),
  flag: z.boolean(),
  type: z.string(),
  choices: z.nullable(z.array(z.string())),
});
const verdict = z.union([z.object({ sent: z.unknown() }), z.object({ refused: z.string(), message: z.string() })]);

async function pythonOf(ray: RayRelease): Promise<string> {
  return path.join(await ensureRay(ray), 'python');
}

const KINDS: Readonly<Record<string, string>> = {
  StringParamType: 'text',
  FloatParamType: 'number',
  IntParamType: 'integer',
  Choice: 'choice',
  BoolOrStringParam: 'text',
};

/** Options whose value is JSON, which click takes for any text. */
const JSON_OPTIONS = [
  '--runtime-env-json',
  '--metadata-json',
  '--entrypoint-resources',
  '--entrypoint-label-selector',
  '--headers',
];

const PROGRAM = ['python3', '-m', 'openrlhf.cli.train_ppo_ray', '--ds.zero_stage', '3'];

/** Pieces of a command line, right and wrong. */
const PIECES: readonly (readonly string[])[] = [
  ['--address', 'http://127.0.0.1:8265'],
  ['--address=http://127.0.0.1:8265'],
  ['--addr', 'http://127.0.0.1:8265'],
  ['--adress=http://127.0.0.1:8265'],
  ['--no-wait'],
  ['--no-wait=1'],
  ['--no-wai'],
  ['-v'],
  ['-vv'],
  ['-v3'],
  ['--verbose'],
  ['--verbose=2'],
  ['-h'],
  ['--entrypoint-num-gpus', '1'],
  ['--entrypoint-num-gpus', '1_0'],
  ['--entrypoint-num-gpus=.5e1'],
  ['--entrypoint-num-gpus', 'two'],
  ['--entrypoint-num-gpus', ''],
  ['--entrypoint-num-cpus', 'nan'],
  ['--entrypoint-num-cpus', '1,5'],
  ['--entrypoint-memory', ' 5 '],
  ['--entrypoint-memory', '2e9'],
  ['--entrypoint-memory=0x10'],
  ['--log-style', 'PRETTY'],
  ['--log-style', 'pre'],
  ['--log-color', 'true'],
  ['--log-color', 'always'],
  ['--metadata-json', '{"a": "b"}'],
  ['--metadata-json', '{"a": 1}'],
  ['--metadata-json', '[]'],
  ['--metadata-json', "{'a': 'b'}"],
  ['--metadata-json', ''],
  ['--entrypoint-resources', '{"a": 1}'],
  ['--entrypoint-resources', '{"a": "1"}'],
  ['--entrypoint-resources', '{"a": null}'],
  ['--entrypoint-resources', '{"a": true}'],
  ['--entrypoint-resources', '7'],
  ['--entrypoint-label-selector', '{"a": "b"}'],
  ['--headers', '{"A": "b"}'],
  ['--headers', 'null'],
  ['--headers', '[1]'],
  ['--headers', '{A: 1}'],
  ['--verify', 'false'],
  ['--verify=1'],
  ['--submission-id', 'grpo-7'],
  ['--submission-id', ''],
  ['--job-id', 'x'],
  ['--working-dir', 'folder'],
  ['--working-dir', '.'],
  ['--working-dir', '~/x'],
  ['--working-dir', 'https://example.org/x.zip'],
  ['--working-dir', 'https://example.org/x'],
  ['--runtime-env', 'env.yaml'],
  ['--runtime-env-json', '{}'],
  ['--runtime-env-json', '{"working_dir": "."}'],
  ['--runtime-env-json={"env_vars": {"A": 1}}'],
  ['--runtime-env-json={"env_vars": {"A": "1"}}'],
];

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Findings on what the command refuses by itself. */
function refusing(script: string, release: string): readonly Finding[] {
  const newer = ['ray-option-newer', 'runtime-env-folder-local'];
  return checkScript(script, { release }).findings.filter(
    ({ code, severity, message }) =>
      /^(?:ray|runtime-env)-/.test(code) &&
      code !== 'ray-address' &&
      (severity === 'error' || newer.includes(message.key)),
  );
}

for (const ray of raysOfLevel()) {
  describe(`ray job submit of Ray ${ray}`, () => {
    test('has the options of our list, and no other', async () => {
      const [rows] = await askPython(await pythonOf(ray), 'submit.py', ['options'], [], folder);
      const real = z
        .array(optionRow)
        .parse(rows)
        .map(({ names, flag, type, choices }) => {
          const name = names.find((one) => one.startsWith('--')) ?? '';
          // -v counts how often it stands there.
          const counts = type === 'IntRange';
          return {
            name,
            aliases: names.filter((one) => one !== name),
            kind: JSON_OPTIONS.includes(name) ? 'json' : flag || counts ? 'flag' : KINDS[type],
            choices,
          };
        });
      const ours = SUBMIT_OPTIONS.filter(({ since }) => since === undefined || !isNewer(since, ray)).map(
        ({ name, aliases = [], kind, choices = null }) => ({ name, aliases, kind, choices }),
      );
      const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
      assert.deepEqual([...ours].sort(byName), real.sort(byName));
    });

    test('refuses a command line exactly where a finding says so', async () => {
      const seed = 20261130;
      const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 });
      const lines = fc.record({ pieces, dashes: fc.boolean() });
      const count = byLevel({ fast: 100, default: 600, full: 2_000 });
      const random = fc.sample(lines, { seed, numRuns: count });
      const single = PIECES.map((piece) => ({ pieces: [piece], dashes: true }));
      const commands = [...single, ...random].map((one) => [
        ...one.pieces.flat(),
        ...(one.dashes ? ['--'] : []),
        ...PROGRAM,
      ]);
      const answers = await askPython(await pythonOf(ray), 'submit.py', [], commands, folder);
      let refused = 0;
      for (const [index, words] of commands.entries()) {
        const answer = verdict.parse(answers[index]);
        const script = `ray job submit ${words.map(quoted).join(' ')}\n`;
        const found = refusing(script, RELEASES[ray] ?? '0.11.2');
        const label = `seed ${seed}: ${script}${JSON.stringify(answer)}\n${found.map(({ message }) => message.key).join(', ')}`;
        assert.equal(found.length > 0, 'refused' in answer, label);
        if ('refused' in answer) refused++;
      }
      console.log(`Ray ${ray}: ${commands.length} command lines, ${refused} of them refused`);
      assert.ok(refused > 50 && commands.length - refused > 50);
    });
  });
}
