import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { copyVersion } from '../../server/src/node/copyVersion.ts';
import { readOpenrlhfCopy } from '../../server/src/node/openrlhfCopy.ts';
import { Folder } from '../support/folder.ts';

/** An entry point with these options. */
function entryPoint(...options: readonly string[]): string {
  const lines = options.map((option) => `    parser.add_argument("${option}", type=int, default=1)`);
  return [
    'import argparse',
    'if __name__ == "__main__":',
    '    parser = argparse.ArgumentParser()',
    ...lines,
    '    args = parser.parse_args()',
    '',
  ].join('\n');
}

const PPO = 'openrlhf/cli/train_ppo_ray.py';

describe('a copy of OpenRLHF', () => {
  test('is found in a checkout, in site-packages and as the package itself', () => {
    using folder = new Folder({ [PPO]: entryPoint('--my.flag'), 'openrlhf/__init__.py': '__version__ = "0.11.2"\n' });
    for (const place of ['.', 'openrlhf', 'openrlhf/']) {
      const copy = readOpenrlhfCopy(folder.at(place));
      assert.equal(copy.release, '0.11.2', place);
      assert.deepEqual(copy.entryPoint('train_ppo_ray')?.options, ['--my.flag'], place);
    }
  });

  test('has the usual entry points first, then its own', () => {
    const files = ['aaa', 'train_sft', 'train_ppo_ray'].map((name): [string, string] => [
      `openrlhf/cli/${name}.py`,
      entryPoint('--x'),
    ]);
    using folder = new Folder({ ...Object.fromEntries(files), 'openrlhf/cli/__init__.py': '' });
    assert.deepEqual(
      readOpenrlhfCopy(folder.path).entryPoints.map(({ name }) => name),
      ['train_ppo_ray', 'train_sft', 'aaa'],
    );
  });

  test('is read through the modules that it imports', () => {
    using folder = new Folder({
      [PPO]: [
        'import argparse',
        'from openrlhf.utils.args import add_common',
        'from fork_args import add_more',
        'parser = argparse.ArgumentParser()',
        'add_common(parser)',
        'add_more(parser)',
        'args = parser.parse_args()',
        '',
      ].join('\n'),
      'openrlhf/utils/args.py': 'def add_common(parser):\n    parser.add_argument("--common", type=int)\n',
      'fork_args/__init__.py': 'def add_more(parser):\n    parser.add_argument("--more", type=int)\n',
    });
    const spec = readOpenrlhfCopy(folder.path).entryPoint('train_ppo_ray')?.spec;
    assert.deepEqual(
      spec?.flags.map(({ name }) => name),
      ['--common', '--more'],
    );
    assert.equal(spec.incomplete, undefined);

    folder.write({ 'fork_args-1.0.dist-info/METADATA': '' });
    const installed = readOpenrlhfCopy(folder.path).entryPoint('train_ppo_ray')?.spec;
    assert.equal(installed?.incomplete, true, 'what lies beside an installed package is not read');
  });

  test('says where reading did not tell all flags', () => {
    using folder = new Folder({ [PPO]: 'print("no parser here")\n' });
    assert.equal(readOpenrlhfCopy(folder.path).entryPoint('train_ppo_ray')?.spec.incomplete, true);
  });

  test('names the line of a flag', () => {
    using folder = new Folder({ [PPO]: entryPoint('--one', '--two') });
    const ppo = readOpenrlhfCopy(folder.path).entryPoint('train_ppo_ray');
    const two = ppo?.flag('--two');
    assert.ok(ppo && two);
    assert.equal(ppo.sourceOf(two), 'cli/train_ppo_ray.py:5');
  });

  const refused: readonly [string, Readonly<Record<string, string>>, string, RegExp][] = [
    ['a missing folder', {}, 'gone', /ENOENT/],
    ['a file', { 'a.txt': '' }, 'a.txt', /is no folder/],
    ['another project', { 'cli/main.py': '' }, '.', /holds no OpenRLHF/],
    ['a source that is no text', { [PPO]: 'x\0y' }, '.', /not a text file/],
  ];
  for (const [name, files, place, reason] of refused) {
    test(`${name} is refused with a reason`, () => {
      using folder = new Folder(files);
      assert.throws(() => readOpenrlhfCopy(folder.at(place)), reason);
    });
  }
});

