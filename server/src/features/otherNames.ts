import { guesses } from '../catalogue/guesses.ts';
import { renames } from '../catalogue/renames.ts';
import type { EntryPointSpec, FlagDoc, FlagSpec } from '../catalogue/schema.ts';

/** By flag, the names under which people look for it: what it is called elsewhere, was called before, or is taken for. */
export type OtherNames = ReadonlyMap<string, readonly string[]>;

/** Gathers the other names of an entry point's flags, without dashes. */
export function otherNames(
  spec: EntryPointSpec,
  docOf: (flag: string, entryPoint: string) => FlagDoc | undefined,
): OtherNames {
  const names = new Map<string, string[]>();
  for (const flag of spec.flags) names.set(flag.name, described(flag, docOf(flag.name, spec.name)));
  const add = (old: string, flags: readonly string[]): void => {
    for (const flag of flags) names.get(flag)?.push(bare(old));
  };
  for (const [wrong, rows] of Object.entries(guesses)) {
    for (const { to, in: within } of rows) if (within?.includes(spec.name) ?? true) add(wrong, to);
  }
  for (const [old, flags] of Object.entries(renames.flat[spec.name] ?? {})) add(old, flags);
  for (const [old, { to }] of Object.entries(renames.older[spec.name] ?? {})) add(old, to);
  return names;
}

function described(flag: FlagSpec, doc: FlagDoc | undefined): string[] {
  const choices = Object.entries(doc?.choices ?? {}).flatMap(([choice, said]) => [choice, ...(said.aka ?? [])]);
  return [...flag.aliases.map(bare), ...[...(doc?.aka ?? []), ...choices].map(withoutSource)];
}

function bare(option: string): string {
  return option.replace(/^-+/, '');
}

/** `epsilon (TRL)` is typed as `epsilon`. */
function withoutSource(name: string): string {
  return name.replace(/\s*\([^)]*\)$/, '');
}

/** Of several names, the one that begins with or else holds what is typed, blanks, dashes and underscores being alike. */
export function fittingName(typed: string, names: readonly string[]): string | undefined {
  const wanted = alike(typed);
  if (wanted === '') return undefined;
  return names.find((name) => alike(name).startsWith(wanted)) ?? names.find((name) => alike(name).includes(wanted));
}

/** True if the name holds what is typed. */
export function holds(name: string, typed: string): boolean {
  return alike(name).includes(alike(typed));
}

/**
 * The text that an editor compares with what is typed, for an item found by another of its names. Where the name begins so
 * the typed text is kept, letter by letter, so that every way of comparing accepts it.
 *
 * @param dashes what stands before the name in the text, such as `--`
 */
export function textToFilter(dashes: string, typed: string, name: string): string {
  return alike(name).startsWith(alike(typed)) ? dashes + typed + name.slice(typed.length) : dashes + name;
}

function alike(name: string): string {
  return name.toLowerCase().replace(/[\s-]/g, '_');
}
