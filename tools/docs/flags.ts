/**
 * Writes `docs/flags/`: `node --import tsx tools/docs/flags.ts`. With `--check` it writes nothing and exits with 1 when
 * a page is missing, too many or different.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import type { FlagDoc } from '../../server/src/catalogue/schema.ts';
import { projectFolder } from '../project.ts';
import { type DocsBySection, flagPages } from './flagPages.ts';

const docsFolder = path.join(projectFolder, 'server', 'src', 'catalogue', 'docs');

/** Where the pages are. */
export const pagesFolder = path.join(projectFolder, 'docs', 'flags');

/** The flag descriptions, sections in alphabetical order with `flat` at the end. */
export function readDocs(): DocsBySection {
  const sections = readdirSync(docsFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json'))
    .sort((a, b) => Number(a === 'flat') - Number(b === 'flat') || (a < b ? -1 : 1));
  return new Map(sections.map((section) => [section, readSection(section)]));
}

/** `test/catalogue/docs-content.test.ts` holds the files to this shape. */
function readSection(section: string): Readonly<Record<string, FlagDoc>> {
  return JSON.parse(readFileSync(path.join(docsFolder, `${section}.json`), 'utf8')) as Readonly<
    Record<string, FlagDoc>
  >;
}

/** The pages as they must stand in `docs/flags/`, by file name. */
export async function formattedPages(): Promise<ReadonlyMap<string, string>> {
  const options = await resolveConfig(path.join(pagesFolder, 'README.md'));
  const pages = new Map<string, string>();
  for (const [name, text] of flagPages(createCatalogues(), readDocs())) {
    pages.set(name, await format(text, { ...options, parser: 'markdown' }));
  }
  return pages;
}

/** Names of pages in the folder that are not what they must be. */
export function stalePages(pages: ReadonlyMap<string, string>): readonly string[] {
  const present = new Map(pageNames().map((name) => [name, readFileSync(path.join(pagesFolder, name), 'utf8')]));
  return [...new Set([...pages.keys(), ...present.keys()])]
    .filter((name) => pages.get(name) !== present.get(name))
    .sort();
}

function pageNames(): readonly string[] {
  return existsSync(pagesFolder) ? readdirSync(pagesFolder) : [];
}

async function main(check: boolean): Promise<void> {
  const pages = await formattedPages();
  const stale = stalePages(pages);
  if (!check) mkdirSync(pagesFolder, { recursive: true });
  for (const name of stale) {
    console.log(`${check ? 'not as generated' : 'written'}: docs/flags/${name}`);
    if (check) continue;
    const text = pages.get(name);
    if (text === undefined) rmSync(path.join(pagesFolder, name));
    else writeFileSync(path.join(pagesFolder, name), text);
  }
  if (check && stale.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.includes('--check'));
