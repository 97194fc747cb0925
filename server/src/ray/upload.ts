import type { JsonNode } from './json.ts';
import { memberOf } from './json.ts';
import type { RuntimeEnvProblem } from './runtimeEnvProblem.ts';

/** Schemes that Ray fetches an archive from, with that of its own store. */
const REMOTE = ['http', 'https', 's3', 'gs', 'azure', 'abfss', 'file'];
const OWN = ['gcs', 'conda', 'pip', 'uv'];
/** Archives that every release takes for `working_dir`, and those that only newer ones take. */
const NEWER_ARCHIVES = ['.tar.gz', '.tgz', '.tar.xz'];

/** `working_dir`, `py_modules` and `excludes`: what is zipped and sent before the job is. */
export function* uploadProblems(root: JsonNode, { ray }: { readonly ray: string }): Iterable<RuntimeEnvProblem> {
  const folder = memberOf(root, 'working_dir')?.value;
  if (folder !== undefined) yield* workingDirProblems(folder, ray);
  yield* modules(memberOf(root, 'py_modules')?.value);
  yield* excludes(memberOf(root, 'excludes')?.value);
}

function* workingDirProblems(node: JsonNode, ray: string): Iterable<RuntimeEnvProblem> {
  if (node.kind === 'unknown' || (node.kind === 'constant' && node.value === null)) return;
  if (node.kind !== 'text') {
    yield { message: 'runtime-env-folder-text', range: node, args: { key: 'working_dir' } };
    return;
  }
  const { start, end } = node;
  if (node.value === null) return;
  const problem = folderProblem(node.value, ray);
  if (problem !== undefined) yield { ...problem, range: { start, end } };
}

/**
 * What is wrong with a folder or URI for `working_dir`. Folders themselves are not looked for: the script may run
 * elsewhere.
 */
export function folderProblem(text: string, ray: string): Omit<RuntimeEnvProblem, 'range'> | undefined {
  if (/^~(?:\/|$)/.test(text)) return { message: 'runtime-env-folder-home', args: { folder: text } };
  const variable = /\$(?:\w+|\{\w+\})/.exec(text)?.[0];
  if (variable !== undefined) return { message: 'runtime-env-folder-variable', args: { folder: text, variable } };
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || OWN.includes(scheme)) return undefined;
  if (scheme === 'local') {
    const old = ray.localeCompare('2.59.0', 'en', { numeric: true }) < 0;
    return old ? { message: 'runtime-env-folder-local', args: { folder: text } } : undefined;
  }
  if (!REMOTE.includes(scheme)) {
    if (!text.includes('://')) return undefined;
    return { message: 'runtime-env-folder-scheme', args: { folder: text, schemes: [...REMOTE, 'gcs'].join(', ') } };
  }
  const path = text.replace(/[?#].*$/, '');
  if (path.endsWith('.zip') || NEWER_ARCHIVES.some((ending) => path.endsWith(ending) && isNew(ray))) return undefined;
  return { message: 'runtime-env-folder-archive', args: { folder: text } };
}

function isNew(ray: string): boolean {
  return ray.localeCompare('2.60.0', 'en', { numeric: true }) >= 0;
}

function* modules(node: JsonNode | undefined): Iterable<RuntimeEnvProblem> {
  if (node === undefined || node.kind === 'unknown' || (node.kind === 'constant' && node.value === null)) return;
  const args = { key: 'py_modules', expected: 'a list of texts' };
  if (node.kind !== 'list') {
    yield {
      message: 'runtime-env-type',
      range: node,
      args,
    };
    return;
  }
  for (const item of node.items) {
    if (item.kind !== 'text' && item.kind !== 'unknown') yield { message: 'runtime-env-type', range: item, args };
  }
}

/** Patterns that fit a single dot, as which the folder itself is matched. */
const EVERYTHING = /^(?:\/|\*\*\/)?(?:\.\*+|\*+|\*+\.\*+|\.|\?|\[\.\])$/;

function* excludes(node: JsonNode | undefined): Iterable<RuntimeEnvProblem> {
  if (node === undefined || node.kind === 'unknown' || (node.kind === 'constant' && node.value === null)) return;
  const args = { key: 'excludes', expected: 'a list of texts' };
  if (node.kind !== 'list') {
    yield { message: 'runtime-env-type', range: node, args };
    return;
  }
  for (const item of node.items) {
    if (item.kind !== 'text' && item.kind !== 'unknown') yield { message: 'runtime-env-type', range: item, args };
  }
  // A later pattern with `!` may bring it back.
  const texts = node.items.map((item) => (item.kind === 'text' ? item.value : null));
  if (texts.some((text) => text === null || text.startsWith('!'))) return;
  for (const item of node.items) {
    if (item.kind !== 'text' || item.value === null || !EVERYTHING.test(item.value)) continue;
    const hidden = /^(.*)\.\*$/.exec(item.value);
    const instead = hidden === null || item.value.includes('*.*') ? undefined : `"${hidden[1] ?? ''}.[!.]*"`;
    yield {
      message: 'runtime-env-excludes-all',
      range: item,
      args: { pattern: item.value },
      ...(instead === undefined ? {} : { instead }),
    };
  }
}
