import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { bundledRelease, compareVersions, parseVersion } from '../../server/src/catalogue/versions.ts';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';

const { releases } = createCatalogues();

describe('versions', () => {
  it('are read in the forms that people write', () => {
    for (const text of [
      '0.11.2',
      'v0.11.2',
      'V0.11.2',
      '0.11.2.dev1',
      '0.11.2rc1',
      '0.11.2.post3',
      '0.11.2+cu128',
      ' 0.11 ',
    ])
      assert.ok(parseVersion(text), text);
    for (const text of ['', 'main', 'latest', '0.11.x', '/path/to/copy', '0..1', '0.11.2-broken', 'v'])
      assert.equal(parseVersion(text), undefined, text);
  });

  it('are ordered as pip orders them', () => {
    const ordered = [
      '0.9.10',
      '0.10.1',
      '0.10.1.post2',
      '0.10.2',
      '0.11.0.dev1',
      '0.11.0a1',
      '0.11.0b1',
      '0.11.0rc1',
      '0.11',
      '0.11.0.post1',
      '0.11.1',
      '1.0',
    ];
    ordered.forEach((older, i) => {
      ordered.slice(i + 1).forEach((newer) => {
        const [a, b] = [parseVersion(older), parseVersion(newer)];
        assert.ok(a && b && compareVersions(a, b) < 0 && compareVersions(b, a) > 0, `${older} < ${newer}`);
      });
    });
    const code =
      'import sys\nfrom pip._vendor.packaging.version import Version\nv = sys.argv[1:]\nsys.exit(v != sorted(v, key=Version))';
    const pip = spawnSync('python3', ['-c', code, ...ordered], { encoding: 'utf8' });
    assert.equal(pip.status, 0, pip.stderr);
  });

  it('stand for the newest bundled release that is not newer', () => {
    const cases: readonly (readonly [string, string | undefined])[] = [
      ['0.11.2', '0.11.2'],
      ['v0.11.2', '0.11.2'],
      ['0.10.3', '0.10.3'],
      ['0.11.3', '0.11.2'],
      ['0.11.3.dev1', '0.11.2'],
      ['1.0', '0.11.2'],
      ['0.11.0.post1', '0.11.0'],
      ['0.11', '0.11.0'],
      ['0.10.9', '0.10.4'],
      ['0.11.2rc1', '0.11.2'],
      ['0.11.2.dev7', '0.11.2'],
      ['0.11.2+local', '0.11.2'],
      ['0.10.1.post2', undefined],
      ['0.9.10', undefined],
      ['main', undefined],
      ['', undefined],
    ];
    for (const [text, expected] of cases) assert.equal(bundledRelease(text, releases), expected, text);
  });
});
