import ignore, { type Ignore } from 'ignore';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { repositoryOf } from './repository.ts';

/** The rules of one `.gitignore`. */
export interface IgnoreFile {
  /** The absolute folder that it lies in. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The `.gitignore` files above a folder, up to the root of its repository; the outermost first. */
export function ignoresAround(folder: string): readonly IgnoreFile[] {
  const start = resolve(folder);
  // Without a repository there is no telling how far up a .gitignore would hold.
  const root = repositoryOf(start) ?? start;
  let above: readonly IgnoreFile[] = [];
  for (let at = start; at !== root;) {
    at = dirname(at);
    above = [...withIgnoreFile(at, []), ...above];
  }
  // Whoever names an ignored folder wants it searched.
  return isIgnored(start, true, above) ? [] : above;
}

/** Adds the `.gitignore` of a folder, if it has one. */
export function withIgnoreFile(folder: string, outer: readonly IgnoreFile[]): readonly IgnoreFile[] {
  try {
    const text = readFileSync(join(folder, '.gitignore'), 'utf8').replace(/^\uFEFF/, '');
    return [...outer, { folder: resolve(folder), rules: ignore({ ignorecase: false }).add(text) }];
  } catch {
    // There is none, or it cannot be read: then it ignores nothing, as for git.
    return outer;
  }
}

/** The innermost `.gitignore` that speaks of the path decides. */
export function isIgnored(path: string, folder: boolean, ignores: readonly IgnoreFile[]): boolean {
  for (const { folder: base, rules } of [...ignores].reverse()) {
    const inside = relative(base, resolve(path)).split(sep).join('/');
    const verdict = rules.test(folder ? `${inside}/` : inside);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
