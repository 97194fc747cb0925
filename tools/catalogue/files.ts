import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../project.ts';
import { versions } from '../versions.mjs';
import { readRelease } from './releases.ts';
import { renameFile, type RenameFacts } from './renames.ts';
import { fileText, linesText } from './rows.ts';

/** Where the generated files live. */
export const dataFolder = path.join(projectFolder, 'server/src/catalogue/data');

/**
 * Every generated file by name. Releases that do not differ share one file, named by the first of them.
 *
 * @param sources folder with one unpacked wheel per tag (`v0.11.2/openrlhf/…`)
 */
export async function catalogueFiles(sources: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const known = new Map<string, string>();
  const index: { release: string; data: string; ray: string }[] = [];
  const lines: Record<string, unknown> = {};
  for (const release of versions.openrlhf) {
    const read = await readRelease(path.join(sources, `v${release}`), release);
    const text = fileText(read.entryPoints);
    const data = known.get(text) ?? release;
    known.set(text, data);
    files.set(`${data}.json`, text);
    index.push({ release, data, ray: read.ray });
    lines[release] = read.lines;
  }
  files.set('releases.json', `${linesText(index, 1)}\n`);
  files.set('lines.json', `${linesText(lines, 2)}\n`);
  const facts = JSON.parse(fact('flag_renames.json')) as RenameFacts;
  files.set('renames.json', `${linesText(renameFile(facts, fact('migration.tsv')), 3)}\n`);
  return files;
}

function fact(name: string): string {
  return readFileSync(path.join(projectFolder, 'test/facts', name), 'utf8');
}
