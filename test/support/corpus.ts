import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './built.ts';

/** The texts of `test/corpus/`, in a fixed order; carriage returns and byte order marks stay. */
export function corpusTexts(): readonly string[] {
  const folder = join(root, 'test/corpus');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sh'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
