import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ignoreFixes } from '../../server/src/features/ignore/fixes.ts';
import { flagsByPlace } from '../../server/src/rules/ignore/flags.ts';
import type { Finding } from '../../server/src/rules/model.ts';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import { byLevel } from '../support/level.ts';
import { CONTAINERS } from './containers.ts';
import { MISTAKES } from './mistakes.ts';
import { applyFix, checkScript, SCRIPT, type Checked } from './pipeline.ts';
import { argvsOf } from './realBash.ts';

/** Comments that quick fixes write: under real bash every launch gets the words that it got before. */

const root = new URL('../corpus/', import.meta.url);
const corpus = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.(?:sh|bash|slurm)$/.test(name))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8'), release: undefined }));

const mistakes = MISTAKES.flatMap((mistake) =>
  CONTAINERS.map((container) => ({
    name: `${mistake.name} in ${container.name}`,
    text: container.write(`openrlhf.cli.${mistake.entryPoint}`, mistake.groups),
    release: mistake.release,
  })),
);

const EVERY = byLevel({ fast: 40, default: 3, full: 1 });

function fixesOf(checked: Checked, finding: Finding) {
  return ignoreFixes(finding, {
    language: 'shell',
    linesOf: (uri) => {
      const text = checked.textOf(uri);
      return text === undefined ? undefined : new LineIndex(text);
    },
    flagsAt: flagsByPlace(checked.launches),
  });
}

/** What a finding says and of which text, whatever its place. */
function said({ text }: Checked, findings: readonly Finding[]): string[] {
  return findings
    .map(({ code, message, location: { range } }) =>
      JSON.stringify([code, message, text.slice(range.start, range.end)]),
    )
    .sort();
}

for (const [what, scripts] of [
  ['the corpus', corpus],
  ['mistakes in every container', mistakes],
] as const) {
  describe(`every comment that a fix writes, over ${what}`, () => {
    test('changes no argv, and keeps back its finding and no other code', () => {
      let findings = 0;
      const texts: (readonly [name: string, before: string, after: string])[] = [];
      for (const { name, text, release } of scripts.filter((_, index) => index % EVERY === 0)) {
        const options = release === undefined ? {} : { release };
        const checked = checkScript(text, options);
        for (const finding of checked.findings.filter(({ location }) => location.uri === SCRIPT)) {
          findings++;
          const before = said(checked, checked.findings);
          const fixes = fixesOf(checked, finding);
          assert.ok(fixes.length > 0, `${name}: nothing is offered for ${finding.code}`);
          for (const fix of fixes) {
            const ignored = applyFix(text, fix);
            const again = checkScript(ignored, options);
            const label = `${name}, ${finding.code}:\n${ignored}`;
            const after = said(again, again.findings);
            const [mine = ''] = said(checked, [finding]);
            const count = (list: readonly string[]) => list.filter((one) => one === mine).length;
            assert.ok(count(after) < count(before), `it is still there: ${label}`);
            const others = (list: readonly string[]) => list.filter((one) => !one.startsWith(`["${finding.code}",`));
            assert.deepEqual(others(after), others(before), label);
            assert.ok(
              after.every((one) => before.includes(one)),
              label,
            );
            texts.push([label, text, ignored]);
          }
        }
      }
      const words = argvsOf(texts.flatMap(([, before, after]) => [before, after]));
      texts.forEach(([label], index) => {
        assert.deepEqual(words[2 * index + 1], words[2 * index], label);
      });
      console.log(`${findings} findings, ${texts.length} comments`);
      assert.ok(findings > byLevel({ fast: 5, default: 20, full: 60 }));
    });
  });
}
