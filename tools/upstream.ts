// `npm run upstream`: which of the pinned versions have newer ones. Ends with 0 either way; it only tells.
import { mustRun } from './cache/process.ts';
import { versions } from './versions.mjs';

/** Something pinned, and how to ask for its newest release. */
interface Upstream {
  readonly name: string;
  readonly pinned: string;
  readonly newest: () => Promise<string>;
}

const pinnedEditor = newestOf(versions.editors.map(({ codeServer }) => codeServer));
const upstreams: readonly Upstream[] = [
  { name: 'OpenRLHF', pinned: newestOf(versions.openrlhf), newest: () => newestOnPyPI('openrlhf') },
  { name: 'Ray', pinned: newestOf(versions.ray), newest: () => newestOnPyPI('ray') },
  { name: 'VS Code (code-server)', pinned: pinnedEditor, newest: () => newestOnNpm('code-server') },
];

/** Wheels are asked for as Python 3.11 on Linux would, whatever Python is at hand. */
const wheels =
  '--only-binary=:all: --python-version 3.11 --implementation cp --abi cp311 --platform manylinux1_x86_64 --platform manylinux2014_x86_64';

/** The newest release on PyPI, which is the first of the list that pip prints. */
async function newestOnPyPI(name: string): Promise<string> {
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'index', 'versions', ...wheels.split(' '), name];
  const output = await mustRun('python3', pip, {
    instead: 'Python 3.10 or newer with pip is needed.',
  });
  const listed = /Available versions: ([^,\s]+)/.exec(output)?.[1];
  if (listed === undefined) throw new Error(`pip names no version of ${name}:\n${output}`);
  return listed;
}

async function newestOnNpm(name: string): Promise<string> {
  return (await mustRun('npm', ['view', name, 'version'])).trim();
}

function newestOf(pinned: readonly string[]): string {
  const newest = [...pinned].sort(compare).at(-1);
  if (newest === undefined) throw new Error('tools/versions.mjs pins nothing');
  return newest;
}

/** Compares version numbers part by part. */
function compare(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

for (const { name, pinned, newest } of upstreams) {
  const found = await newest();
  const verdict = compare(found, pinned) > 0 ? `newer: ${found}` : 'up to date';
  console.log(`${name}: pinned ${pinned}, ${verdict}`);
}
