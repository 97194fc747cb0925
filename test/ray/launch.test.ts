import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { draftLaunch } from '../../client/src/launch/draft.ts';
import { joinWords } from '../../client/src/launch/quote.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { deleteJob } from '../../client/src/ray/jobs.ts';
import type { RayRelease } from '../../tools/cache/ray.ts';
import { noOptions, plan } from '../client/launch/plans.ts';
import { connectTo, ended, logOf, submitted } from './support/onHead.ts';
import { raysOfLevel } from './support/rays.ts';
import { sharedHead } from './support/sharedHead.ts';

/** What `train()` of `openrlhf/cli/train_ppo_ray.py` does first. */
const asTraining = `
import os, ray
ray.init(runtime_env={'env_vars': {'NCCL_DEBUG': os.environ.get('NCCL_DEBUG', 'WARN')}})
print('debug', os.environ['NCCL_DEBUG'])
`;

for (const version of raysOfLevel()) {
  draftsOn(version);
}

function draftsOn(version: RayRelease): void {
  describe(`a draft on Ray ${version}`, () => {
    let http: RayHttp;
    before(async () => {
      http = connectTo((await sharedHead(version)).address);
    });
    after(() => {
      http.dispose();
    });

    test('every word arrives as it was', async () => {
      const words = ['', "it's", '$HOME', '"q"', 'a b', '*', '\\', '{"a": 1}', '字', '`x`', 'a\nb', '!', '#'];
      const program = 'import json, sys; print("words " + json.dumps(sys.argv[1:]))';
      const id = await submitted(http, joinWords(['python3', '-c', program, ...words]));
      await ended(http, id);
      const [, found = ''] = /^words (.*)$/m.exec(await logOf(http, id)) ?? [];
      assert.deepEqual(JSON.parse(found), words);
      await deleteJob(http, id);
    });

    test('a variable that the training sets too needs the override, which the draft adds', async () => {
      const submit = { ...noOptions, runtimeEnv: { env_vars: { NCCL_DEBUG: 'INFO' } } };
      const launch = plan({ submit, argv: ['python3', '-c', asTraining] });
      const { entrypoint, runtimeEnv } = draftLaunch(launch, { folder: { kind: 'none' }, carried: [] }, {});
      const without = await submitted(http, entrypoint, { runtimeEnv: submit.runtimeEnv });
      const withIt = await submitted(http, entrypoint, { runtimeEnv });
      assert.equal((await ended(http, without)).status, 'failed');
      assert.match(await logOf(http, without), /Failed to merge the Job's runtime env/);
      assert.equal((await ended(http, withIt)).status, 'succeeded', await logOf(http, withIt));
      assert.match(await logOf(http, withIt), /^debug INFO$/m);
      await Promise.all([deleteJob(http, without), deleteJob(http, withIt)]);
    });
  });
}
