import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { rulePage } from '../../server/src/features/diagnostics.ts';
import { RULES } from '../../server/src/rules/registry.ts';
import { settingsSchema } from '../../server/src/settings.ts';
import { root } from '../support/built.ts';
import { manifest } from '../support/manifest.ts';

const { contributes } = manifest;
const client = readdirSync(join(root, 'client/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, 'client/src', name), 'utf8'))
  .join('\n');

describe('settings', () => {
  /** Read by the client library, not by the server. */
  const clientOnly = [
    'openrlhf.trace.server',
    'openrlhf.pythonPath',
    'openrlhf.clusters',
    'openrlhf.launch.confirm',
    'openrlhf.launch.env',
  ];
  const declared = contributes.configuration.properties;
  const { properties: known = {} } = z.toJSONSchema(settingsSchema, { io: 'input' });

  test('are those of the schema, no more and no fewer', () => {
    assert.deepEqual(
      Object.keys(declared).filter((name) => !clientOnly.includes(name)),
      Object.keys(known).map((name) => `openrlhf.${name}`),
    );
    for (const name of clientOnly) assert.ok(declared[name], name);
  });

  for (const [name, schema] of Object.entries(known)) {
    test(`openrlhf.${name}: type, default and values`, () => {
      assert.ok(typeof schema === 'object');
      const setting = declared[`openrlhf.${name}`];
      assert.ok(setting);
      assert.deepEqual([setting.type, setting.default], [schema.type, schema.default]);
      assert.deepEqual(setting['enum'], schema.enum);
      const { additionalProperties: values } = schema;
      const expected = typeof values === 'object' ? { type: values.type, enum: values.enum } : undefined;
      assert.deepEqual(setting['additionalProperties'], expected);
    });
    test(`openrlhf.${name}: holds per folder, and is described`, () => {
      const setting = declared[`openrlhf.${name}`];
      assert.equal(setting?.scope, 'resource');
      assert.match(String(setting['markdownDescription'] ?? setting['description']), /\.$/);
    });
  }

  test('the rules that a severity can be given are those that there are', () => {
    const names = declared['openrlhf.rules']?.['propertyNames'];
    assert.deepEqual(names, { enum: RULES.map(({ id }) => id).sort() });
  });

  test('examples of a release are releases', () => {
    const { releases } = createCatalogues();
    const examples = declared['openrlhf.release']?.['examples'];
    assert.ok(Array.isArray(examples) && examples.length > 0);
    for (const example of examples) assert.ok(releases.includes(String(example)), String(example));
  });
});

test('commands are those that the client registers, no more and no fewer', () => {
  const registered = [...client.matchAll(/registerCommand\(\s*'([^']+)'/g)].map((match) => match[1]);
  assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), registered.sort());
  for (const { title, category } of contributes.commands) assert.ok(title !== '' && category === 'OpenRLHF');
});

test('it starts for the languages that the client asks the server about, and in every window for logs and jobs', () => {
  const documents = /DOCUMENTS = (\[[^\]]*\])/.exec(client)?.[1] ?? '';
  const languages = [...documents.matchAll(/language: '([^']+)'/g)].map((match) => `onLanguage:${match[1] ?? ''}`);
  assert.ok(languages.length > 0);
  // That nothing runs and nothing is sent until it is needed is for the tests in the editor.
  assert.deepEqual(manifest.activationEvents, [...languages, 'onStartupFinished']);
});

describe('engines', () => {
  test('the oldest VS Code is the one whose API is compiled against, and is tested', () => {
    const pinned = readFileSync(join(root, 'tools/versions.mjs'), 'utf8');
    const oldest = /vscode: '([^']+)'/.exec(pinned)?.[1] ?? '';
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode'] ?? ''}`);
    assert.equal(minor(manifest.engines.vscode), minor(oldest));
  });
  test('the oldest Node is the one whose API is compiled against, and that npm run asks for', () => {
    assert.equal(major(manifest.engines.node), major(manifest.devDependencies['@types/node'] ?? ''));
    const bootstrap = readFileSync(join(root, 'tools/bootstrap.mjs'), 'utf8');
    const asked = /oldestNode = \[(\d+), (\d+)\]/.exec(bootstrap);
    assert.equal(manifest.engines.node, `>=${asked?.[1] ?? ''}.${asked?.[2] ?? ''}`);
  });
});

function minor(version: string): string | undefined {
  return /(\d+\.\d+)/.exec(version)?.[1];
}

function major(version: string): string | undefined {
  return /(\d+)/.exec(version)?.[1];
}

test('pages of rules are read in the repository that the manifest names', () => {
  const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  assert.equal(rulePage('some-rule'), `${repository}/blob/main/docs/rules/some-rule.md`);
});

test('licence and programs', () => {
  assert.equal(manifest.license, 'Apache-2.0');
  assert.match(readFileSync(join(root, 'LICENSE'), 'utf8'), /Apache License\s+Version 2\.0/);
  assert.deepEqual(Object.keys(manifest.bin), ['openrlhf-lint', 'openrlhf-language-server']);
  assert.equal(manifest.dependencies, undefined, 'the bundles hold all that they need');
});

describe('the grammar', () => {
  const [grammar, ...others] = contributes.grammars;
  assert.ok(grammar);
  const text = readFileSync(join(root, grammar.path), 'utf8');
  const catalogues = createCatalogues();
  const entryPoints = catalogues.releases.flatMap((release) => [
    ...(catalogues.forRelease(release)?.entryPoints ?? []),
  ]);

  test('is there, and is injected into bash', () => {
    assert.deepEqual(others, []);
    assert.ok(existsSync(join(root, grammar.path)));
    const { scopeName } = z.object({ scopeName: z.string() }).parse(JSON.parse(text));
    assert.deepEqual([grammar.scopeName, grammar.injectTo], [scopeName, ['source.shell']]);
  });

  /** The alternatives of the only group in the grammar that has this one among them. */
  function alternatives(member: string): string[] {
    const groups = [...text.matchAll(/\(((?:\w+\|)+\w+)\)/g)].map((match) => (match[1] ?? '').split('|'));
    const [found, ...more] = groups.filter((group) => group.includes(member));
    assert.deepEqual(more, []);
    assert.ok(found, `no group has ${member}`);
    return found;
  }

  test('knows every section of flags of every release, and no other', () => {
    const options = entryPoints.flatMap((entryPoint) => [...entryPoint.options]);
    const sections = options.filter((option) => option.includes('.')).map((option) => option.slice(2).split('.')[0]);
    assert.deepEqual(alternatives('actor').sort(), [...new Set(sections)].sort());
  });

  test('knows every entry point, and no other', () => {
    assert.deepEqual(alternatives('train_sft').sort(), [...new Set(entryPoints.map(({ name }) => name))].sort());
  });
});
