import type { Catalogues } from '../../server/src/catalogue/lookup.ts';
import type { FlagSpec } from '../../server/src/catalogue/schema.ts';

/** One way in which a flag is defined: the same for these entry points in these releases. */
export interface FlagForm {
  readonly spec: FlagSpec;
  /** In the order of `ENTRY_POINTS`. */
  readonly entryPoints: readonly string[];
  /** Bundled releases that have it so, oldest first. */
  readonly releases: readonly string[];
}

/** What of a definition a reader can tell apart; releases that differ in nothing of it share a form. */
function shown({ type, nargs, choices, action, required, defaultComputed, ...spec }: FlagSpec): string {
  // A default from the clock differs from run to run; that it is computed is all there is to tell.
  const value = defaultComputed === undefined ? spec.default : 'computed';
  return JSON.stringify([type, nargs, choices, action, required, value]);
}

/** The forms of every flag of the bundled releases, by flag name; newest form of the first entry point first. */
export function flagForms(catalogues: Catalogues): ReadonlyMap<string, readonly FlagForm[]> {
  const byFlag = new Map<string, Map<string, { spec: FlagSpec; entryPoint: string; releases: string[] }>>();
  for (const release of catalogues.releases.toReversed()) {
    for (const { name: entryPoint, flags } of catalogues.forRelease(release)?.entryPoints ?? []) {
      for (const spec of flags) {
        const forms =
          byFlag.get(spec.name) ?? new Map<string, { spec: FlagSpec; entryPoint: string; releases: string[] }>();
        byFlag.set(spec.name, forms);
        const key = `${entryPoint} ${shown(spec)}`;
        const form = forms.get(key);
        if (form) form.releases.unshift(release);
        else forms.set(key, { spec, entryPoint, releases: [release] });
      }
    }
  }
  return new Map([...byFlag].map(([flag, forms]) => [flag, joined([...forms.values()])]));
}

/** Joins the entry points whose definition and releases are the same. */
function joined(
  single: readonly { readonly spec: FlagSpec; readonly entryPoint: string; readonly releases: readonly string[] }[],
): readonly FlagForm[] {
  const forms = new Map<string, FlagForm>();
  for (const { spec, entryPoint, releases } of single) {
    const key = `${shown(spec)} ${releases.join()}`;
    const known = forms.get(key);
    forms.set(key, { spec, entryPoints: [...(known?.entryPoints ?? []), entryPoint], releases });
  }
  return [...forms.values()];
}

/**
 * Some of the bundled releases in words: `all releases`, `from 0.11.1`, `up to 0.11.1`, `0.11.1 only`. Releases with
 * gaps between them are listed.
 *
 * @param some oldest first, out of `all`
 */
export function span(some: readonly string[], all: readonly string[]): string {
  const first = some[0];
  const last = some.at(-1);
  if (first === undefined || last === undefined) return 'no release';
  if (some.length === all.length) return 'all releases';
  const from = all.indexOf(first);
  const to = all.indexOf(last);
  if (to - from + 1 !== some.length) return some.join(', ');
  if (to === all.length - 1) return `from ${first}`;
  if (from === 0) return `up to ${last}`;
  return some.length === 1 ? `${first} only` : `${first} to ${last}`;
}
