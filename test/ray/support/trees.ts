import fc from 'fast-check';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A random folder, as a plain value. */
export type Tree = Readonly<Record<string, TreeNode>>;

export type TreeNode =
  | { readonly kind: 'file'; readonly content: string; readonly mode: number }
  | { readonly kind: 'folder'; readonly tree: Tree }
  | { readonly kind: 'link'; readonly to: string };

const names = [
  'a', 'A', 'b', 'ab', 'a.py', 'b.py', 'log', 'logging.py', 'data', 'x.log', '.env', '.hidden', '.git', '.venv', 'venv',
  '__pycache__', 'ü', 'u\u0308', '模型.py', '🚀', 'a b', ' a', 'a ', '[a]', 'a-b', '!a', '#a', 'a*', 'a\nb', 'node_modules',
]; // prettier-ignore

const name = fc.constantFrom(...names);

const segment = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 2, arbitrary: fc.constantFrom('*', '**', '?', '*.py', 'a*', '*a', '.*', 'l?g', '*o*') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[ab]',
      '[!a]',
      '[a-c]*',
      '[]a]',
      '[!]a]',
      '[^a]',
      '[a',
      '[a-]',
      '[-a]',
      '\\a',
      '\\*',
      '[\\a]',
      'a\\',
    ),
  },
);

/** A line of an ignore file; few that leave out everything. */
export const ignoreLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', '/', '!', '!/', '\\', ' ', '#', '//'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '', '/', '/*', '/**', ' ', '//', '\t'),
  )
  .map(([before, segments, after]) => `${before}${segments.join('/')}${after}`);

export const ignoreFile: fc.Arbitrary<string> = fc
  .tuple(fc.array(ignoreLine, { maxLength: 4 }), fc.constantFrom('\n', '\n', '\r\n', '\r'), fc.boolean())
  .map(([lines, end, ends]) => lines.join(end) + (ends ? end : ''));

const file: fc.Arbitrary<TreeNode> = fc.record({
  kind: fc.constant('file' as const),
  content: fc.oneof(fc.string({ maxLength: 30 }), fc.constant(''), fc.constant('x = 1\n'.repeat(500))),
  mode: fc.constantFrom(0o644, 0o755, 0o600, 0o444, 0o4755),
});

const link: fc.Arbitrary<TreeNode> = fc.record({
  kind: fc.constant('link' as const),
  // Beside the tree, so that no link leads into a folder that holds it.
  to: fc.constantFrom('file.py', 'folder', 'missing', 'itself'),
});

const { tree } = fc.letrec<{ tree: Tree; node: TreeNode }>((tie) => ({
  tree: fc
    .tuple(
      fc.dictionary(name, tie('node'), { maxKeys: 5, depthIdentifier: 'tree' }),
      fc.option(ignoreFile, { freq: 3 }),
      fc.option(ignoreFile, { freq: 4 }),
    )
    .map(([nodes, git, ray]) => ({
      ...nodes,
      ...(git === null ? {} : { '.gitignore': fileOf(git) }),
      ...(ray === null ? {} : { '.rayignore': fileOf(ray) }),
    })),
  node: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 4 },
    { weight: 5, arbitrary: file },
    { weight: 1, arbitrary: link },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('folder' as const), tree: tie('tree') }) },
  ),
}));

export const randomTree: fc.Arbitrary<Tree> = tree;

function fileOf(content: string): TreeNode {
  return { kind: 'file', content, mode: 0o644 };
}

/** Writes a tree; `pool` is a folder that links lead to. */
export function plant(tree: Tree, folder: string, pool: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [entry, node] of Object.entries(tree)) {
    const at = path.join(folder, entry);
    switch (node.kind) {
      case 'file':
        writeFileSync(at, node.content);
        chmodSync(at, node.mode);
        break;
      case 'folder':
        plant(node.tree, at, pool);
        break;
      case 'link':
        symlinkSync(path.join(pool, node.to), at);
        break;
    }
  }
}

/** What links of trees lead to. */
export function plantPool(pool: string): void {
  plant(
    {
      'file.py': { kind: 'file', content: 'linked = True\n', mode: 0o755 },
      folder: {
        kind: 'folder',
        tree: {
          'in.py': fileOf('1\n'),
          'x.log': fileOf('2\n'),
          '.gitignore': fileOf('*.log\n'),
          empty: { kind: 'folder', tree: {} },
        },
      },
    },
    pool,
    pool,
  );
  symlinkSync('itself', path.join(pool, 'itself'));
}
