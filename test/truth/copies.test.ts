/** `--openrlhf DIR` reads from each release's own files what is bundled for it. */

import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createCatalogues, type ReleaseCatalogue } from '../../server/src/catalogue/lookup.ts';
import type { FlagSpec } from '../../server/src/catalogue/schema.ts';
import { readOpenrlhfCopy } from '../../server/src/node/openrlhfCopy.ts';
import { openrlhfFolder } from '../../tools/cache/openrlhf.ts';
import { Folder } from '../support/folder.ts';

const sources = process.env['OPENRLHF_SRC'] ?? openrlhfFolder();
const bundled = createCatalogues();

/** A flag without the help text, which is never bundled. */
function bare(flag: FlagSpec): Omit<FlagSpec, 'help'> {
  const { help, ...rest } = flag;
  assert.notEqual(help, '');
  return rest;
}

function flagsOf(catalogue: ReleaseCatalogue | undefined): unknown {
  return catalogue?.entryPoints.map((entryPoint) => ({
    name: entryPoint.name,
    flags: entryPoint.flags.map((flag) => [bare(flag), entryPoint.sourceOf(flag)]),
  }));
}

describe('a release on disk has the flags that are bundled for it', () => {
  for (const release of bundled.releases) {
    test(release, () => {
      const copy = readOpenrlhfCopy(path.join(sources, `v${release}`));
      assert.equal(copy.release, release);
      assert.deepEqual(flagsOf(copy), flagsOf(bundled.forRelease(release)));
    });
  }
});

test('a copy that states no version counts as the newest release with the same flags', () => {
  const same = new Map<string, string>();
  for (const release of bundled.releases) {
    const flags = bundled.forRelease(release)?.entryPoints.map(({ flags: list }) => list.map(bare));
    same.set(JSON.stringify(flags), release);
  }
  for (const release of bundled.releases) {
    using folder = new Folder();
    cpSync(path.join(sources, `v${release}`, 'openrlhf'), folder.at('openrlhf'), { recursive: true });
    const flags = bundled.forRelease(release)?.entryPoints.map(({ flags: list }) => list.map(bare));
    assert.equal(readOpenrlhfCopy(folder.path).release, same.get(JSON.stringify(flags)), release);
  }
  assert.equal(same.size, 3, 'schemas');
});
