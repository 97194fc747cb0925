import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { render } from '../../server/src/messages/render.ts';
import type { Finding } from '../../server/src/rules/model.ts';
import { RULES } from '../../server/src/rules/registry.ts';
import { applyFix, checkScript } from './pipeline.ts';
import { byLevel } from '../support/level.ts';

/** Findings on the corpus of shell constructs: real words in odd places. */

const root = new URL('../corpus/', import.meta.url);
const scripts = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => /\.(?:sh|bash|slurm)$/.test(name))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }));

/** Every so many script: half-typed texts are many. */
const EVERY = byLevel({ fast: 8, default: 1, full: 1 });
const ENDS = byLevel({ fast: /\n/g, default: /\n/g, full: /[\s\S]/g });
const chosen = scripts.filter((_, index) => index % EVERY === 0);
const ids = new Set(RULES.map(({ id }) => id));

function sound(findings: readonly Finding[], text: string, label: string): void {
  for (const { code, location, message, related, fixes } of findings) {
    assert.ok(ids.has(code), label);
    for (const sentence of [message, ...related.map((one) => one.message), ...fixes.map(({ title }) => title)]) {
      assert.doesNotMatch(render(sentence), /undefined|\[object|\{(?:flag|entryPoint|release|value|name)\}/, label);
    }
    for (const { range } of [location, ...related.map((one) => one.location)]) {
      assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length, `${label}: ${code}`);
    }
    for (const { edits } of fixes) {
      const ranges = edits.map((edit) => edit.location.range).sort((a, b) => a.start - b.start || a.end - b.end);
      ranges.forEach((range, i) => {
        const next = ranges[i + 1];
        assert.ok(next === undefined || range.end <= next.start, `${label}: edits of ${code} overlap`);
      });
    }
  }
}

test('findings on half-typed scripts are sound', () => {
  let prefixes = 0;
  for (const { name, text } of chosen) {
    const ends = [...text.matchAll(ENDS)].map(({ index }) => index);
    for (const end of [...ends, text.length]) {
      const prefix = text.slice(0, end);
      sound(checkScript(prefix).findings, prefix, `${name} up to ${end}`);
      prefixes++;
    }
  }
  console.log(`${scripts.length} scripts, ${prefixes} prefixes`);
  assert.ok(scripts.length >= 150);
});

test('each fix takes its finding away and brings no other in that is worse', () => {
  let fixes = 0;
  const weight = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'error').length;
  for (const { name, text } of chosen) {
    const before = checkScript(text).findings;
    const same = (findings: readonly Finding[], { code, message }: Finding) =>
      findings.filter((one) => one.code === code && JSON.stringify(one.message) === JSON.stringify(message)).length;
    for (const finding of before) {
      for (const fix of finding.fixes) {
        if (fix.edits.some(({ location }) => !location.uri.endsWith('/run.sh'))) continue;
        const mended = applyFix(text, fix);
        const after = checkScript(mended).findings;
        const label = `${name}: ${render(fix.title)}\n${mended}`;
        assert.ok(same(after, finding) < same(before, finding), `${label}\nstill there: ${render(finding.message)}`);
        if (fix.preferred)
          assert.ok(
            weight(after) <= weight(before),
            `${label}\n${after.map(({ message }) => render(message)).join('\n')}`,
          );
        fixes++;
      }
    }
  }
  console.log(`${fixes} fixes applied`);
  assert.ok(fixes > 50 / EVERY);
});
