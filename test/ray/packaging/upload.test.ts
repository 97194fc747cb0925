import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod/mini';
import { answered } from '../../../client/src/ray/answer.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import { deleteJob, rayVersion } from '../../../client/src/ray/jobs.ts';
import { planPackage } from '../../../client/src/ray/packaging/plan.ts';
import { prepareRuntimeEnv, resolveRuntimeEnv } from '../../../client/src/ray/packaging/runtimeEnv.ts';
import { packageExists, uploadPackage } from '../../../client/src/ray/packaging/upload.ts';
import { packageVanished, uploadVanished } from '../../../client/src/ray/packaging/vanished.ts';
import type { RayRelease } from '../../../tools/cache/ray.ts';
import { Folder } from '../../support/folder.ts';
import { connectTo, ended, logOf, python, submitted } from '../support/onHead.ts';
import { raysOfLevel } from '../support/rays.ts';
import { sharedHead } from '../support/sharedHead.ts';

/** Prints what is below the current folder. */
const listing = `
import hashlib, json, os
found = {}
for folder, folders, files in os.walk('.'):
    for name in folders + files:
        path = os.path.join(folder, name)
        content = None if name in folders else hashlib.sha1(open(path, 'rb').read()).hexdigest()
        found[path[2:]] = [oct(os.stat(path).st_mode & 0o777), content]
print('found ' + json.dumps(found))
`;

const foundShape = z.record(z.string(), z.tuple([z.string(), z.nullable(z.string())]));

function sha1(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}

for (const release of raysOfLevel()) {
  packagesOn(release);
}

