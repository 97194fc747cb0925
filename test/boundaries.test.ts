import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Which folders (or files) of `server/src` a folder may import beside itself; the table of docs/ARCHITECTURE.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  text: [],
  messages: [],
  catalogue: ['text'],
  shell: ['text'],
  python: ['text', 'catalogue/schema.ts'],
  contracts: ['text'],
  launch: ['text', 'catalogue', 'shell/model.ts', 'python'],
  ray: ['text', 'shell/model.ts', 'launch'],
  config: ['text', 'catalogue', 'launch'],
  plan: ['text', 'catalogue', 'launch', 'config'],
  rules: ['text', 'catalogue', 'shell/model.ts', 'python', 'contracts', 'launch', 'ray', 'config', 'plan', 'messages'],
  features: [
    'text',
    'catalogue',
    'shell',
    'python',
    'contracts',
    'launch',
    'ray',
    'config',
    'plan',
    'messages',
    'rules',
    'settings.ts',
  ],
  templates: [],
  'settings.ts': ['rules/model.ts'],
  'service.ts': ['text', 'catalogue', 'launch', 'ray', 'python', 'rules', 'features', 'settings.ts'],
  node: ['service.ts', 'text', 'catalogue', 'python', 'templates'],
  lsp: [
    'text',
    'catalogue',
    'features',
    'launch',
    'plan',
    'messages',
    'rules',
    'settings.ts',
    'service.ts',
    'node',
    'version.ts',
  ],
  cli: [
    'text',
    'catalogue',
    'features',
    'launch',
    'messages',
    'rules',
    'python',
    'settings.ts',
    'service.ts',
    'node',
    'templates',
    'version.ts',
    'runner',
  ],
  'programs.ts': ['cli', 'lsp'],
};

/** Packages that a folder may import; the core knows neither a transport nor a file system nor an editor. */
const PACKAGES: Readonly<Record<string, readonly RegExp[]>> = {
  messages: [/^@vscode\/l10n$/],
  shell: [/^unbash$/],
  python: [/^@lezer\/(python|common)$/],
  features: [/^vscode-languageserver-types$/, /^yaml$/, /^jsonc-parser$/],
  'service.ts': [/^vscode-languageserver-types$/],
  ray: [/^jsonc-parser$/],
  'settings.ts': [/^zod\/mini$/],
  node: [/^node:/],
  lsp: [/^vscode-languageserver(\/node|-textdocument)?$/, /^@vscode\/l10n$/],
  cli: [/^node:/, /^ignore$/, /^jsonc-parser$/, /^get-east-asian-width$/],
};

interface Import {
  readonly from: string;
  readonly specifier: string;
}

const IMPORT = /^\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|import\('([^']+)'\)/gm;

function importsBelow(folder: string): Import[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const from = relative(root, path).split(sep).join('/');
      return [...readFileSync(path, 'utf8').matchAll(IMPORT)].map((match) => ({
        from,
        specifier: match[1] ?? match[2] ?? match[3] ?? '',
      }));
    });
}

const serverImports = importsBelow('server/src');

