import { encodedSegment } from '../text/uri.ts';

/** Folder of a path or URI, as `dirname` names it. */
export function dirname(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const slash = trimmed.lastIndexOf('/');
  if (slash < 0) return '.';
  return trimmed.slice(0, slash).replace(/\/+$/, '') || '/';
}

/** Last part of a path, as `basename` names it. */
export function basename(path: string, suffix = ''): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (trimmed === '') return path === '' ? '' : '/';
  const base = trimmed.slice(trimmed.lastIndexOf('/') + 1) || '/';
  return suffix !== '' && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

/** A path relative to the folder of a URI; `..` and `.` are resolved. */
export function resolvePath(folder: string, path: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const scheme = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i.exec(folder)?.[0] ?? '';
  const base = path.startsWith('/') ? '' : folder.slice(scheme.length);
  const out: string[] = [];
  for (const part of `${base}/${encodePath(path, scheme)}`.split('/')) {
    if (part === '..') out.pop();
    else if (part !== '.' && part !== '') out.push(part);
  }
  return `${scheme}/${out.join('/')}`;
}

function encodePath(path: string, scheme: string): string {
  return scheme === '' ? path : path.split('/').map(encodedSegment).join('/');
}
