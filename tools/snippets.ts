// Writes snippets/python.json from the templates; with `--check` compares it instead.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTemplate } from '../server/src/node/templates.ts';
import { TEMPLATE_KINDS } from '../server/src/templates/kinds.ts';
import { snippetOf } from '../server/src/templates/snippet.ts';

/** The text of `snippets/python.json`. */
export function snippetsFile(): string {
  const snippets = TEMPLATE_KINDS.map((kind) => [`OpenRLHF: ${kind.title}`, snippetOf(kind, readTemplate(kind))]);
  return `${JSON.stringify(Object.fromEntries(snippets), null, 2)}\n`;
}

export const snippetsPath = path.join(import.meta.dirname, '../snippets/python.json');

if (process.argv[1] === import.meta.filename) {
  const before = existsSync(snippetsPath) ? readFileSync(snippetsPath, 'utf8') : undefined;
  const text = snippetsFile();
  const check = process.argv.includes('--check');
  if (before !== text && !check) {
    writeFileSync(`${snippetsPath}.new`, text);
    renameSync(`${snippetsPath}.new`, snippetsPath);
  }
  console.log(`snippets/python.json: ${before === text ? 'unchanged' : check ? 'differs' : 'written'}`);
  if (check && before !== text) process.exitCode = 1;
}