/** `server/src/rules/check.ts` → `rules`; `server/src/service.ts` → `service.ts`. */
function unitOf(path: string): string {
  return path.replace(/^server\/src\//, '').split('/')[0] ?? '';
}

function targetOf({ from, specifier }: Import): string {
  return posix.join(dirname(from), specifier).replace(/^server\/src\//, '');
}

test('there is something to check', () => {
  assert.ok(serverImports.length > 100);
});

test('the table is that of the architecture', () => {
  const table =
    readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8').split('| may import')[1]?.split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([\w.]+)\/?` .*\|([^|]*)\|$/gm)].map(([, unit = '', names = '']) => [
    unit,
    [...names.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
  ]);
  assert.deepEqual(Object.fromEntries(rows), MAY_IMPORT);
});

describe('imports of the server follow the way of the data', () => {
  const units = new Set(serverImports.map(({ from }) => unitOf(from)));
  for (const unit of units) {
    test(unit, () => {
      const allowed = MAY_IMPORT[unit];
      assert.ok(allowed, `server/src/${unit} has no row in the table`);
      const wrong = serverImports
        .filter(({ from, specifier }) => unitOf(from) === unit && specifier.startsWith('.'))
        .map((one) => ({ ...one, target: targetOf(one) }))
        .filter(({ target }) => unitOf(target) !== unit)
        .filter(({ target }) => !allowed.some((name) => target === name || target.startsWith(`${name}/`)))
        .map(({ from, target }) => `${from} imports ${target}`);
      assert.deepEqual(wrong, []);
    });
    test(`${unit}: packages`, () => {
      const wrong = serverImports
        .filter(({ from, specifier }) => unitOf(from) === unit && !specifier.startsWith('.'))
        .filter(({ specifier }) => !(PACKAGES[unit] ?? []).some((pattern) => pattern.test(specifier)))
        .map(({ from, specifier }) => `${from} imports ${specifier}`);
      assert.deepEqual(wrong, []);
    });
  }
});

/** Files that a file imports, types included, and what those import. */
function reachableFrom(start: string, importsOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(importsOf.get(start) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    open.push(...(importsOf.get(at) ?? []));
  }
  return reached;
}

test('no file of the server imports itself by way of others', () => {
  const importsOf = new Map<string, string[]>();
  for (const one of serverImports.filter(({ specifier }) => specifier.startsWith('.'))) {
    const from = one.from.replace(/^server\/src\//, '');
    importsOf.set(from, [...(importsOf.get(from) ?? []), targetOf(one)]);
  }
  const circular = [...importsOf.keys()].filter((file) => reachableFrom(file, importsOf).has(file));
  // The evaluator of bash is one recursion: a word holds commands, and commands hold words.
  assert.deepEqual(
    circular.filter((file) => !file.startsWith('shell/')),
    [],
  );
});

test('the client imports nothing of the server but the protocol, and what it shares of text and templates', () => {
  const wrong = importsBelow('client/src')
    .filter(({ specifier }) => specifier.includes('server/'))
    .filter((one) => !['lsp/protocol.ts', 'text/secrets.ts', 'templates/kinds.ts'].includes(targetOf(one)))
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
  assert.deepEqual(wrong, []);
});

test('the Ray library knows no editor, and nothing of the client above it', () => {
  const imports = importsBelow('client/src/ray');
  assert.ok(imports.length > 0);
  const wrong = imports
    .filter(
      ({ from, specifier }) =>
        specifier === 'vscode' ||
        specifier.startsWith('vscode-') ||
        (specifier.startsWith('.') && !posix.join(dirname(from), specifier).startsWith('client/src/ray/')),
    )
    .filter((one) => targetOf(one) !== 'text/secrets.ts')
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
  assert.deepEqual(wrong, []);
});

test('the runner knows neither the server nor the client, neither an editor nor a transport', () => {
  const imports = importsBelow('runner/src');
  assert.ok(imports.length > 0);
  const wrong = imports
    .filter(
      ({ from, specifier }) =>
        !/^(?:node:|zod\/mini$|@vscode\/l10n$)/.test(specifier) &&
        !(specifier.startsWith('.') && posix.join(dirname(from), specifier).startsWith('runner/src/')),
    )
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
  assert.deepEqual(wrong, []);
});

test('the language server runs no file of the user: only the command line has the runner', () => {
  const users = serverImports.filter((one) => targetOf(one).startsWith('runner/')).map(({ from }) => from);
  assert.ok(users.length > 0);
  assert.deepEqual(
    users.filter((from) => unitOf(from) !== 'cli'),
    [],
  );
});

test('product code imports no test and no tool', () => {
  const wrong = [...serverImports, ...importsBelow('client/src'), ...importsBelow('runner/src')]
    .filter((one) => /^(test|tools)\//.test(posix.join(dirname(one.from), one.specifier)))
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
  assert.deepEqual(wrong, []);
});
