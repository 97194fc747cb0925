import { answered, failureOf } from '../answer.ts';
import { RayError } from '../errors.ts';
import type { RayHttp, RayRequest } from '../http.ts';
import { retried } from '../retry.ts';
import { formatSize } from './formatSize.ts';
import type { Package } from './plan.ts';
import { largestPackage } from './plan.ts';

/** Milliseconds until the server must have answered: it writes a package into the store of the head before it does. */
const askLimit = 30_000;
const uploadLimit = 180_000;

export interface UploadOptions {
  /** Bytes that have gone out, of how many. */
  readonly onProgress?: (sent: number, total: number) => void;
  /** Sends it even if a package of its name is there. */
  readonly again?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Asks whether the cluster has a package. Doing so keeps it, or the one that is uploaded next, for 600 s
 * (`RAY_RUNTIME_ENV_TEMPORARY_REFERENCE_EXPIRATION_S`), in which a job has to begin to use it.
 */
export async function packageExists(http: RayHttp, name: string, signal?: AbortSignal): Promise<boolean> {
  return retried(async () => {
    const response = await http.send({
      method: 'GET',
      path: pathOf(name),
      timeout: askLimit,
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status !== 200 && response.status !== 404) throw await failureOf(http, response);
    response.body.resume();
    return response.status === 200;
  }, signal);
}

/**
 * Uploads a package, unless the cluster has it.
 *
 * @returns `exists` where nothing had to be sent
 * @throws RayError of kind `too-large` when it has more bytes than the dashboard or a proxy before it takes, and others
 */
export async function uploadPackage(
  http: RayHttp,
  upload: Package,
  options: UploadOptions = {},
): Promise<'uploaded' | 'exists'> {
  const { onProgress, again = false, signal } = options;
  if (upload.size > largestPackage) {
    throw new RayError(
      'too-large',
      `${upload.name} has ${formatSize(upload.size)}; the dashboard takes ${formatSize(largestPackage)}.`,
    );
  }
  const exists = await packageExists(http, upload.name, signal);
  if (exists && upload.namedByContent && !again) return 'exists';
  const request: RayRequest = {
    method: 'PUT',
    path: pathOf(upload.name),
    body: {
      open: upload.open,
      length: upload.size,
      onSent: (bytes) => onProgress?.(bytes, upload.size),
    },
    timeout: uploadLimit,
    ...(signal === undefined ? {} : { signal }),
  };
  const response = await answered(http, request);
  response.body.resume();
  return 'uploaded';
}

function pathOf(name: string): string {
  return `/api/packages/gcs/${encodeURIComponent(name)}`;
}
