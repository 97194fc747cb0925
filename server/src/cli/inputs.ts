import ignore, { type Ignore } from 'ignore';
import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A file to judge, under the name that answers give it. */
export interface Input {
  readonly name: string;
  readonly path: string;
}

/** An input that cannot be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

const EXTENSIONS = /\.(sh|bash|slurm|sbatch)$/;
const SHEBANG = /^#!\s*(\/\S*\/)?(env\s+(-\S+\s+)*)?(\/\S*\/)?(ba|da)?sh(\s|$)/;
/** Never searched: what they hold is not the user's own script. */
const SKIPPED_FOLDERS = new Set(['.git', 'node_modules', '__pycache__', '.venv']);

/** The files that the paths name, in their order; folders are searched, honouring `.gitignore`, each real folder once. */
export function collectInputs(paths: readonly string[]): { files: Input[]; unreadable: Unreadable[] } {
  const files: Input[] = [];
  const unreadable: Unreadable[] = [];
  for (const path of paths) {
    try {
      if (statSync(path).isDirectory()) searchFolder(path, path, [], new Set(), files, unreadable);
      else files.push({ name: path, path });
    } catch (error) {
      unreadable.push({ name: path, reason: reasonOf(error) });
    }
  }
  return { files, unreadable };
}

interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

function searchFolder(
  root: string,
  folder: string,
  outer: readonly IgnoreFile[],
  seen: Set<string>,
  files: Input[],
  unreadable: Unreadable[],
): void {
  let entries: string[];
  try {
    const real = realpathSync(folder);
    if (seen.has(real)) return;
    seen.add(real);
    entries = readdirSync(folder).sort();
  } catch (error) {
    unreadable.push({ name: folder, reason: reasonOf(error) });
    return;
  }
  const ignores = entries.includes('.gitignore') ? [...outer, readIgnore(folder)] : outer;
  for (const entry of entries) {
    const path = join(folder, entry);
    const kind = kindOf(path);
    if (kind === 'other' || isIgnored(path, kind === 'folder', ignores)) continue;
    if (kind === 'folder') {
      if (!SKIPPED_FOLDERS.has(entry)) searchFolder(root, path, ignores, seen, files, unreadable);
    } else if (EXTENSIONS.test(entry) || (!entry.includes('.') && hasShellShebang(path))) {
      const real = realpathSync(path);
      if (!seen.has(real)) files.push({ name: path, path });
      seen.add(real);
    }
  }
}

/** Follows links; a dangling one, or a device, is neither. */
function kindOf(path: string): 'file' | 'folder' | 'other' {
  try {
    const info = statSync(path);
    if (info.isDirectory()) return 'folder';
    return info.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}

function readIgnore(folder: string): IgnoreFile {
  let text = '';
  try {
    text = readFileSync(join(folder, '.gitignore'), 'utf8');
  } catch {
    // An unreadable .gitignore ignores nothing, as for git.
  }
  return { folder, rules: ignore().add(text) };
}

/** The innermost `.gitignore` that speaks of the path decides. */
function isIgnored(path: string, folder: boolean, ignores: readonly IgnoreFile[]): boolean {
  for (const { folder: base, rules } of [...ignores].reverse()) {
    const inside = relative(base, path).split(sep).join('/');
    const verdict = rules.test(folder ? `${inside}/` : inside);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

function hasShellShebang(path: string): boolean {
  const buffer = Buffer.alloc(128);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return SHEBANG.test(buffer.toString('latin1', 0, length));
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Text of a file; throws with a plain reason where it is none. */
export function readInput(path: string | 0): string {
  const bytes = readFileSync(path);
  if (bytes.includes(0)) throw new Error('not a text file (it holds a NUL byte)');
  return bytes.toString('utf8');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  ELOOP: 'too many symbolic links',
};

/** A file system error in plain words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return REASONS[code] ?? error.message;
}
