import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { RULES } from '../../server/src/rules/registry.ts';
import { at, checkScript } from './pipeline.ts';

const folder = new URL('../../docs/rules/', import.meta.url);

interface Example {
  readonly text: string;
  /** The flagged texts in order; `*` is anything. */
  readonly flags: readonly string[];
}

interface Page {
  readonly title: string;
  readonly severity: string;
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

function readPage(id: string): Page {
  const text = readFileSync(new URL(`${id}.md`, folder), 'utf8');
  const [, title = '', code = '', severity = ''] = /^# (.+)\n\n`([\w-]+)` · (\w+) ·/.exec(text) ?? [];
  assert.equal(code, id, `${id}.md names its rule in the line below the title`);
  const [before = '', good = ''] = text.split('\n## Good\n');
  const [, bad = ''] = before.split('\n## Bad\n');
  return { title, severity, bad: examplesIn(bad), good: examplesIn(good) };
}

function examplesIn(section: string): Example[] {
  return [...section.matchAll(/((?:<!--[^\n]*-->\s*)*)```bash\n(.*?)```/gs)].map(([, comments = '', body = '']) => {
    const flags = /<!-- flags: ?(.*?) -->/.exec(comments)?.[1];
    const text = body.replaceAll('␠', ' ');
    return {
      text: comments.includes('<!-- crlf -->') ? text.replaceAll('\n', '\r\n') : text,
      flags: flags === undefined ? [] : flags.split(' | '),
    };
  });
}

const ids = RULES.map(({ id }) => id);

test('each rule has a page and each page a rule', () => {
  const pages = readdirSync(folder).filter((name) => name !== 'README.md');
  assert.deepEqual(pages.sort(), ids.map((id) => `${id}.md`).sort());
  assert.equal(new Set(ids).size, ids.length);
});

test('the index lists every rule with its severity and stage', () => {
  const rows = [...RULES]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, severity, stage }) => [`[\`${id}\`](${id}.md)`, readPage(id).title, severity, stage ?? '–']);
  const table = readFileSync(new URL('README.md', folder), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  assert.deepEqual(table, rows);
});

let examples = 0;

for (const { id, severity } of RULES) {
  describe(id, () => {
    const page = readPage(id);
    test('the page states the severity', () => {
      assert.equal(page.severity, severity);
    });
    test('has bad and good examples', () => {
      assert.ok(page.bad.length > 0 && page.good.length > 0);
    });
    page.bad.forEach((example, index) => {
      test(`bad example ${index + 1} fires this rule and no other, at its place`, () => {
        examples++;
        const checked = checkScript(example.text);
        const found = checked.findings.map((finding) => [finding.code, at(checked, finding.location)]);
        const expected = example.flags.map((flag, i) => [id, flag === '*' ? found[i]?.[1] : flag]);
        assert.deepEqual(found, expected, example.text);
        assert.ok(found.length > 0);
      });
    });
    page.good.forEach((example, index) => {
      test(`good example ${index + 1} fires nothing`, () => {
        examples++;
        const { findings } = checkScript(example.text);
        assert.deepEqual(
          findings.map(({ code, message }) => [code, message]),
          [],
          example.text,
        );
      });
    });
  });
}

test('the examples were run', () => {
  console.log(`${examples} examples of ${ids.length} rules`);
  assert.ok(examples >= 2 * ids.length);
});
