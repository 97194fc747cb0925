import type { FlagUse, PythonValue } from '../launch/binding.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import { mergeWays, type MergedValue } from '../launch/merge.ts';
import { problemWord } from '../launch/problems.ts';
import type { Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { errorCode } from './errorCode.ts';
import type { PlaceJson, PlaceNamer } from './launchJson.ts';
import { whyUnknown } from '../features/whyUnknown.ts';

/** The shapes that `--values` adds to a launch, as `docs/command-line.md` and the schemas in `test/cli/` state them. */
type ValueJson =
  | (Partial<PlaceJson> & {
      readonly known: true;
      readonly type: PythonValue['type'];
      readonly value: PlainValue;
      readonly origin: 'given' | 'default';
    })
  | { readonly known: false; readonly why: string }
  | { readonly known: false; readonly oneOf: readonly PlainValue[]; readonly choice: string };

type PlainValue = string | number | boolean | null | readonly PlainValue[];

type ValuesJson =
  | { readonly values: Readonly<Record<string, ValueJson>> }
  | { readonly error: PlaceJson & { readonly code: string } }
  | Readonly<Record<string, never>>;

/**
 * What argparse leaves of a launch: its values, or why it refuses every way through it. Nothing for a module that is no
 * entry point, and where a wrapper or a copy that could not be read to its end may know an option that we do not.
 */
export function valuesJson(bound: BoundLaunch, place: PlaceNamer): ValuesJson {
  const { launch, spec } = bound;
  if (spec === null) return {};
  const { values, error } = mergeWays(bound);
  if (error === undefined) {
    return {
      values: Object.fromEntries([...values].map(([dest, value]) => [dest, valueJson(dest, value, place)])),
    };
  }
  const open = launch.wrapper === true || spec.incomplete === true;
  const someKnow = bound.ways.some(({ binding }) => binding.problems.some(({ code }) => code === 'unknown-flag'));
  if (open && someKnow) return {};
  return { error: { code: errorCode(error), ...place(problemWord(error)?.location ?? launch.moduleLocation) } };
}

function valueJson(dest: string, merged: MergedValue, place: PlaceNamer): ValueJson {
  switch (merged.kind) {
    case 'known': {
      const { type } = merged.value;
      const value = { known: true, type, value: plain(merged.value), origin: merged.origin } as const;
      return merged.origin === 'given' ? { ...value, ...place(placeOfUse(merged.use)) } : value;
    }
    case 'unknown':
      return { known: false, why: whyUnknown(merged.why) };
    case 'oneOf': {
      // Only where it has one value for each branch of one condition may it be read by that condition's index.
      const { byIndex, choices, oneOf } = merged;
      const choice = choices.join('+');
      return { known: false, oneOf: oneOf.map(plain), choice: byIndex ? choice : `${choice}=>${dest}` };
    }
  }
}

function plain({ value }: PythonValue): PlainValue {
  return typeof value === 'object' && value !== null ? value.map(plain) : value;
}

/** The one value where it was written; several as they stand in the command; the option where there is none. */
function placeOfUse({ word, inline, values }: FlagUse): Location {
  const last = word.parts?.at(-1);
  if (inline !== undefined && last?.text === inline) return last.location;
  const [first, ...others] = values;
  if (first === undefined) return word.location;
  if (others.length === 0) return first.location;
  return others.reduce((covered, value) => cover(covered, used(value)), used(first));
}

function used({ use, location }: Word): Location {
  return use ?? location;
}

function cover(a: Location, b: Location): Location {
  if (a.uri !== b.uri) return a;
  const range = { start: Math.min(a.range.start, b.range.start), end: Math.max(a.range.end, b.range.end) };
  return { uri: a.uri, range };
}
