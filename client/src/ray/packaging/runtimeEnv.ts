import { statSync } from 'node:fs';
import type { RayHttp } from '../http.ts';
import { locate } from './location.ts';
import { planModuleFile, planPackageFile } from './packageFile.ts';
import { PackagingError, throwIfCancelled } from './packagingError.ts';
import { planPackage } from './plan.ts';
import type { Package, PackagePlan } from './plan.ts';
import { readRequirementFiles } from './requirements.ts';
import type { RuntimeEnv } from './requirements.ts';
import { isAtLeast } from './rules.ts';
import type { PackageRules } from './rules.ts';
import { uploadPackage } from './upload.ts';
import type { UploadOptions } from './upload.ts';

export interface RuntimeEnvOptions {
  /** Absolute: what relative paths are relative to. */
  readonly base: string;
  /** Version of the cluster; some values need a newer one. */
  readonly rayVersion: string;
  readonly rules?: PackageRules;
  /** Of the machine that the paths are on. */
  readonly platform?: NodeJS.Platform;
  /** File of the bundled `packWorker.ts`. */
  readonly worker?: string | undefined;
  /** Packages that have been planned a moment ago, as for a preflight, and need not be planned again. */
  readonly planned?: readonly PackagePlan[];
  readonly signal?: AbortSignal;
}

/** A runtime environment that a cluster understands, and what it has to get first. */
export interface PreparedRuntimeEnv {
  readonly runtimeEnv: RuntimeEnv;
  readonly packages: readonly Package[];
}

/**
 * Makes a runtime environment ready for the Jobs API, as Ray's client does: folders of this machine become packages with their
 * `gcs://` URIs, requirement files become lists. Nothing is sent yet: `uploadPackage` has to be called with each package.
 *
 * @throws PackagingError
 */
export async function prepareRuntimeEnv(
  runtimeEnv: RuntimeEnv,
  options: RuntimeEnvOptions,
): Promise<PreparedRuntimeEnv> {
  const preparation = new Preparation(runtimeEnv, options);
  const read = await readRequirementFiles(runtimeEnv, (text) => preparation.pathOf(text));
  const result: Record<string, unknown> = { ...read };
  const workingDir = result['working_dir'];
  if (workingDir !== undefined && workingDir !== null) result['working_dir'] = await preparation.workingDir(workingDir);
  const modules = result['py_modules'];
  if (modules !== undefined && modules !== null) result['py_modules'] = await preparation.modules(modules);
  return { runtimeEnv: result, packages: preparation.packages };
}

/**
 * Makes a runtime environment ready and uploads what it needs.
 *
 * @returns `packages` as well, for `uploadVanished`
 * @throws PackagingError, RayError
 */
export async function resolveRuntimeEnv(
  http: RayHttp,
  runtimeEnv: RuntimeEnv,
  options: RuntimeEnvOptions & Pick<UploadOptions, 'onProgress'>,
): Promise<PreparedRuntimeEnv> {
  const prepared = await prepareRuntimeEnv(runtimeEnv, options);
  const { onProgress, signal } = options;
  const total = prepared.packages.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const one of prepared.packages) {
    await uploadPackage(http, one, {
      onProgress: (sent) => onProgress?.(before + sent, total),
      ...(signal === undefined ? {} : { signal }),
    });
    before += one.size;
  }
  return prepared;
}

class Preparation {
  readonly packages: Package[] = [];
  private readonly excludes: readonly string[];
  private readonly options: RuntimeEnvOptions;

  constructor(runtimeEnv: RuntimeEnv, options: RuntimeEnvOptions) {
    this.options = options;
    this.excludes = excludesOf(runtimeEnv);
  }

  pathOf(text: string): string {
    const { base, platform = process.platform } = this.options;
    const location = locate(text, base, platform);
    return location.kind === 'path' ? location.path : text;
  }

  async workingDir(value: unknown): Promise<string> {
    const text = textOf('working_dir', value);
    const path = this.localPath('working_dir', text);
    if (path === undefined) return text;
    if (isFolder(path)) return this.add(await this.folder(path, false));
    if (path.endsWith('.zip') && isFile(path)) return this.add(await planPackageFile(path));
    throw new PackagingError(
      'not-found',
      `“working_dir” of the runtime environment is ${path}, which is neither a folder nor a zip file of this machine. ` +
        `For a folder that every node of the cluster has, leave working_dir out and begin the entrypoint with: cd ${text} &&`,
    );
  }

  async modules(value: unknown): Promise<readonly string[]> {
    if (!Array.isArray(value)) throw badValue('py_modules', 'a list of paths and URIs', value);
    const uris: string[] = [];
    for (const one of value) uris.push(await this.module(textOf('py_modules', one)));
    return uris;
  }

  private async module(text: string): Promise<string> {
    const path = this.localPath('py_modules', text);
    if (path === undefined) return text;
    if (isFolder(path)) return this.add(await this.folder(path, true));
    if (isFile(path)) {
      if (/\.(?:whl|zip)$/.test(path)) return this.add(await planPackageFile(path));
      if (path.endsWith('.py')) return this.add(await planModuleFile(path));
    }
    throw new PackagingError(
      'not-found',
      `“py_modules” of the runtime environment names ${path}, which is no folder, .py, .whl or .zip file of this machine.`,
    );
  }

  private async folder(folder: string, asModule: boolean): Promise<Package> {
    throwIfCancelled(this.options.signal);
    const { rules, worker, signal, planned = [] } = this.options;
    const ready = asModule ? undefined : planned.find((one) => one.folder === folder);
    return (
      ready ??
      planPackage(folder, {
        excludes: this.excludes,
        asModule,
        worker,
        ...(rules === undefined ? {} : { rules }),
        ...(signal === undefined ? {} : { signal }),
      })
    );
  }

  private add(one: Package): string {
    if (!this.packages.some(({ uri }) => uri === one.uri)) this.packages.push(one);
    return one.uri;
  }

  /** The path of this machine that a value names; `undefined` for a URI. */
  private localPath(field: string, text: string): string | undefined {
    const { base, rayVersion, platform = process.platform } = this.options;
    const location = locate(text, base, platform);
    switch (location.kind) {
      case 'path':
        return location.path;
      case 'uri':
        if (location.scheme === 'local' && !isAtLeast(rayVersion, 2, 59)) {
          throw new PackagingError(
            'bad-value',
            `“${field}” is ${text}, but Ray ${rayVersion} does not know local:// yet (2.59 does). ` +
              `Leave it out and begin the entrypoint with: cd ${text.replace(/^local:\/\//i, '')} &&`,
          );
        }
        return undefined;
      case 'unknown-scheme':
        throw new PackagingError(
          'bad-value',
          `“${field}” is ${text}, but Ray does not know the scheme ${location.scheme}://.`,
        );
    }
  }
}

function excludesOf(runtimeEnv: RuntimeEnv): readonly string[] {
  const value = runtimeEnv['excludes'];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw badValue('excludes', 'a list of patterns', value);
  return value.map((one) => textOf('excludes', one));
}

function textOf(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw badValue(field, 'text', value);
}

function badValue(field: string, expected: string, value: unknown): PackagingError {
  const shown = JSON.stringify(value).slice(0, 100);
  return new PackagingError('bad-value', `“${field}” of the runtime environment has to be ${expected}, not ${shown}.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
