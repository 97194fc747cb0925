/** The flag descriptions are our own words: no run of eight of them stands in OpenRLHF's sources or its README. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { openrlhfFolder } from '../../tools/cache/openrlhf.ts';
import { docsFiles, readDocsFile } from '../catalogue/flagDocs.ts';

const releases = process.env['OPENRLHF_SRC'] ?? openrlhfFolder();
const run = 8;
/** Fields that hold names and places, not sentences. */
const notProse = new Set(['source', 'release', 'value', 'path']);

function runsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.slice(run - 1).map((_, index) => words.slice(index, index + run).join(' '));
}

/** Help texts, docstrings and comments of a release, and the README, which its METADATA holds. */
function upstreamText(release: string): readonly string[] {
  const folder = path.join(releases, `v${release}`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py') || name.endsWith('METADATA'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

function* proseOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) if (!notProse.has(field)) yield* proseOf(inner);
  }
}

test('no description repeats a run of words of OpenRLHF', () => {
  const theirs = new Set(createCatalogues().releases.flatMap(upstreamText).flatMap(runsOf));
  assert.ok(theirs.size > 20_000, `only ${theirs.size} runs of words were read from ${releases}`);
  assert.ok(theirs.has(runsOf('Freeze the actor for the first N steps to let')[0] ?? ''), 'help texts are among them');
  const copied = docsFiles().flatMap((file) =>
    [...proseOf(readDocsFile(file))].flatMap((text) =>
      runsOf(text)
        .filter((words) => theirs.has(words))
        .map((words) => `${file}: ${words}`),
    ),
  );
  assert.deepEqual(copied, []);
});
