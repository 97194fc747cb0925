import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { planModuleFile, planPackageFile } from '../../../client/src/ray/packaging/packageFile.ts';
import { PackagingError } from '../../../client/src/ray/packaging/packagingError.ts';
import { planPackage } from '../../../client/src/ray/packaging/plan.ts';
import type { PackagePlan } from '../../../client/src/ray/packaging/plan.ts';
import { readRequirementFiles } from '../../../client/src/ray/packaging/requirements.ts';
import { rulesOfRay } from '../../../client/src/ray/packaging/rules.ts';
import { excludedBy, readIgnoreRules } from '../../../client/src/ray/packaging/wildMatch.ts';
import { ensureRay } from '../../../tools/cache/ray.ts';
import { Folder } from '../../support/folder.ts';
import { byLevel } from '../../support/level.ts';
import { unzipped } from '../../support/unzipped.ts';
import { askPackaging } from '../support/packagingOracle.ts';
import { raysOfLevel } from '../support/rays.ts';
import { ignoreLine, plant, plantPool, randomTree } from '../support/trees.ts';

const seed = 20261130;

/** Ray makes this package when a pattern matches the folder itself, whatever is in it. */
const constantPackage = 'gcs://_ray_pkg_3030303030303030.zip';

interface Packed {
  readonly uri: string;
  readonly entries: readonly string[];
}

function inOrder(
  entries: readonly { readonly name: string; readonly mode: number; readonly sha1: string }[],
): string[] {
  return entries.map(({ name, mode, sha1 }) => `${name} ${mode.toString(8)} ${sha1}`).sort();
}

async function packed(plan: PackagePlan): Promise<Packed> {
  const entries = unzipped(await buffer(plan.open())).map(({ name, mode, content }) => ({
    name,
    mode,
    sha1: createHash('sha1').update(content).digest('hex'),
  }));
  return { uri: plan.uri, entries: inOrder(entries) };
}

/** The plan, or the kind of the error. */
async function planned(...args: Parameters<typeof planPackage>): Promise<PackagePlan | string> {
  try {
    return await planPackage(...args);
  } catch (error) {
    if (error instanceof PackagingError) return error.kind;
    throw error;
  }
}

