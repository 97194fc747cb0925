import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { carriable, draftLaunch, firstChoices } from '../../../client/src/launch/draft.ts';
import type { LaunchVariable } from '../../../server/src/lsp/protocol.ts';
import { noOptions, plan } from './plans.ts';

const folders = new Set(['/ws', '/ws/src']);
const isFolder = (path: string): boolean => folders.has(path);
const variable = (name: string, value: string | null, from: 'prefix' | 'export' = 'export'): LaunchVariable => ({
  name,
  value,
  secret: false,
  from,
});
const none = { folder: { kind: 'none' }, carried: [] } as const;

describe('where a launch runs at first', () => {
  test('a plain launch runs in the folder of the script, or where the script has gone', () => {
    assert.deepEqual(firstChoices(plan(), '/ws', null, isFolder).folder, { kind: 'upload', path: '/ws' });
    // A script that is not saved, in a window without a folder: nothing of this machine is meant.
    const everywhere = () => true;
    assert.deepEqual(firstChoices(plan(), null, null, everywhere).folder, { kind: 'none' });
    const inFolder = (workingDir: string) => plan({ submit: { ...noOptions, workingDir } });
    assert.deepEqual(firstChoices(inFolder('.'), null, null, everywhere).folder, { kind: 'none' });
    assert.deepEqual(firstChoices(inFolder('/data'), null, null, everywhere).folder, { kind: 'upload', path: '/data' });
    assert.deepEqual(firstChoices(plan(), '/ws', '/ws/src', isFolder).folder, { kind: 'upload', path: '/ws/src' });
    assert.deepEqual(firstChoices(plan(), '/ws', '/openrlhf', isFolder).folder, {
      kind: 'onCluster',
      path: '/openrlhf',
    });
  });
  test('ray job submit: its working_dir, relative to where it is called', () => {
    const of = (workingDir: string | null) =>
      firstChoices(plan({ submit: { ...noOptions, workingDir } }), '/ws', null, isFolder).folder;
    assert.deepEqual(of(null), { kind: 'none' });
    assert.deepEqual(of('.'), { kind: 'upload', path: '/ws' });
    assert.deepEqual(of('src'), { kind: 'upload', path: '/ws/src' });
    assert.deepEqual(of('s3://b/c.zip'), { kind: 'uri', uri: 's3://b/c.zip' });
    // What the scripts of OpenRLHF say: a folder of the container on the cluster.
    assert.deepEqual(of('/openrlhf'), { kind: 'onCluster', path: '/openrlhf' });
  });
});

describe('the environment', () => {
  const env = [variable('A', '1'), variable('A', '2', 'prefix'), variable('PATH', '/x'), variable('B', null)];

  test('of a plain launch goes along, but what is of this machine', () => {
    assert.deepEqual(firstChoices(plan({ env }), '/ws', null, isFolder).carried, ['A']);
    assert.deepEqual(
      carriable(plan({ env })).map(({ name, value }) => [name, value]),
      [
        ['A', '2'],
        ['PATH', '/x'],
      ],
    );
  });
  test('of a script does not reach a job of ray job submit, so it does not go along', () => {
    assert.deepEqual(firstChoices(plan({ env, submit: noOptions }), '/ws', null, isFolder).carried, []);
  });
  test('defaults give way to what the script sets', () => {
    const submit = { ...noOptions, runtimeEnv: { env_vars: { RAY_DEDUP_LOGS: '1' }, pip: ['x'] } };
    const { runtimeEnv, added } = draftLaunch(plan({ submit }), none, { RAY_DEDUP_LOGS: '0', N: '2' });
    assert.deepEqual(runtimeEnv, { env_vars: { RAY_DEDUP_LOGS: '1', N: '2' }, pip: ['x'] });
    assert.deepEqual(added, ['N']);
  });
  test('nothing is sent where nothing is wanted', () => {
    assert.deepEqual(draftLaunch(plan(), none, {}).runtimeEnv, {});
  });
  test('what train_ppo_ray sets by itself needs the override, or ray.init fails', () => {
    // Ray 2.55.0: "ValueError: Failed to merge the Job's runtime env {'env_vars': {'NCCL_DEBUG': 'INFO'}} with a ray.init's".
    const submit = { ...noOptions, runtimeEnv: { env_vars: { NCCL_DEBUG: 'INFO' } } };
    const of = (entryPoint: string) =>
      draftLaunch(plan({ submit, summary: { ...plan().summary, entryPoint } }), none, {}).runtimeEnv['env_vars'];
    assert.deepEqual(of('train_ppo_ray'), { NCCL_DEBUG: 'INFO', RAY_OVERRIDE_JOB_RUNTIME_ENV: '1' });
    assert.deepEqual(of('train_sft'), { NCCL_DEBUG: 'INFO' });
  });
});

test('the command is quoted word by word, and goes into a folder of the cluster first', () => {
  const command = `python3 -m openrlhf.cli.train_ppo_ray --a 'b c'`;
  assert.equal(draftLaunch(plan(), none, {}).entrypoint, command);
  const onCluster = { ...none, folder: { kind: 'onCluster', path: '/my dir' } } as const;
  assert.equal(draftLaunch(plan(), onCluster, {}).entrypoint, `cd '/my dir' && exec ${command}`);
});

test('the driver asks only for what the script says', () => {
  assert.deepEqual(draftLaunch(plan({ submit: noOptions }), none, {}).driver, {});
  const submit = { ...noOptions, entrypointNumGpus: 1, entrypointResources: { a: 2 } };
  assert.deepEqual(draftLaunch(plan({ submit }), none, {}).driver, {
    entrypointNumGpus: 1,
    entrypointResources: { a: 2 },
  });
});
