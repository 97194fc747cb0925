/** Where an import leads: names of modules to places of files. Only words and URIs; whether a file is there is the caller's to look up. */

/**
 * URIs at which the file of `module` may be, the first that exists being the one Python takes, as far as the workspace goes.
 * A package stands for its `__init__.py`, and comes before a module of the same name as in CPython's `FileFinder`.
 * `folders` are looked in after the folder of the importing file; a relative import is looked for in its own package only.
 * URIs are of the form `file:///a/b.py`; no `folder` needs a slash at its end.
 */
export function candidates(from: string, module: string, folders: readonly string[]): string[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const path = module.slice(dots).split('.').filter(Boolean);
  if (path.some((part) => !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(part))) return [];
  if (dots > 0) {
    const base = up(from, dots);
    return base === null ? [] : filesOf(base, path);
  }
  if (path.length === 0) return [];
  const own = up(from, 1);
  const roots = [...(own === null ? [] : [own]), ...folders.map((folder) => folder.replace(/\/+$/, ''))];
  return [...new Set(roots.flatMap((root) => filesOf(root, path)))];
}

/** Folder of a URI, `levels` above the file itself; `null` above the root. */
function up(uri: string, levels: number): string | null {
  let at = uri;
  for (let level = 0; level < levels; level++) {
    const slash = at.lastIndexOf('/');
    if (slash <= at.indexOf('//') + 1) return null;
    at = at.slice(0, slash);
  }
  return at;
}

function filesOf(root: string, path: readonly string[]): string[] {
  const whole = [root, ...path.map(encodeURIComponent)].join('/');
  return path.length === 0 ? [`${whole}/__init__.py`] : [`${whole}/__init__.py`, `${whole}.py`];
}

/** The name that a file is imported by from a folder above it: `a/b/__init__.py` is `a.b`. `null` where it has none. */
export function moduleName(uri: string, folder: string): string | null {
  const root = folder.replace(/\/+$/, '');
  if (!uri.startsWith(`${root}/`) || !uri.endsWith('.py')) return null;
  const parts = uri
    .slice(root.length + 1, -'.py'.length)
    .split('/')
    .map(decoded);
  if (parts.at(-1) === '__init__' && parts.length > 1) parts.pop();
  return parts.every((part) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part)) ? parts.join('.') : null;
}

/** A part of a URI as text; what is not well encoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