describe('packages are those of Ray’s own client', () => {
  for (const version of raysOfLevel()) {
    test(`random folders, Ray ${version}`, async (t) => {
      using scratch = new Folder();
      plantPool(scratch.at('pool'));
      const sample = fc.sample(
        fc.record({ tree: randomTree, excludes: fc.array(ignoreLine, { maxLength: 2 }), module: fc.boolean() }),
        { numRuns: byLevel({ fast: 100, default: 600, full: 3000 }), seed },
      );
      const cases = sample.map(({ tree, excludes, module }, index) => {
        const folder = scratch.at(`tree ${index}/top`);
        plant(tree, folder, scratch.at('pool'));
        return { folder, excludes, module };
      });
      const answers = await askPackaging(version, { folders: cases });
      const counts = { same: 0, empty: 0, constant: 0, unreadable: 0 };
      for (const [index, { folder, excludes, module }] of cases.entries()) {
        const ray = answers.folders[index];
        const ours = await planned(folder, { excludes, asModule: module, rules: rulesOfRay(version) });
        const what = `seed ${seed}, case ${index}: ${JSON.stringify(sample[index])}`;
        if (ray === undefined || 'error' in ray) {
          // A line that Ray's matcher cannot read, such as `!`: ours goes on.
          assert.match(ray?.error ?? '', /IndexError|error: bad character range/, what);
          counts.unreadable++;
        } else if (ray.uri === constantPackage) {
          assert.ok(ours === 'empty' || (typeof ours !== 'string' && ours.files.length > 0), what);
          counts.constant++;
        } else if (ray.entries.every(({ name }) => name.endsWith('/'))) {
          assert.equal(ours, 'empty', what);
          counts.empty++;
        } else {
          if (typeof ours === 'string') assert.fail(`${what}: ${ours}`);
          assert.deepEqual(await packed(ours), { uri: ray.uri, entries: inOrder(ray.entries) }, what);
          counts.same++;
        }
      }
      t.diagnostic(`Ray ${version}: ${JSON.stringify(counts)}, of ${cases.length} folders`);
      assert.ok(counts.same > cases.length / 3, JSON.stringify(counts));
    });

    test(`random patterns, Ray ${version}`, async (t) => {
      const word = fc
        .array(fc.constantFrom(...Array.from('ab*?[]!-^\\/.# ü\n')), { maxLength: 8 })
        .map((all) => all.join(''));
      const name = fc
        .array(fc.constantFrom(...Array.from('ab]!-^\\.# üc')), { minLength: 1, maxLength: 3 })
        .map((all) => all.join(''));
      const sample = fc.sample(
        fc.record({
          lines: fc.array(fc.oneof(word, ignoreLine), { minLength: 1, maxLength: 3 }),
          // As a walk meets them: the folder of the rules itself, or names below it.
          path: fc.oneof(
            { weight: 1, arbitrary: fc.constant('.') },
            {
              weight: 30,
              arbitrary: fc
                .array(
                  name.filter((one) => one !== '.' && one !== '..'),
                  { minLength: 1, maxLength: 4 },
                )
                .map((all) => all.join('/')),
            },
          ),
        }),
        { numRuns: byLevel({ fast: 5_000, default: 30_000, full: 200_000 }), seed },
      );
      const { matches } = await askPackaging(version, { matches: sample });
      const counts = { excluded: 0, kept: 0, unreadable: 0 };
      for (const [index, one] of sample.entries()) {
        const ray = matches[index];
        const ours = excludedBy(readIgnoreRules('x', one.lines), one.path) !== undefined;
        if (ray === null) counts.unreadable++;
        else assert.equal(ours, ray, `seed ${seed}: ${JSON.stringify(one)}`);
        if (ray === true) counts.excluded++;
        if (ray === false) counts.kept++;
      }
      t.diagnostic(`Ray ${version}: ${JSON.stringify(counts)}, of ${sample.length} patterns`);
      assert.ok(counts.excluded > sample.length / 50, JSON.stringify(counts));
    });

    test(`single files, Ray ${version}`, async () => {
      using scratch = new Folder({ 'a.py': 'a = 1\n', 'ü.py': '', 'code.zip': 'PK', 'x-1.0-py3-none-any.whl': 'PK' });
      const files = ['a.py', 'ü.py', 'code.zip', 'x-1.0-py3-none-any.whl'].map((name) => scratch.at(name));
      const answer = await askPackaging(version, { files });
      const plans = await Promise.all(
        files.map((file) => (file.endsWith('.py') ? planModuleFile(file) : planPackageFile(file))),
      );
      assert.deepEqual(
        plans.map(({ uri }) => uri),
        answer.files,
      );
    });

    test(`requirement files, Ray ${version}`, async () => {
      using scratch = new Folder({
        'requirements.txt': '\n# comment\nnumpy==2.0\r\nray[default]\n\nnumpy==2.0\n-r other.txt  \n\n',
        'env.yaml': 'name: x\ndependencies:\n  - python=3.11\n  - pip:\n      - numpy\n',
      });
      const envs = [
        { pip: scratch.at('requirements.txt') },
        { pip: { packages: scratch.at('requirements.txt'), pip_check: true } },
        { uv: scratch.at('requirements.txt') },
        { conda: scratch.at('env.yaml') },
        { conda: 'base' },
      ];
      const answer = await askPackaging(version, { envs });
      const sent = answer.envs.map((env, index) =>
        Object.fromEntries(Object.keys(envs[index] ?? {}).map((key) => [key, env[key]])),
      );
      // Some versions of the client write down this default of the server's.
      const { uv } = sent[2] ?? {};
      if (typeof uv === 'object' && uv !== null && 'uv_pip_install_options' in uv) {
        assert.deepEqual(uv.uv_pip_install_options, ['--no-cache']);
        delete uv.uv_pip_install_options;
      }
      assert.deepEqual(await Promise.all(envs.map((env) => readRequirementFiles(env, (written) => written))), sent);
    });
  }
});

test('more files than a zip file without zip64 can count', async () => {
  using scratch = new Folder();
  const count = 66_000;
  for (let at = 0; at < count; at++) scratch.write({ [`top/${at % 100}/${at}`]: at % 9 === 0 ? String(at) : '' });
  const [version] = raysOfLevel();
  assert.ok(version);
  const question = { folder: scratch.at('top'), excludes: [], module: false };
  const [ray] = (await askPackaging(version, { folders: [question] })).folders;
  assert.ok(ray && 'entries' in ray);
  const plan = await planPackage(scratch.at('top'), { rules: rulesOfRay(version) });
  assert.equal(plan.uri, ray.uri);
  assert.equal(plan.files.length, count);
  // Read by the library that Ray reads it with.
  scratch.write({ 'ours.zip': await buffer(plan.open()) });
  const program =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); n = z.namelist(); print(z.testzip(), len(n), len(set(n)), z.read("45/945"))';
  const python = path.join(await ensureRay(version), 'python');
  const printed = execFileSync(python, ['-c', program, scratch.at('ours.zip')], { encoding: 'utf8' });
  assert.equal(printed, `None ${count} ${count} b'945'\n`);
});

test('a link to a folder that holds it is left out, where Ray follows it forty times', async () => {
  using scratch = new Folder({ 'top/a.py': '1', 'top/in/b.py': '2' });
  mkdirSync(scratch.at('top/deep'));
  symlinkSync('..', scratch.at('top/deep/up'));
  const [version] = raysOfLevel();
  assert.ok(version);
  const question = { folder: scratch.at('top'), excludes: [], module: false };
  const { folders } = await askPackaging(version, { folders: [question] });
  const [ray] = folders;
  assert.ok(ray && 'entries' in ray);
  const plan = await planPackage(scratch.at('top'), { rules: rulesOfRay(version) });
  assert.deepEqual(plan.loops, ['deep/up']);
  assert.deepEqual(
    plan.files.map((file) => file.path),
    ['a.py', 'in/b.py'],
  );
  assert.ok(ray.entries.length > 40 * 2);
  assert.notEqual(plan.uri, ray.uri);
});
