import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Fix } from '../../../server/src/rules/model.ts';
import { render } from '../../../server/src/messages/render.ts';
import { analysePythonFile, PYTHON } from '../../support/python.ts';
import { BREAKS, broken } from '../../support/tenWays.ts';

/** A newcomer makes an agent from the template and breaks it. */
const template = readFileSync(new URL('../../../templates/multiturn_agent.py', import.meta.url), 'utf8');
const options = { role: 'agent', flags: '--data.label_key answer', release: '0.11.2' } as const;

function applied(text: string, { edits }: Fix): string {
  const sorted = [...edits].sort((a, b) => b.location.range.start - a.location.range.start);
  return sorted.reduce((result, { location: { uri, range }, newText }) => {
    assert.equal(uri, PYTHON);
    return result.slice(0, range.start) + newText + result.slice(range.end);
  }, text);
}

test('nothing is said of the template', async () => {
  const { findings } = await analysePythonFile(template, options);
  assert.deepEqual(findings, []);
});

describe('a template that is broken in ten ways', () => {
  for (const one of BREAKS) {
    const { name, from, code, fix: title } = one;
    test(name, async () => {
      assert.equal(template.split(from).length, 2, 'the template has what is broken, once');
      const text = broken(template, one);
      const { findings } = await analysePythonFile(text, options);
      assert.deepEqual([...new Set(findings.map((finding) => finding.code))], [code]);
      const fixes = findings.flatMap((finding) => finding.fixes);
      const mending = fixes.find((one) => render(one.title) === title);
      assert.ok(mending, fixes.map((one) => render(one.title)).join(', '));
      const mended = applied(text, mending);
      const after = await analysePythonFile(mended, options);
      assert.deepEqual(after.findings, [], mended);
    });
  }
  test('are ten', () => {
    assert.equal(BREAKS.length, 10);
  });
});
