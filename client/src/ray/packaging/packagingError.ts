import type { SizedPath } from './biggest.ts';

/** Why a folder cannot be packaged. */
export type PackagingErrorKind =
  /** No such file or folder, or one of the wrong kind. */
  | 'not-found'
  /** A file or folder that cannot be read. */
  | 'unreadable'
  /** Nothing is left to upload. */
  | 'empty'
  /** More than the dashboard takes. */
  | 'too-large'
  /** A value of the runtime environment of the wrong kind. */
  | 'bad-value'
  /** The caller gave up. */
  | 'cancelled';

/** A package that cannot be made. `message` is one sentence or two for a person, with the next step. */
export class PackagingError extends Error {
  readonly kind: PackagingErrorKind;
  /** With `too-large`: the biggest folders and files, uncompressed. */
  readonly biggest: readonly SizedPath[];

  constructor(
    kind: PackagingErrorKind,
    message: string,
    options: { readonly biggest?: readonly SizedPath[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PackagingError';
    this.kind = kind;
    this.biggest = options.biggest ?? [];
  }
}

/** A failed file operation as a sentence that names the path. */
export function unreadable(path: string, error: unknown): PackagingError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons.get(code) ?? (error instanceof Error ? error.message : String(error));
  return new PackagingError('unreadable', `${path} cannot be read: ${reason}. Make it readable, or exclude it.`, {
    cause: error,
  });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'it is gone, or its name is not UTF-8'],
  ['EIO', 'input/output error'],
  ['EMFILE', 'too many open files'],
  ['EBUSY', 'another program uses it'],
]);

/** @throws PackagingError of kind `cancelled` once the caller has given up */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled(signal.reason);
}

export function cancelled(cause?: unknown): PackagingError {
  return new PackagingError('cancelled', 'Cancelled.', { cause });
}
