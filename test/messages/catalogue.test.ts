import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
import fc from 'fast-check';
import { MESSAGES, type MessageKey } from '../../server/src/messages/catalogue.ts';
import { render } from '../../server/src/messages/render.ts';

const source = new URL('../../server/src/', import.meta.url);
const keys = Object.keys(MESSAGES) as MessageKey[];

function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

test('no sentence is left unused', () => {
  const code = readdirSync(source, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/^messages\/(?:catalogue|overview|python)\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .join('\n');
  // The compiler refuses keys that are not in the catalogue; only orphans need a search. A key can be put together.
  const built = [...code.matchAll(/`([a-z][a-z-]*-)\$\{/g)].map(([, prefix = '']) => prefix);
  const orphans = keys.filter((key) => !code.includes(`'${key}'`) && !built.some((prefix) => key.startsWith(prefix)));
  assert.deepEqual(orphans, []);
  console.log(`${keys.length} sentences, each used`);
});

test('sentences of findings are whole sentences, titles of fixes and code lenses and cells of the launch model are none', () => {
  const odd = keys.filter((key) => {
    // The sentence of a finding may be told within another one.
    const ends = /(?:[.?]|\{first\})$/.test(MESSAGES[key]);
    return /^(?:fix|lens|model)-/.test(key) ? ends : !ends;
  });
  assert.deepEqual(
    odd.filter((key) => !key.startsWith('status-')),
    [],
  );
});

test('a sentence is said once', () => {
  assert.equal(new Set(Object.values(MESSAGES)).size, keys.length);
});

test('render puts every argument in its place, once and as it is', () => {
  const values = fc.oneof(fc.string(), fc.integer(), fc.constantFrom('{flag}', '{}', '{0}', '$&', '{release} {name}'));
  const seed = 20261130;
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.array(values, { minLength: 8, maxLength: 8 }), (key, given) => {
      const names = [...new Set(namesIn(MESSAGES[key]))];
      const args = Object.fromEntries(names.map((name, i) => [name, given[i] ?? '']));
      const expected = MESSAGES[key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]));
      assert.equal(render({ key, args }), expected);
    }),
    { seed, numRuns: 1000 },
  );
});

test('render works in a bundle, without a translation being configured', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { render } from './messages/render.ts';
        process.stdout.write(render({ key: 'fix-rename', args: { flag: '--x' } }));`,
      resolveDir: new URL('.', source).pathname,
      loader: 'ts',
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
  });
  const { spawnSync } = await import('node:child_process');
  const { stdout, stderr } = spawnSync(process.execPath, ['-'], {
    input: outputFiles[0]?.text,
    encoding: 'utf8',
    cwd: '/',
  });
  assert.equal(stdout, 'Change to --x', stderr);
});
