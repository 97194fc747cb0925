import { isAbsolute, posix, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file as programs that annotate a repository want it: with slashes, without `./`. */
export function repositoryPath(file: string): string {
  return posix.normalize(file.split(sep).join('/'));
}

/** A file as a URI reference: `file:` for an absolute path, else relative. */
export function uriReference(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return repositoryPath(file).split('/').map(encodeURIComponent).join('/');
}
