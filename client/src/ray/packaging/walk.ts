import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import path from 'node:path';
import { PackagingError, throwIfCancelled, unreadable } from './packagingError.ts';
import type { PackageRules } from './rules.ts';
import { TimeSlice } from './timeSlice.ts';
import { excludedBy, linesOf, readIgnoreRules } from './wildMatch.ts';
import type { IgnoreRules } from './wildMatch.ts';

/** A file, folder or other thing that takes part in a package. */
export interface WalkedPath {
  /** Relative to the folder, with `/`; `.` is the folder itself. */
  readonly path: string;
  /**
   * `other`: a link that leads nowhere, a socket or a pipe. Its name is part of the content hash, it is not uploaded. A folder is uploaded
   * by itself only where it is empty.
   */
  readonly kind: 'file' | 'folder' | 'empty-folder' | 'other';
  /** Bytes; 0 unless a file. */
  readonly size: number;
  /** `st_mode` with the file type. */
  readonly mode: number;
}

/** Something that stays here, and why. What is below a folder is not listed. */
export interface IgnoredPath {
  /** As in `WalkedPath`; a folder ends in `/`. */
  readonly path: string;
  /** Where that is said, `.gitignore:3`, and the pattern; `excludes` has no line. */
  readonly source: string;
  readonly pattern: string;
}

/** What is below a folder. */
export interface WalkedFolder {
  /** Absolute. */
  readonly folder: string;
  /** In the order of their names; the folder itself comes first. */
  readonly paths: readonly WalkedPath[];
  readonly ignored: readonly IgnoredPath[];
  /** Links to a folder that holds the link. They are left out: Ray's own client would follow them forty times. */
  readonly loops: readonly string[];
}

