/** Every place that a flag description cites holds a line about that flag in the release's own package. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { openrlhfFolder } from '../../tools/cache/openrlhf.ts';
import { allDocs, type Doc, occurrences, type Override } from '../catalogue/flagDocs.ts';

const releases = process.env['OPENRLHF_SRC'] ?? openrlhfFolder();
const { newest } = createCatalogues();
const files = new Map<string, readonly string[]>();

/** The cited line of a release; a place that does not exist fails the test. */
function citedLine(source: string, release = newest): string {
  const [file = '', number = ''] = source.split(':');
  const full = path.join(releases, `v${release}`, file);
  const lines = files.get(full) ?? readFileSync(full, 'utf8').split('\n');
  files.set(full, lines);
  const text = lines[Number(number) - 1];
  assert.ok(text !== undefined, `${source} of ${release}: the file has ${lines.length} lines`);
  return text;
}

/** Whether the line has the name on its own, not as a part of a longer one. */
function names(line: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(line);
}

function lastComponent(dotted: string): string {
  return dotted.replace(/^--/, '').split('.').at(-1) ?? dotted;
}

describe('cited lines', () => {
  before(() => {
    const missing = createCatalogues().releases.filter((release) => !existsSync(path.join(releases, `v${release}`)));
    assert.deepEqual(missing, [], `releases of OpenRLHF that are not unpacked in ${releases}; run the tests with npm`);
  });

  const flags = occurrences();
  for (const [flag, doc] of allDocs()) {
    test(flag, () => {
      const dests = (flags.get(flag) ?? []).map((seen) => lastComponent(seen.flag.dest));
      const accepted = new Set([lastComponent(flag), ...dests]);
      for (const { source, release } of [doc, ...overrides(doc)]) {
        if (source === undefined) continue;
        const line = citedLine(source, release ?? doc.release);
        assert.ok(
          [...accepted].some((name) => names(line, name)),
          `${source} does not name ${flag}: ${line.trim()}`,
        );
        if (dests.includes(lastComponent(flag))) {
          assert.doesNotMatch(line, /add_argument|"--/, `${source} only adds ${flag} to the parser`);
        }
      }
      for (const { choices } of [doc, ...overrides(doc)]) {
        for (const [value, { source, release }] of Object.entries(choices ?? {})) {
          const line = citedLine(source, release ?? doc.release);
          assert.ok(
            [value, ...accepted].some((name) => names(line, name)),
            `${source} names neither ${value} nor ${flag}: ${line.trim()}`,
          );
        }
      }
    });
  }
});

function overrides(doc: Doc): readonly Override[] {
  return Object.values(doc.perEntryPoint ?? {});
}
