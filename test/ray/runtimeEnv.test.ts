import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { plainValue, readJson } from '../../server/src/ray/json.ts';
import { runtimeEnvProblems } from '../../server/src/ray/runtimeEnv.ts';
import { ensureRay } from '../../tools/cache/ray.ts';
import { byLevel } from '../support/level.ts';
import { askPython } from './submit/python.ts';
import { raysOfLevel } from './support/rays.ts';

/** The JSON of a runtime environment against Python's `json.loads` and against Ray's own checks. */

const folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
mkdirSync(path.join(folder, 'folder'));
writeFileSync(path.join(folder, 'folder', 'code.py'), 'print(1)\n');
writeFileSync(path.join(folder, 'packages.txt'), 'x\n');
after(() => {
  rmSync(folder, { recursive: true });
});

const SEED = 20261130;

/** What is told without Ray refusing anything. */
const ACCEPTED = [
  'runtime-env-key',
  'runtime-env-key-gone',
  'runtime-env-setup-commands',
  'runtime-env-config-key',
  'runtime-env-excludes-all',
];

const text = fc.constantFrom('x', '', 'folder', '600', 'true');
const scalar = fc.oneof(text, fc.constantFrom(0, 1, -1, 600, 1.5, true, false, null));
const anything = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('a', 'packages'), scalar, { maxKeys: 2 }),
);
const orAnything = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: anything, weight: 1 });
const texts = fc.array(fc.constantFrom('x', 'y[z]', '*.pt'), { maxLength: 2 });

const packages = (manager: 'pip' | 'uv'): fc.Arbitrary<unknown> =>
  fc.oneof(
    texts,
    fc.record(
      {
        packages: texts,
        [`${manager}_check`]: orAnything(fc.boolean()),
        [`${manager}_version`]: orAnything(fc.constant('==1')),
        [manager === 'pip' ? 'pip_install_options' : 'uv_pip_install_options']: orAnything(texts),
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom('packages.txt', 7, true, [1], { package: ['x'] }, { packages: 7 }, null),
  );

const environment = fc.record(
  {
    // Folders are not looked for, so none that is missing stands here.
    working_dir: fc.constantFrom<unknown>(
      '.',
      'folder',
      'https://h/x.zip',
      's3://b/x',
      's3://b/x.tar.gz',
      'gcs://x.zip',
      'local:///opt/x',
      'ftp://h/x.zip',
      '~/x',
      '$HOME/x',
      7,
      null,
      ['folder'],
    ),
    env_vars: orAnything(fc.dictionary(fc.constantFrom('A', 'B'), scalar, { maxKeys: 2 })),
    excludes: orAnything(fc.array(fc.constantFrom('*.pt', '.git', '.*', '*'), { maxLength: 2 })),
    py_modules: fc.constantFrom<unknown>(['folder'], [], ['https://h/x.zip'], 'folder', [1], null, 7),
    pip: packages('pip'),
    uv: packages('uv'),
    conda: fc.constantFrom<unknown>('env', {}, { dependencies: [] }, [], 7, null, true),
    config: orAnything(
      fc.record(
        {
          setup_timeout_seconds: fc.oneof(fc.constantFrom(600, -1), scalar),
          eager_install: orAnything(fc.boolean()),
          log_files: orAnything(texts),
          other: scalar,
        },
        { requiredKeys: [] },
      ),
    ),
    container: fc.constantFrom<unknown>({ image: 'x' }, {}, null),
    image_uri: fc.constantFrom<unknown>('x', '', null),
    worker_process_setup_hook: fc.constantFrom<unknown>('module.f', 7, '', null, ['x']),
    py_executable: fc.constantFrom<unknown>('python', null),
    setup_commands: texts,
    nsight: fc.constantFrom<unknown>('default', null),
    unheard_of: anything,
  },
  { requiredKeys: [] },
);

/** Few keys at a time, or each refuses for several reasons. */
const few = fc
  .tuple(environment, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 13 }))
  .map(([value, count, from]) => {
    const entries = Object.entries(value);
    return Object.fromEntries([...entries.slice(from % Math.max(1, entries.length)), ...entries].slice(0, count));
  });

