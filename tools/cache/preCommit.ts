import path from 'node:path';
import { versions } from '../versions.mjs';
import { ensureVenv } from './venv.ts';

/** The program `pre-commit`. @throws Error see `ensureVenv` */
export async function ensurePreCommit(): Promise<string> {
  return path.join(await ensureVenv('pre-commit', versions.preCommit), 'pre-commit');
}