function packagesOn(release: RayRelease): void {
  describe(`packages on Ray ${release}`, () => {
    let http: RayHttp;
    let version: string;
    before(async () => {
      http = connectTo((await sharedHead(release)).address);
      version = (await rayVersion(http)).rayVersion;
    });
    after(() => {
      http.dispose();
    });

    async function outputOf(entrypoint: string, runtimeEnv: Readonly<Record<string, unknown>>): Promise<string> {
      const id = await submitted(http, entrypoint, { runtimeEnv });
      const job = await ended(http, id);
      const log = await logOf(http, id);
      assert.equal(job.status, 'succeeded', `${job.message ?? ''}\n${log}`);
      await deleteJob(http, id);
      return log;
    }

    test('a driver finds the folder as it is here: names, modes, contents', async () => {
      // `ZipFile.extractall` of ray/_private/runtime_env/packaging.py in 2.48 leaves modes out, whoever made the package.
      const restoresModes = release !== '2.48.0';
      const big = randomBytes(5 * 1024 * 1024);
      const text = Buffer.from('step 1, loss 0.5\n'.repeat(400_000));
      const files: Record<string, string | Uint8Array> = {
        'train.sh': '#!/bin/bash\n',
        'src/模型 ü.py': 'x = 1\n',
        'src/A.py': 'A',
        'src/a.py': 'a',
        'empty.txt': '',
        'random.bin': big,
        'large.txt': text,
      };
      using folder = new Folder({ ...files, 'run.log': 'ignored', '.gitignore': '*.log\n', '__pycache__/x.pyc': 'x' });
      chmodSync(folder.at('train.sh'), 0o755);
      mkdirSync(folder.at('nothing'));
      symlinkSync('src', folder.at('linked'));
      // Its own name, so that the package is new to the head.
      const mark = randomBytes(8).toString('hex');
      folder.write({ mark });
      const sent: number[] = [];
      const { runtimeEnv, packages } = await resolveRuntimeEnv(
        http,
        { working_dir: '.', env_vars: { A: '1' } },
        { base: folder.path, rayVersion: version, onProgress: (bytes) => sent.push(bytes) },
      );
      const [only] = packages;
      assert.equal(runtimeEnv['working_dir'], only?.uri);
      assert.deepEqual(runtimeEnv['env_vars'], { A: '1' });
      assert.equal(sent.at(-1), only?.size);
      const log = await outputOf(python(listing), runtimeEnv);
      const found = foundShape.parse(JSON.parse(/^found (\{".*\})$/m.exec(log)?.[1] ?? 'null'));
      const expected: Record<string, [string, string | null]> = {
        src: ['0o755', null],
        linked: ['0o755', null],
        nothing: ['0o755', null],
        mark: ['0o644', sha1(mark)],
        '.gitignore': ['0o644', sha1('*.log\n')],
        'linked/模型 ü.py': ['0o644', sha1('x = 1\n')],
        'linked/A.py': ['0o644', sha1('A')],
        'linked/a.py': ['0o644', sha1('a')],
      };
      for (const [name, content] of Object.entries(files)) {
        expected[name] = [name === 'train.sh' && restoresModes ? '0o755' : '0o644', sha1(content)];
      }
      assert.deepEqual(
        Object.fromEntries(Object.entries(found).sort()),
        Object.fromEntries(Object.entries(expected).sort()),
      );
    });

    test('modules are imported: a folder, a file and one that is excluded in part', async () => {
      using folder = new Folder({
        'mods/reward/__init__.py': `NAME = "reward ${randomBytes(4).toString('hex')}"\n`,
        'mods/reward/secret.py': 'x = 1\n',
        'single_module.py': 'NAME = "single"\n',
      });
      const { runtimeEnv, packages } = await resolveRuntimeEnv(
        http,
        { py_modules: ['mods/reward', folder.at('single_module.py')], excludes: ['secret.py'] },
        { base: folder.path, rayVersion: version },
      );
      assert.equal(packages.length, 2);
      const program = [
        'import importlib.util, reward, single_module',
        'print("names", reward.NAME[:6], single_module.NAME, importlib.util.find_spec("reward.secret"))',
      ].join('\n');
      assert.match(await outputOf(python(program), runtimeEnv), /^names reward single None$/m);
    });

    test('a package that the head has is not sent again, and can be sent again', async () => {
      using folder = new Folder({ 'a.txt': randomBytes(16).toString('hex') });
      const plan = await planPackage(folder.path);
      assert.equal(await packageExists(http, plan.name), false);
      assert.equal(await uploadPackage(http, plan), 'uploaded');
      assert.equal(await uploadPackage(http, plan), 'exists');
      assert.equal(await uploadPackage(http, plan, { again: true }), 'uploaded');
    });

    test('exactly 100 MiB are taken, one byte more is too large', async () => {
      const limit = 100 * 1024 * 1024;
      const bytes = Buffer.alloc(limit + 1, randomBytes(64));
      const name = `_ray_pkg_${randomBytes(8).toString('hex')}.zip`;
      const open = (): Readable => Readable.from([bytes.subarray(0, limit)], { objectMode: false });
      const whole = { uri: `gcs://${name}`, name, size: limit, namedByContent: true, open };
      assert.equal(await uploadPackage(http, whole), 'uploaded');
      assert.equal(await uploadPackage(http, whole), 'exists');
      // Ours refuses it before; this is what the dashboard itself says.
      const error: unknown = await answered(http, {
        method: 'PUT',
        path: `/api/packages/gcs/${name}`,
        body: { open: () => Readable.from([bytes], { objectMode: false }), length: bytes.length },
        timeout: 120_000,
      }).catch((reason: unknown) => reason);
      assert.ok(error instanceof RayError, String(error));
      assert.equal(error.kind, 'too-large');
      assert.doesNotMatch(error.message, /proxy/);
    });

    test('a package that vanished is uploaded again, and the job runs', async () => {
      using folder = new Folder({ 'a.txt': randomBytes(16).toString('hex') });
      const options = { base: folder.path, rayVersion: version };
      const prepared = await prepareRuntimeEnv({ working_dir: '.' }, options);
      const [lost] = prepared.packages;
      assert.ok(lost);
      const id = await submitted(http, 'cat a.txt', { runtimeEnv: prepared.runtimeEnv });
      const job = await ended(http, id);
      assert.equal(packageVanished(job), lost.uri, job.message ?? '');
      assert.equal(await packageExists(http, lost.name), false);
      const again = await uploadVanished(http, job, prepared);
      assert.ok(again);
      assert.match(await outputOf('cat a.txt', again.runtimeEnv), /[0-9a-f]{32}/);
      await deleteJob(http, id);
    });
  });
}
