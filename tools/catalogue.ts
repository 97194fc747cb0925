// Generates the bundled flag catalogues from the wheels of OpenRLHF; with `--check` compares them instead.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureOpenrlhf } from './cache/openrlhf.ts';
import { catalogueFiles, dataFolder } from './catalogue/files.ts';

const check = process.argv.includes('--check');
const sources = process.env['OPENRLHF_SRC'] ?? (await ensureOpenrlhf());
let different = 0;
for (const [name, text] of await catalogueFiles(sources)) {
  const file = path.join(dataFolder, name);
  const before = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  if (before === text) {
    console.log(`${name}: unchanged`);
    continue;
  }
  different++;
  if (!check) await writeFile(file, text);
  console.log(`${name}: ${check ? 'differs' : before === undefined ? 'new' : 'written'}`);
}
if (check && different > 0) {
  console.error('Run `npm run catalogue` and commit the result.');
  process.exitCode = 1;
}
