import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../project.ts';
import { applied, type History } from './inputs.ts';
import { fuzz, type FuzzFailure } from './run.ts';

// `npm run fuzz [-- --texts 1000000 --seed 1 --workers 2]`, and `-- --seed S --path P` for one document again.
const { values } = parseArgs({
  options: {
    texts: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    path: { type: 'string' },
  },
});
const [texts, seed, workers] = [values.texts, values.seed, values.workers].map(Number);
if (texts === undefined || seed === undefined || workers === undefined || !(texts > 0 && workers > 0 && seed >= 0)) {
  console.error('Expected: npm run fuzz [-- --texts N --seed N --workers N --path PATH], each N a number.');
  process.exit(2);
}
const started = performance.now();
const result = await fuzz({ texts, seed, workers: values.path === undefined ? workers : 1, path: values.path });
const seconds = Math.round((performance.now() - started) / 1000);
const { milliseconds, history } = result.slowest;
console.log(`${result.texts.toLocaleString('en')} texts in ${seconds} s; seed ${seed}, ${workers} workers`);
const { from, opened, edits } = history;
const lengths = `${opened.length} characters, then ${edits.length} edits`;
console.log(
  `slowest document: ${Math.round(milliseconds)} ms, from ${from}, ${lengths}: ${await keep('slowest', history)}`,
);
for (const failure of result.failures) await show(failure);
console.log(`${result.failures.length} failures`);
process.exitCode = result.failures.length === 0 && result.texts > 0 ? 0 : 1;

/** Prints a failure, and keeps its document. */
async function show({ seed, path: way, history, reason }: FuzzFailure): Promise<void> {
  const file = await keep(`failure-${seed}`, history);
  console.error(`seed ${seed}, path ${way}, from ${history.from}: ${reason}\nThe document is in ${file}`);
}

/** Writes a document with the text that its edits lead to. @returns the file */
async function keep(name: string, history: History): Promise<string> {
  const folder = path.join(projectFolder, 'out', 'fuzz');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.json`);
  const last = history.edits.reduce(applied, history.opened);
  await writeFile(file, JSON.stringify({ ...history, last }, null, 2));
  return path.relative(projectFolder, file);
}
