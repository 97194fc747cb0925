/** The flag descriptions in `server/src/catalogue/docs`, read as strictly as their schema allows, for the tests. */

import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import type { FlagDoc, FlagSpec } from '../../server/src/catalogue/schema.ts';

const folder = new URL('../../server/src/catalogue/docs/', import.meta.url);

/** Text that people read: one line, no space around it. */
const line = z
  .string()
  .min(1)
  .refine((text) => text === text.trim() && !/[\r\n\t]| {2}/.test(text), 'one line, single spaces, none around it');
const source = z.string().regex(/^openrlhf\/[\w/]+\.py:[1-9]\d*$/);
const release = z.string().regex(/^\d+\.\d+\.\d+$/);

const choice = z.strictObject({
  summary: line,
  aka: z.array(line).min(1).optional(),
  source,
  release: release.optional(),
});

const fields = {
  unit: line.optional(),
  range: line.optional(),
  depends: line.optional(),
  noEffect: line.optional(),
  aka: z.array(line).min(1).optional(),
  choices: z.record(line, choice).optional(),
  values: z
    .array(z.strictObject({ value: line, note: line.optional() }))
    .min(1)
    .optional(),
  path: z.enum(['file', 'folder', 'any']).optional(),
  release: release.optional(),
};

const override = z.strictObject({ ...fields, summary: line.optional(), source: source.optional() });
const flagDoc = z.strictObject({
  ...fields,
  summary: line,
  source,
  perEntryPoint: z.record(z.string(), override).optional(),
});

/** One file of descriptions; unknown keys, empty strings and line breaks are refused. */
export const docsFile = z.record(z.string().regex(/^--[a-z]/), flagDoc);

// The schema of the test and the type of the source must not drift apart.
type Keys<T> = { readonly [K in keyof Required<T>]: true };
const sameKeys: Keys<FlagDoc> & Keys<z.infer<typeof flagDoc>> = {
  summary: true,
  unit: true,
  range: true,
  depends: true,
  noEffect: true,
  aka: true,
  choices: true,
  values: true,
  path: true,
  source: true,
  release: true,
  perEntryPoint: true,
};

/** Every field that a description can have. */
export const docFields = Object.keys(sameKeys);

export type Doc = z.infer<typeof flagDoc>;
/** What one entry point has different, or a whole description. */
export type Override = z.infer<typeof override>;
/** A description as one entry point sees it. */
export type EffectiveDoc = Override & Pick<Doc, 'summary' | 'source'>;

/** Names of the description files. */
export function docsFiles(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

/** What a description file holds, unchecked. */
export function readDocsFile(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

/** Flag and description of every file, in order; a flag that two files describe comes twice. */
export function allDocs(): readonly (readonly [flag: string, doc: Doc, file: string])[] {
  return docsFiles().flatMap((file) =>
    Object.entries(docsFile.parse(readDocsFile(file))).map(([flag, doc]) => [flag, doc, file] as const),
  );
}

/** The description with the overrides of one entry point. */
export function effective(doc: Doc, entryPoint: string): EffectiveDoc {
  const { perEntryPoint, ...base } = doc;
  const changes = perEntryPoint?.[entryPoint] ?? {};
  return { ...base, ...changes, summary: changes.summary ?? base.summary, source: changes.source ?? base.source };
}

/** A flag as one entry point of one release has it. */
export interface Occurrence {
  readonly release: string;
  readonly entryPoint: string;
  readonly flag: FlagSpec;
}

/** Where each flag of the bundled catalogues occurs, by flag name. */
export function occurrences(): ReadonlyMap<string, readonly Occurrence[]> {
  const catalogues = createCatalogues();
  const found = new Map<string, Occurrence[]>();
  for (const release of catalogues.releases) {
    for (const { name: entryPoint, flags } of catalogues.forRelease(release)?.entryPoints ?? []) {
      for (const flag of flags) {
        const list = found.get(flag.name) ?? [];
        list.push({ release, entryPoint, flag });
        found.set(flag.name, list);
      }
    }
  }
  return found;
}
