import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pythonCandidates } from '../../runner/src/discovery.ts';
import type { PythonPlaces } from '../../runner/src/discovery.ts';

const linux: PythonPlaces = {
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin:relative' },
  home: '/home/me',
  folder: '/work/project',
  setting: '',
  extensionChoice: null,
  interpreterSetting: 'python',
};
const windows: PythonPlaces = {
  ...linux,
  platform: 'win32',
  env: { Path: 'C:\\Python311;C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps' },
  home: 'C:\\Users\\me',
  folder: 'C:\\work',
};

function paths(places: PythonPlaces): readonly string[] {
  return pythonCandidates(places).map(({ path }) => path);
}

describe('the order of Pythons', () => {
  test('all sources, each behind the one that says more', () => {
    const all = pythonCandidates({
      ...linux,
      extensionChoice: '/opt/chosen/bin/python',
      interpreterSetting: '/opt/default/bin/python3',
      env: { ...linux.env, CONDA_PREFIX: '/opt/conda', VIRTUAL_ENV: '/opt/venv' },
    });
    const firstOf = new Map(all.map(({ from }, at) => [from, at] as const).reverse());
    assert.deepEqual(
      [...firstOf].sort(([, one], [, other]) => one - other).map(([from]) => from),
      ['python-extension', 'interpreter-setting', 'workspace', 'environment', 'path'],
    );
    assert.ok(all.some(({ path }) => path === '/opt/conda/bin/python'));
    assert.ok(all.some(({ path }) => path === '/opt/venv/bin/python'));
  });
  test('without anything: the environments of the folder, then the path, relative folders of it left out', () => {
    assert.deepEqual(paths(linux), [
      '/work/project/.venv/bin/python',
      '/work/project/venv/bin/python',
      '/usr/local/bin/python3',
      '/usr/bin/python3',
      '/usr/local/bin/python',
      '/usr/bin/python',
    ]);
  });
  test('without a folder: only the path', () => {
    assert.ok(pythonCandidates({ ...linux, folder: null }).every(({ from }) => from === 'path'));
  });
});

describe('openrlhf.pythonPath', () => {
  test('is the only one when it is given', () => {
    const all = pythonCandidates({ ...linux, setting: '/opt/x/bin/python', extensionChoice: '/other' });
    assert.ok(all.every(({ from }) => from === 'setting'));
    assert.equal(all[0]?.path, '/opt/x/bin/python');
  });
  for (const [setting, expected] of [
    ['~/envs/ray', '/home/me/envs/ray/bin/python'],
    ['.venv/bin/python', '/work/project/.venv/bin/python'],
    ['${workspaceFolder}/env', '/work/project/env/bin/python'],
    ['${env:MY_ENV}/bin/python', '/opt/mine/bin/python'],
    ['python3.11', '/usr/bin/python3.11'],
    ['/opt/conda', '/opt/conda/bin/python'],
  ] as const) {
    test(setting, () => {
      const env = { ...linux.env, MY_ENV: '/opt/mine' };
      assert.ok(paths({ ...linux, env, setting }).includes(expected));
    });
  }
});

describe('Windows', () => {
  test('environments, the path without the folder that opens the store', () => {
    assert.deepEqual(paths(windows), [
      'C:\\work\\.venv\\Scripts\\python.exe',
      'C:\\work\\venv\\Scripts\\python.exe',
      'C:\\Python311\\python3.exe',
      'C:\\Python311\\python.exe',
    ]);
  });
  test('conda has its Python at the top', () => {
    const env = { ...windows.env, CONDA_PREFIX: 'C:\\conda\\envs\\ray' };
    assert.ok(paths({ ...windows, env }).includes('C:\\conda\\envs\\ray\\python.exe'));
  });
  test('a setting: a folder of an environment, an absolute path, a home', () => {
    assert.ok(paths({ ...windows, setting: '.venv' }).includes('C:\\work\\.venv\\Scripts\\python.exe'));
    assert.equal(paths({ ...windows, setting: 'D:\\py\\python.exe' })[0], 'D:\\py\\python.exe');
    assert.equal(paths({ ...windows, setting: '~\\py\\python.exe' })[0], 'C:\\Users\\me\\py\\python.exe');
  });
});
