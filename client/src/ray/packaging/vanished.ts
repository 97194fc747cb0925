import { randomBytes } from 'node:crypto';
import type { RayHttp } from '../http.ts';
import type { Job } from '../model.ts';
import { pauseFor } from '../retry.ts';
import type { Package } from './plan.ts';
import type { PreparedRuntimeEnv } from './runtimeEnv.ts';
import { uploadPackage } from './upload.ts';
import type { UploadOptions } from './upload.ts';

/**
 * Milliseconds for which a node refuses a runtime environment that it could not make, without trying (`BAD_RUNTIME_ENV_CACHE_TTL_SECONDS`,
 * 10 s), and a little more.
 */
const refusal = 11_000;

/**
 * The package without which a job failed: the head dropped it between the upload and the start (ray issues 36703, 46625).
 *
 * @returns its `gcs://` URI; `undefined` for a job that did not fail so
 */
export function packageVanished(job: Pick<Job, 'status' | 'message'>): string | undefined {
  if (job.status !== 'failed') return undefined;
  // The sentence of `download_and_unpack_package` in `ray/_private/runtime_env/packaging.py`, 2.48 to 2.60.
  return /Failed to download runtime_env file package (gcs:\/\/\S+) from the GCS/.exec(job.message ?? '')?.[1];
}

/**
 * Uploads the package again without which a job failed, so that the same can be submitted once more, under another id. The package gets
 * another name, as nodes refuse a runtime environment that has just failed; a wheel, which has to keep its name, waits that time.
 *
 * @returns what to submit; `undefined` where the job failed for another reason, or for want of a package that is not one of these
 */
export async function uploadVanished(
  http: RayHttp,
  job: Pick<Job, 'status' | 'message'>,
  prepared: PreparedRuntimeEnv,
  options: Omit<UploadOptions, 'again'> = {},
): Promise<PreparedRuntimeEnv | undefined> {
  const uri = packageVanished(job);
  const lost = prepared.packages.find((one) => one.uri === uri);
  if (lost === undefined) return undefined;
  const found = lost.namedByContent ? renamed(lost) : lost;
  await uploadPackage(http, found, { ...options, again: true });
  if (!lost.namedByContent) await pauseFor(refusal, options.signal);
  return {
    runtimeEnv: replaced(prepared.runtimeEnv, lost.uri, found.uri),
    packages: prepared.packages.map((one) => (one === lost ? found : one)),
  };
}

/** The server checks no name against the content. */
function renamed(lost: Package): Package {
  const name = `_ray_pkg_${randomBytes(8).toString('hex')}.zip`;
  return { ...lost, name, uri: `gcs://${name}` };
}

function replaced(
  runtimeEnv: PreparedRuntimeEnv['runtimeEnv'],
  before: string,
  now: string,
): PreparedRuntimeEnv['runtimeEnv'] {
  const swap = (value: unknown): unknown => (value === before ? now : value);
  const result: Record<string, unknown> = { ...runtimeEnv };
  if ('working_dir' in result) result['working_dir'] = swap(result['working_dir']);
  if (Array.isArray(result['py_modules'])) result['py_modules'] = result['py_modules'].map(swap);
  return result;
}
