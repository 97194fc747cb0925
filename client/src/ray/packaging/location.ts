import path from 'node:path';

/** Schemes of `Protocol` in `ray/_common/runtime_env_uri.py`, 2.60; 2.48 knows all but `azure`, `abfss` and `local`. */
const schemes: ReadonlySet<string> = new Set(['gcs', 'http', 'https', 's3', 'gs', 'azure', 'abfss', 'file', 'local']);

/** Where `working_dir` or an entry of `py_modules` is. */
export type Location =
  | { readonly kind: 'path'; readonly path: string }
  /** On the cluster, or somewhere that it can reach. */
  | { readonly kind: 'uri'; readonly scheme: string }
  /** A scheme that Ray does not know. */
  | { readonly kind: 'unknown-scheme'; readonly scheme: string };

/**
 * Tells a path of this machine from a URI, as `is_path` of `ray/_private/path_utils.py` does.
 *
 * @param base absolute; what a relative path is relative to
 * @param platform of the machine that the path is on: `C:\code` is a path on win32 only
 */
export function locate(text: string, base: string, platform: NodeJS.Platform): Location {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1]?.toLowerCase();
  const isDrive = platform === 'win32' && scheme?.length === 1;
  if (scheme === undefined || isDrive) {
    const flavour = platform === 'win32' ? path.win32 : path.posix;
    return { kind: 'path', path: flavour.resolve(base, text) };
  }
  return schemes.has(scheme) ? { kind: 'uri', scheme } : { kind: 'unknown-scheme', scheme };
}