const verdict = z.union([z.object({ sent: z.unknown() }), z.object({ refused: z.string(), message: z.string() })]);

for (const ray of raysOfLevel()) {
  describe(`runtime environments of Ray ${ray}`, () => {
    test('are refused exactly where we say so', async () => {
      const count = byLevel({ fast: 300, default: 2_000, full: 5_000 });
      const chosen = fc.sample(fc.oneof({ arbitrary: few, weight: 9 }, { arbitrary: anything, weight: 1 }), {
        seed: SEED,
        numRuns: count,
      });
      const jsons = chosen.map((value) => JSON.stringify(value));
      const python = path.join(await ensureRay(ray), 'python');
      const lines = jsons.map((json) => ['--runtime-env-json', json, '--', 'true']);
      const answers = await askPython(python, 'submit.py', [], lines, folder);
      let refused = 0;
      for (const [index, json] of jsons.entries()) {
        const answer = verdict.parse(answers[index]);
        const { root, problem, complete } = readJson(json);
        assert.equal(problem, null);
        const found = [...runtimeEnvProblems(root, { ray, complete })].map(({ message }) => message);
        const ours = found.some((message) => !ACCEPTED.includes(message));
        assert.equal(
          ours,
          'refused' in answer,
          `seed ${SEED}: ${json}\n${JSON.stringify(answer)}\n${found.join(', ')}`,
        );
        if ('refused' in answer) refused++;
      }
      console.log(`Ray ${ray}: ${count} runtime environments, ${refused} of them refused`);
      assert.ok(refused > count / 10 && refused < (count * 9) / 10);
    });

    test('JSON is read as json.loads of its Python reads it', async () => {
      const count = byLevel({ fast: 500, default: 4_000, full: 20_000 });
      const piece = fc.constantFrom(
        ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"b": 1', "'a'", 'true', 'True', 'null', 'NaN', '-Infinity', '-'],
        ...[
          '0',
          '01',
          '1.5',
          '1.',
          '1e5',
          '1e',
          '.5',
          '\\',
          '\\u12ab',
          '\\u12',
          '\\n',
          '\n',
          '\t',
          ' ',
          '\u00a0',
          '#',
          '//x',
        ],
        ...['/* x */', 'é', '\ud83d\ude00', '\u0001', 'key', '{"a": 1}', '[1, 2]', '"x": {"y": ["z"]}'],
      );
      const broken = fc.tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }), piece).map(([json, at, gone, put]) => {
        const start = at % (json.length + 1);
        return json.slice(0, start) + put + json.slice(start + gone);
      });
      const any = fc.oneof(
        fc.json(),
        broken,
        fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      );
      const chosen = fc.sample(any, { seed: SEED, numRuns: count });
      const python = path.join(await ensureRay(ray), 'python');
      const answers = await askPython(python, 'json_loads.py', [], chosen, folder);
      let refused = 0;
      for (const [index, json] of chosen.entries()) {
        const { root, problem } = readJson(json);
        const label = `seed ${SEED}: ${JSON.stringify(json)}\n${JSON.stringify(answers[index])}\n${JSON.stringify(problem)}`;
        const answer = z
          .union([z.object({ value: z.unknown() }), z.object({ refused: z.number() })])
          .parse(answers[index]);
        assert.equal(problem !== null, 'refused' in answer, label);
        if ('refused' in answer) refused++;
        else if (!/NaN|Infinity|1e|\d{16}/.test(json)) assert.deepEqual(plainValue(root), answer.value, label);
      }
      console.log(`Ray ${ray}: ${count} JSON texts, ${refused} of them refused`);
      assert.ok(refused > count / 10 && refused < (count * 9) / 10);
    });
  });
}
