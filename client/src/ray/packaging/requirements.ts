import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PackagingError, unreadable } from './packagingError.ts';
import { linesOf } from './wildMatch.ts';

/** Values of a runtime environment, by name. */
export type RuntimeEnv = Readonly<Record<string, unknown>>;

/** Resolves a path that was written in a runtime environment. */
type Resolve = (written: string) => string;

/**
 * Replaces paths of requirement files by what is in them, as Ray's client does before it submits (`_private/runtime_env/validation.py`):
 * the cluster cannot read files of this machine. Everything else stays as it is.
 *
 * @throws PackagingError of kind `not-found`, `unreadable` or `bad-value`
 */
export async function readRequirementFiles(runtimeEnv: RuntimeEnv, resolve: Resolve): Promise<RuntimeEnv> {
  const result: Record<string, unknown> = { ...runtimeEnv };
  for (const field of ['pip', 'uv'] as const) {
    if (result[field] !== undefined) result[field] = installed(field, result[field], resolve);
  }
  if (typeof result['conda'] === 'string') result['conda'] = await condaOf(result['conda'], resolve);
  return result;
}

function installed(field: 'pip' | 'uv', value: unknown, resolve: Resolve): unknown {
  const check = `${field}_check`;
  if (typeof value === 'string') return { packages: requirementsIn(field, value, resolve), [check]: false };
  if (!isRecord(value)) return value;
  const { packages } = value;
  return typeof packages === 'string' && field === 'pip'
    ? { [check]: false, ...value, packages: requirementsIn(field, packages, resolve) }
    : value;
}

/** Lines of a requirement file, each once; comments and options are for pip to read. */
function requirementsIn(field: string, written: string, resolve: Resolve): readonly string[] {
  const file = resolve(written);
  if (!isFile(file)) {
    throw new PackagingError(
      'not-found',
      `“${field}” of the runtime environment names ${file}, which is not a file. It takes a list of requirements, or the path of a requirement file.`,
    );
  }
  return [...new Set(linesOf(textOf(file).trim()))];
}

async function condaOf(written: string, resolve: Resolve): Promise<unknown> {
  if (!/\.ya?ml$/.test(written)) return written;
  const file = resolve(written);
  if (!isFile(file)) {
    throw new PackagingError('not-found', `“conda” of the runtime environment names ${file}, which is not a file.`);
  }
  // Not before it is needed: it takes as long to load as all else of the client together.
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(textOf(file));
  } catch (error) {
    if (error instanceof PackagingError) throw error;
    const [reason = ''] = linesOf(error instanceof Error ? error.message : String(error));
    throw new PackagingError('bad-value', `${file} is not YAML: ${reason}`, { cause: error });
  }
  if (!isRecord(value)) {
    throw new PackagingError('bad-value', `${file} does not describe a conda environment: it is no mapping.`);
  }
  return value;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

function isFile(file: string): boolean {
  return statSync(path.normalize(file), { throwIfNoEntry: false })?.isFile() === true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
