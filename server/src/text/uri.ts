/** URIs as opaque text with `/` between segments: enough for files of any scheme, and no file system is asked. */

/** The folder of a file, without a closing slash. */
export function folderOfUri(uri: string): string {
  const slash = uri.lastIndexOf('/');
  return slash < 0 ? uri : uri.slice(0, slash);
}

/** The name of a file, for people. */
export function fileOfUri(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * A path seen from a folder. Absolute paths stay within the scheme and authority of the folder. `undefined` for a
 * folder whose URI has no path to resolve against (an untitled document).
 */
export function resolveUri(folder: string, path: string): string | undefined {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(\/.*)?$/i.exec(folder);
  if (!match) return undefined;
  const [, root = '', base = ''] = match;
  const segments = path.startsWith('/') ? [] : base.split('/').filter((segment) => segment !== '');
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(encoded(segment));
  }
  return `${root}/${segments.join('/')}`;
}

/** A segment of a URI. Half of a surrogate pair, which no name of a file can hold, becomes U+FFFD, as it does on its way to a disk. */
export function encodedSegment(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** A name as VS Code writes it in a URI, so that what is open in an editor is found. */
export function encoded(name: string): string {
  return encodedSegment(name).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** True where both name the same file, however each is encoded. */
export function isSameUri(a: string, b: string): boolean {
  return a === b || decoded(a) === decoded(b);
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
