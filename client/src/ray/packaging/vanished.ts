import type { RayHttp } from '../http.ts';
import type { Job } from '../model.ts';
import type { Package } from './plan.ts';
import { uploadPackage } from './upload.ts';
import type { UploadOptions } from './upload.ts';

/**
 * The package without which a job failed: the head dropped it between the upload and the start (ray issues 36703, 46625).
 * Uploading it again and submitting once more helps.
 *
 * @returns its `gcs://` URI; `undefined` for a job that did not fail so
 */
export function packageVanished(job: Pick<Job, 'status' | 'message'>): string | undefined {
  if (job.status !== 'failed') return undefined;
  // The sentence of `download_and_unpack_package` in `ray/_private/runtime_env/packaging.py`, 2.48 to 2.60.
  return /Failed to download runtime_env file package (gcs:\/\/\S+) from the GCS/.exec(job.message ?? '')?.[1];
}

/**
 * Uploads again the package without which a job failed.
 *
 * @returns false where the job failed for another reason, or for want of a package that is not one of these: then submitting again does not help
 */
export async function uploadVanished(
  http: RayHttp,
  job: Pick<Job, 'status' | 'message'>,
  packages: readonly Package[],
  options: Omit<UploadOptions, 'again'> = {},
): Promise<boolean> {
  const uri = packageVanished(job);
  const lost = packages.find((one) => one.uri === uri);
  if (lost === undefined) return false;
  await uploadPackage(http, lost, { ...options, again: true });
  return true;
}
