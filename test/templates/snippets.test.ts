import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readTemplate } from '../../server/src/node/templates.ts';
import { TEMPLATE_KINDS, type TemplateKind } from '../../server/src/templates/kinds.ts';
import { snippetOf } from '../../server/src/templates/snippet.ts';
import { snippetsFile, snippetsPath } from '../../tools/snippets.ts';
import { root } from '../support/built.ts';
import { manifest } from '../support/manifest.ts';

test('snippets/python.json is what `npm run snippets` makes of the templates', () => {
  assert.equal(readFileSync(snippetsPath, 'utf8'), snippetsFile());
});

test('every template has a kind, and every kind a template of its own', () => {
  const files = readdirSync(join(root, 'templates'))
    .filter((name) => name !== '__pycache__')
    .sort();
  assert.deepEqual(TEMPLATE_KINDS.map(({ file }) => file).sort(), files);
  assert.equal(new Set(TEMPLATE_KINDS.map(({ id }) => id)).size, TEMPLATE_KINDS.length);
});

/** What an editor inserts for a snippet whose tab stops are left as they are; the stops by number. */
function inserted(body: string): { readonly text: string; readonly stops: ReadonlyMap<number, string> } {
  const stops = new Map<number, string>();
  let text = '';
  for (let at = 0; at < body.length;) {
    const stop = /^\$\{(\d+):((?:[^\\}]|\\.)*)\}/s.exec(body.slice(at));
    const escape = /^\\([\\$}])/.exec(body.slice(at));
    if (stop) {
      const [whole, number, content = ''] = stop;
      const plain = content.replaceAll(/\\([\\$}])/g, '$1');
      assert.ok(!/(?<!\\)\$/.test(content), `a tab stop within ${whole}`);
      stops.set(Number(number), plain);
      text += plain;
      at += whole.length;
    } else {
      assert.notEqual(body[at], '$', `a bare $ in ${body.slice(at, at + 20)}`);
      text += escape?.[1] ?? body[at] ?? '';
      at += escape ? 2 : 1;
    }
  }
  return { text, stops };
}

for (const kind of TEMPLATE_KINDS) {
  test(`the snippet of ${kind.id} inserts the template, and asks for what a person decides`, () => {
    const { prefix, body } = snippetOf(kind, readTemplate(kind));
    assert.equal(prefix, `openrlhf-${kind.id}`);
    const { text, stops } = inserted(body.join('\n'));
    assert.equal(`${text}\n`, readTemplate(kind));
    assert.deepEqual(
      [...stops].sort(([a], [b]) => a - b),
      kind.stops.map((stop, index) => [index + 1, stop]),
    );
    assert.ok(stops.size > 0);
  });
}

describe('a snippet', () => {
  const [usual] = TEMPLATE_KINDS;
  assert.ok(usual);
  const kind = (...stops: string[]): TemplateKind => ({ ...usual, stops });

  test('keeps backslashes, dollars and braces of the template', () => {
    const template = 'a = "\\n$HOME ${x} {y}"\nb = {"c": "}\\\\"}\n';
    assert.equal(inserted(snippetOf(kind('{"c": "}\\\\"}'), template).body.join('\n')).text, template.trimEnd());
  });

  test('takes a number where it is assigned, whole', () => {
    const { body } = snippetOf(kind('3'), '# 3 of them\nA = 30\nB = 3.5\nC = 3\n');
    assert.deepEqual(body, ['# 3 of them', 'A = 30', 'B = 3.5', 'C = ${1:3}']);
  });

  test('is refused for a stop that is not there, or within another', () => {
    assert.throws(() => snippetOf(kind('gone'), 'a = 1\n'), /has no 'gone'/);
    assert.throws(() => snippetOf(kind('a = b', 'b'), 'a = b\n'), /has no 'b'/);
  });
});

test('the manifest contributes the snippets for Python', () => {
  const { snippets } = manifest.contributes as { readonly snippets?: unknown };
  assert.deepEqual(snippets, [{ language: 'python', path: './snippets/python.json' }]);
  assert.ok(existsSync(join(root, 'snippets/python.json')));
});

test('the manifest offers the command in the palette, on folders of the explorer and for new files', () => {
  const { menus, commands } = manifest.contributes as unknown as {
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
  };
  const command = 'openrlhf.newPythonFile';
  const inMenu = (name: string): readonly unknown[] => menus[name]?.filter((item) => item.command === command) ?? [];
  assert.deepEqual(
    commands.filter((one) => one.command === command).map(({ enablement }) => enablement),
    [undefined],
    'nothing runs, so no trust is needed',
  );
  assert.deepEqual(inMenu('commandPalette'), []);
  assert.deepEqual(inMenu('file/newFile'), [{ command, group: 'file' }]);
  assert.deepEqual(inMenu('explorer/context'), [{ command, when: 'explorerResourceIsFolder', group: '7_openrlhf@3' }]);
});
