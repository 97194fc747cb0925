import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagDocs } from '../../server/src/catalogue/docs.ts';
import { code, sourceMarkdown } from '../../server/src/features/markdown.ts';
import { plainText } from '../../server/src/lsp/plainText.ts';

const CASES: readonly (readonly [string, string])[] = [
  ['**`--a.b`** · float', '--a.b · float'],
  ['see [the docs](https://x/y#L3) of `x`', 'see the docs of x'],
  ['- `a`: b\n- `c`: d', '- a: b\n- c: d'],
  [code('a`b'), 'a`b'],
  ['2 * 3 and a_b', '2 * 3 and a_b'],
];

for (const [markdown, text] of CASES) {
  test(`${JSON.stringify(markdown)} is read as ${JSON.stringify(text)}`, () => {
    assert.equal(plainText(markdown), text);
  });
}

test('no description keeps a mark', () => {
  for (const [flag, doc] of Object.entries(flagDocs)) {
    const text = plainText([doc.summary, doc.range, doc.depends, doc.noEffect, sourceMarkdown(doc)].join('\n\n'));
    assert.doesNotMatch(text, /`|\*\*|\]\(/, flag);
  }
});
