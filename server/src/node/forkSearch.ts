import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseCatalogue } from '../catalogue/lookup.ts';
import { readOpenrlhfCopy } from './openrlhfCopy.ts';
import { reasonOf } from './text.ts';

/** A copy of OpenRLHF that lies in a workspace. */
export interface Fork {
  /** The package: `…/openrlhf`, or what it has been renamed to. */
  readonly folder: string;
  /** `null` where it cannot be read. */
  readonly copy: ReleaseCatalogue | null;
  /** Why it cannot be read. */
  readonly reason?: string;
}

/** What makes a folder a copy of OpenRLHF. */
const MARK = join('cli', 'train_ppo_ray.py');
/** Folders below a workspace folder: `third_party/OpenRLHF/openrlhf` is three. */
const DEPTH = 3;
/** So many folders are looked into; a copy that lies deeper or later is named by the setting of a release alone. */
const FOLDERS = 2_000;
/** Names with a dot are never entered, nor are these. */
const PASSED_OVER = new Set(['node_modules', '__pycache__', 'site-packages', 'venv', 'env', 'build', 'dist', 'wandb']);

/** The first copy of OpenRLHF in the folders, nearest first; `null` where there is none. By files alone: nothing of it runs. */
export function findFork(folders: readonly string[]): Fork | null {
  let looked = 0;
  let level = [...folders];
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (existsSync(join(folder, MARK))) return readFork(folder);
      if (++looked > FOLDERS) return null;
      next.push(...foldersIn(folder));
    }
    level = next;
  }
  return null;
}

function readFork(folder: string): Fork {
  try {
    return { folder, copy: readOpenrlhfCopy(folder) };
  } catch (error) {
    return { folder, copy: null, reason: reasonOf(error) };
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !PASSED_OVER.has(entry.name))
      .map(({ name }) => join(folder, name))
      .sort();
  } catch {
    return [];
  }
}