export interface WalkOptions {
  readonly rules: PackageRules;
  /** As in `runtime_env`: lines as in an ignore file at the top. */
  readonly excludes: readonly string[];
  /** Hears of each file at once. */
  readonly onFile?: ((file: WalkedPath) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds what belongs to a package, as `_dir_travel` of `ray/_private/runtime_env/packaging.py` does: ignore files count for
 * what is at and below them, links are followed, and a folder whose own ignore file says `*` is left out as a whole.
 * Other than there, no pattern can leave out the folder itself (ray issue 53635: it yields an empty package).
 *
 * @throws PackagingError of kind `not-found`, `unreadable` or `cancelled`
 */
export async function walkFolder(folder: string, options: WalkOptions): Promise<WalkedFolder> {
  const top = path.resolve(folder);
  if (!isDirectory(statOf(top))) throw new PackagingError('not-found', `${top} is not a folder.`);
  const walk = new Walk(top, options);
  await walk.enter(
    '.',
    statOf(top),
    [walk.real(top)],
    [{ at: '', rules: readIgnoreRules('excludes', options.excludes) }],
  );
  const { paths, ignored, loops } = walk;
  return { folder: top, paths, ignored, loops };
}

/** Rules with the folder that they are relative to: empty, or with a `/` at its end. */
interface PlacedRules {
  readonly at: string;
  readonly rules: IgnoreRules;
}

class Walk {
  readonly paths: WalkedPath[] = [];
  readonly ignored: IgnoredPath[] = [];
  readonly loops: string[] = [];
  private readonly slice = new TimeSlice();
  private readonly top: string;
  private readonly options: WalkOptions;
  private readonly ignoreFiles: readonly string[];

  constructor(top: string, options: WalkOptions) {
    this.top = top;
    this.options = options;
    this.ignoreFiles = [
      ...(options.rules.gitignore ? ['.gitignore'] : []),
      ...(options.rules.rayignore ? ['.rayignore'] : []),
    ];
  }

  /** Walks a folder that nothing above leaves out. `parents` are the real places of the folder and those above it. */
  async enter(
    folder: string,
    stats: Stats | undefined,
    parents: readonly string[],
    above: readonly PlacedRules[],
  ): Promise<void> {
    throwIfCancelled(this.options.signal);
    await this.slice.pause();
    const entries = this.read(folder);
    const at = folder === '.' ? '' : `${folder}/`;
    const own = this.ignoreFiles
      .filter((name) => entries.some((entry) => entry.name === name))
      .flatMap((name) => this.readRules(`${at}${name}`) ?? [])
      .map((rules) => ({ at, rules }));
    if (folder !== '.' && this.leavesOut('.', own, at)) return;
    this.add(folder, entries.length === 0 ? 'empty-folder' : 'folder', stats);
    const all = [...above, ...own];
    for (const entry of entries) {
      const name = `${at}${entry.name}`;
      if (!entry.isFile()) await this.visit(entry, name, parents, all);
      else if (!this.leavesOut(name, all, name)) this.add(name, 'file', lstatOf(this.absolute(name)));
    }
  }

  real(absolute: string): string {
    try {
      return realpathSync(absolute);
    } catch (error) {
      throw unreadable(absolute, error);
    }
  }

  /** Whatever is no plain file. */
  private async visit(
    entry: Dirent,
    name: string,
    parents: readonly string[],
    rules: readonly PlacedRules[],
  ): Promise<void> {
    const absolute = this.absolute(name);
    const link = entry.isSymbolicLink();
    const stats = statOf(absolute);
    const isFolder = isDirectory(stats);
    if (this.leavesOut(name, rules, isFolder ? `${name}/` : name)) return;
    if (!isFolder) {
      this.add(name, stats?.isFile() === true ? 'file' : 'other', stats);
      return;
    }
    const real = link ? this.real(absolute) : path.join(parents.at(-1) ?? '', entry.name);
    const base = real.endsWith(path.sep) ? real : real + path.sep;
    if (link && parents.some((parent) => parent === real || parent.startsWith(base))) {
      this.loops.push(name);
      return;
    }
    await this.enter(name, stats, [...parents, real], rules);
  }

  private add(name: string, kind: WalkedPath['kind'], stats: Stats | undefined): void {
    if (kind === 'file' && stats === undefined) throw unreadable(this.absolute(name), { code: 'ENOENT' });
    const found = { path: name, kind, size: kind === 'file' ? (stats?.size ?? 0) : 0, mode: stats?.mode ?? 0 };
    this.paths.push(found);
    if (kind === 'file') this.options.onFile?.(found);
  }

  private leavesOut(name: string, all: readonly PlacedRules[], shown: string): boolean {
    for (const { at, rules } of all) {
      const relative = name === '.' ? name : name.slice(at.length);
      const pattern = excludedBy(rules, relative);
      if (pattern === undefined) continue;
      const source = rules.source === 'excludes' ? rules.source : `${rules.source}:${pattern.line}`;
      this.ignored.push({ path: shown, source, pattern: pattern.text });
      return true;
    }
    return false;
  }

  private readRules(name: string): IgnoreRules | undefined {
    const absolute = this.absolute(name);
    if (statOf(absolute)?.isFile() !== true) return undefined;
    try {
      return readIgnoreRules(name, linesOf(readFileSync(absolute, 'utf8')));
    } catch (error) {
      throw unreadable(absolute, error);
    }
  }

  private read(folder: string): readonly Dirent[] {
    const absolute = this.absolute(folder);
    try {
      return readdirSync(absolute, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      throw unreadable(absolute, error);
    }
  }

  private absolute(name: string): string {
    return name === '.' ? this.top : `${this.top}/${name}`;
  }
}

function isDirectory(stats: Stats | undefined): boolean {
  return stats?.isDirectory() === true;
}

function statOf(absolute: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch {
    // A link to itself, or into a folder that may not be entered: it leads nowhere.
    return undefined;
  }
}

function lstatOf(absolute: string): Stats | undefined {
  return lstatSync(absolute, { throwIfNoEntry: false });
}
