import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../support/built.ts';
import { manifest } from '../support/manifest.ts';

const { commands, configuration } = manifest.contributes;
const settings = Object.keys(configuration.properties);
const titles = commands.map(({ category, title }) => `${category}: ${title}`);

const pages = ['docs', 'examples', 'tools', 'test', 'server', 'client'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(root, folder, name)),
);
const texts = [join(root, 'README.md'), join(root, 'CHANGELOG.md'), ...pages].map((file) => ({
  name: relative(root, file),
  text: readFileSync(file, 'utf8'),
}));
const readme = texts.find(({ name }) => name === 'README.md')?.text ?? '';

/** What all documents say that a pattern finds, with the document that says it. */
function said(pattern: RegExp, wanted: (name: string) => boolean = () => true): readonly [string, string][] {
  return texts
    .filter(({ name }) => wanted(name))
    .flatMap(({ name, text }) => [...text.matchAll(pattern)].map((match): [string, string] => [match[1] ?? '', name]));
}

describe('documents name what there is', () => {
  test('settings and ids of commands', () => {
    const known = new Set([...settings, ...commands.map(({ command }) => command)]);
    const named = said(/["'`](openrlhf\.(?!cli\b)\w+(?:\.\w+)*)["'`]/g);
    assert.ok(named.length > 8);
    assert.deepEqual(
      named.filter(([name]) => !known.has(name)),
      [],
    );
  });

  test('commands by their titles', () => {
    const named = said(/\*\*(OpenRLHF: [^*]+)\*\*/g);
    assert.ok(named.length > 8);
    assert.deepEqual(
      named.filter(([title]) => !titles.includes(title)),
      [],
    );
  });

  test('buttons, rows and views, in the pages on Ray', () => {
    const sources = ['client/src', 'package.json'].map((name) => textOf(join(root, name))).join('\n');
    // What ends in a full stop is a sentence that is stressed.
    const named = said(/\*\*([^*]+)\*\*/g, (name) => /^docs\/ray\/(?!benchmarks)/.test(name)).filter(
      ([label]) => !label.startsWith('OpenRLHF: ') && !label.endsWith('.'),
    );
    assert.ok(named.length > 8);
    assert.deepEqual(
      named.filter(([label]) => !sources.includes(label.replace(/ …$/, ''))),
      [],
    );
  });

  test('npm scripts', () => {
    const named = said(/\bnpm run ([\w:-]+)/g);
    assert.ok(named.length > 8);
    assert.deepEqual(
      named.filter(([script]) => !(script in manifest.scripts)),
      [],
    );
  });

  test('files of the repository, and headings in them', () => {
    const links = texts.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:|data:)([^)#]*)(?:#([^)]*))?\)/g)].map(
        ([, path = '', heading]) => [path === '' ? name : join(dirname(name), path), heading, name] as const,
      ),
    );
    assert.ok(links.length > 20);
    assert.deepEqual(
      links.filter(([path]) => !existsSync(join(root, path))),
      [],
    );
    assert.deepEqual(
      links.filter(([path, heading]) => heading !== undefined && !headingsOf(path).includes(heading)),
      [],
    );
  });
});

test('the table of the README has every setting', () => {
  const rows = [...readme.matchAll(/^\| `(openrlhf\.[\w.]+)`/gm)].map((match) => match[1] ?? '');
  assert.deepEqual(rows.sort(), settings.sort());
});

function textOf(path: string): string {
  if (path.endsWith('.json')) return readFileSync(path, 'utf8');
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n');
}

/** Anchors as GitHub makes them of headings. */
function headingsOf(path: string): readonly string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
