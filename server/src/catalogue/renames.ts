import renameData from './data/renames.json' with { type: 'json' };

/** A flag that was gone before the last flat release. */
export interface OlderFlag {
  /** Last release that had it, such as `0.9.7`. */
  readonly last: string;
  /** What stands for it today; empty where nothing does. */
  readonly to: readonly string[];
  /** The value that `to` takes for the old boolean. */
  readonly value?: string;
  /** Old flags whose values add up to the value of `to`. */
  readonly sumOf?: readonly string[];
}

/** A value that a flag has on a line: `null` for a flag that is not there, `true` for a boolean that is. */
export type GivenValue = string | boolean | null;

/** Renames that depend on values: if each flag of `when` has (one of) its values, the group becomes `then`. */
interface ValueRename {
  readonly when: Readonly<Record<string, GivenValue | readonly GivenValue[]>>;
  /** The new flags with their values; what is not here is left out. */
  readonly then: Readonly<Record<string, string>>;
}

/** What changed between two releases with dotted flags. */
export interface LaterRenames {
  readonly from: string;
  readonly to: string;
  /** New flags by entry point. */
  readonly added: Readonly<Record<string, readonly string[]>>;
  /** Flags that are gone, by entry point, each with the flags that took its place. */
  readonly removed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By entry point, the rows that turn the old group of flags into the new one; the first that fits holds. */
  readonly byValue: Readonly<Record<string, readonly ValueRename[]>>;
}

/** `data/renames.json`; every record is keyed by entry point, then by old flag. */
export interface RenameFile {
  /** Flags of the last flat release, 0.10.1.post2, and what they became in 0.10.2; an empty list is a dead flag that went. */
  readonly flat: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly older: Readonly<Record<string, Readonly<Record<string, OlderFlag>>>>;
  /** Dotted names of a day in April 2026 that no release had but forks copied. */
  readonly unreleased: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly later: readonly LaterRenames[];
}

/** Every rename of a flag that is known, from 110 tags of OpenRLHF. */
export const renames = renameData as RenameFile;

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What a flat flag of 0.10.1.post2 became: none for a dead one, one, or several; `undefined` for anything else. */
export function flatRename(entryPoint: string, flag: string): readonly string[] | undefined {
  return own(own(renames.flat, entryPoint), flag);
}

/** A flag that only releases before 0.10.1.post2 had. */
export function olderFlag(entryPoint: string, flag: string): OlderFlag | undefined {
  return own(own(renames.older, entryPoint), flag);
}

/** What an unreleased dotted name became. */
export function unreleasedRename(entryPoint: string, flag: string): readonly string[] | undefined {
  return own(own(renames.unreleased, entryPoint), flag);
}

/** The step between two dotted releases that took a flag away, with what took its place. */
export function laterRemoval(
  entryPoint: string,
  flag: string,
): { readonly step: LaterRenames; readonly to: readonly string[] } | undefined {
  for (const step of renames.later) {
    const to = own(own(step.removed, entryPoint), flag);
    if (to) return { step, to };
  }
  return undefined;
}

/** The new flags for a group of old ones, by their values; `undefined` where no row fits. */
export function renameByValue(
  step: LaterRenames,
  entryPoint: string,
  valueOf: (flag: string) => GivenValue,
): Readonly<Record<string, string>> | undefined {
  const fits = ({ when }: ValueRename): boolean =>
    Object.entries(when).every(([flag, wanted]) => {
      const given = valueOf(flag);
      // A boolean that is not on the line is false.
      const value = given === null && typeof wanted === 'boolean' ? false : given;
      return isList(wanted) ? wanted.includes(value) : wanted === value;
    });
  return own(step.byValue, entryPoint)?.find(fits)?.then;
}

function isList(wanted: GivenValue | readonly GivenValue[]): wanted is readonly GivenValue[] {
  return Array.isArray(wanted);
}