describe('the version of a copy', () => {
  const cases: readonly [string, Readonly<Record<string, string>>, string | undefined][] = [
    ['version.py', { 'openrlhf/version.py': '# x\n__version__ = "0.11.3.dev1"\n' }, '0.11.3.dev1'],
    ['__init__.py', { 'openrlhf/__init__.py': "__version__ = '0.10.4'\n" }, '0.10.4'],
    ['without its local part', { 'openrlhf/version.py': '__version__ = "v0.11.2+cu128"\n' }, '0.11.2'],
    [
      'the name of its dist-info',
      { 'openrlhf-0.11.1.dist-info/METADATA': '', 'other-9.9.dist-info/METADATA': '' },
      '0.11.1',
    ],
    ['an egg-info without a version', { 'openrlhf.egg-info/PKG-INFO': '', 'version.txt': '0.11.0\n' }, '0.11.0'],
    ['version.txt', { 'version.txt': ' 0.11.2\n' }, '0.11.2'],
    [
      'pyproject.toml',
      { 'pyproject.toml': '[tool.x]\nversion = "9"\n[project]\nname = "openrlhf"\nversion = "0.11.2"\n' },
      '0.11.2',
    ],
    [
      'not of another tool',
      { 'pyproject.toml': '[project]\nname = "openrlhf"\n[tool.x]\nversion = "9.9.9"\n' },
      undefined,
    ],
    ['not of another project', { 'pyproject.toml': '[project]\nname = "mine"\nversion = "9.9.9"\n' }, undefined],
    ['setup.py', { 'setup.py': 'setup(\n    name="openrlhf",\n    version="0.11.2",\n)\n' }, '0.11.2'],
    [
      'a computed one is passed over',
      { 'openrlhf/version.py': '__version__ = "unknown"\n', 'version.txt': '0.10.3' },
      '0.10.3',
    ],
    ['none at all', { 'a.txt': '' }, undefined],
  ];
  for (const [name, files, version] of cases) {
    test(name, () => {
      using folder = new Folder(files);
      assert.equal(copyVersion(folder.path, folder.at('openrlhf')), version);
    });
  }
});

describe('a copy beside the bundled releases', () => {
  const withCopy = (version: string) => {
    using folder = new Folder({
      [PPO]: entryPoint('--my.flag'),
      'openrlhf/version.py': `__version__ = "${version}"\n`,
    });
    return createCatalogues(readOpenrlhfCopy(folder.path));
  };
  const bundled = createCatalogues();

  test('of a bundled release stands in its place', () => {
    const catalogues = withCopy('0.11.1');
    assert.deepEqual(catalogues.releases, bundled.releases);
    assert.ok(catalogues.entryPoint('0.11.1', 'train_ppo_ray')?.flag('--my.flag'));
    assert.ok(!catalogues.entryPoint('0.11.2', 'train_ppo_ray')?.flag('--my.flag'));
    assert.equal(catalogues.entryPoint('0.11.1', 'train_sft'), undefined);
  });
  test('of a version of its own has its place in the order', () => {
    assert.deepEqual(withCopy('0.12.0').releases, [...bundled.releases, '0.12.0']);
    assert.deepEqual(withCopy('0.9.1').releases, ['0.9.1', ...bundled.releases]);
    const catalogues = withCopy('0.11.2.dev3');
    assert.deepEqual(catalogues.releases.slice(-2), ['0.11.2.dev3', '0.11.2']);
    assert.equal(catalogues.newest, bundled.newest);
    assert.equal(catalogues.resolve('v0.11.2.dev3'), '0.11.2.dev3');
    assert.equal(catalogues.resolve('0.11.2.dev4'), '0.11.2');
    assert.equal(catalogues.resolve('0.11.2'), '0.11.2');
  });
  test('without a version counts as the newest', () => {
    using folder = new Folder({ [PPO]: entryPoint('--my.flag') });
    assert.equal(readOpenrlhfCopy(folder.path).release, bundled.newest);
  });
});
