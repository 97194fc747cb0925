import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../node/text.ts';
import { ignoresAround, isIgnored, withIgnoreFile, type IgnoreFile } from './gitignore.ts';

/** A file to judge. */
interface Input {
  /** As the answers name it. */
  readonly name: string;
  readonly path: string;
}

/** An input that cannot be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

interface Inputs {
  readonly files: readonly Input[];
  readonly unreadable: readonly Unreadable[];
}

/** Python is judged where it is named itself or by a launch; a folder is not searched for it. */
export function isPythonPath(path: string): boolean {
  return path.endsWith('.py');
}

const EXTENSIONS = /\.(?:sh|bash|slurm|sbatch)$/;
const SHEBANG = /^#!\s*(?:\/\S*\/)?(?:env\s+(?:-\S+\s+)*)?(?:\/\S*\/)?(?:ba|da)?sh(?:\s|$)/;
/** Never searched: what they hold is not the user's own script. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv']);

/** The files that a path names: itself, or the scripts below a folder in the order of their names. */
export function collectInputs(path: string): Inputs {
  try {
    if (!statSync(path).isDirectory()) return { files: [{ name: path, path }], unreadable: [] };
    const search = new FolderSearch();
    search.run(path);
    const files = search.found.sort().map((name) => ({ name, path: name }));
    return { files, unreadable: search.unreadable };
  } catch (error) {
    return { files: [], unreadable: [{ name: path, reason: reasonOf(error) }] };
  }
}

/** Looks through a folder, honouring `.gitignore`; each real file and folder counts once, however many links lead to it. */
class FolderSearch {
  readonly found: string[] = [];
  readonly unreadable: Unreadable[] = [];
  readonly #seen = new Set<string>();
  /** Followed last, so that a file has its own name rather than a link's. */
  readonly #links: { readonly path: string; readonly ignores: readonly IgnoreFile[] }[] = [];

  run(root: string): void {
    this.#folder(root, ignoresAround(root));
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) {
      const kind = kindOf(link.path);
      if (kind === 'other' || isIgnored(link.path, kind === 'folder', link.ignores)) continue;
      if (kind === 'folder') this.#folder(link.path, link.ignores);
      else this.#file(link.path);
    }
  }

  #folder(folder: string, outer: readonly IgnoreFile[]): void {
    let entries: Dirent[];
    try {
      if (!this.#isNew(folder)) return;
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.unreadable.push({ name: folder, reason: reasonOf(error) });
      return;
    }
    const ignores = withIgnoreFile(folder, outer);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && SKIPPED_FOLDERS.has(entry.name)) continue;
      if (entry.isSymbolicLink()) this.#links.push({ path, ignores });
      else if (isIgnored(path, entry.isDirectory(), ignores)) continue;
      else if (entry.isDirectory()) this.#folder(path, ignores);
      else if (entry.isFile()) this.#file(path);
    }
  }

  #file(path: string): void {
    if ((EXTENSIONS.test(path) || hasShellShebang(path)) && this.#isNew(path)) this.found.push(path);
  }

  #isNew(path: string): boolean {
    const real = realpathSync(path);
    if (this.#seen.has(real)) return false;
    this.#seen.add(real);
    return true;
  }
}

/** What a link leads to; a dangling one, or a device, is neither. */
function kindOf(path: string): 'file' | 'folder' | 'other' {
  try {
    const info = statSync(path);
    if (info.isDirectory()) return 'folder';
    return info.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
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
