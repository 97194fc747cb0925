import { waysThrough } from '../../launch/ways.ts';
import type { RaySubmit, SubmitUse } from '../../ray/model.ts';
import { USUAL_RAY } from '../../ray/options.ts';
import { readRaySubmit } from '../../ray/submit.ts';
import type { Location } from '../../text/location.ts';
import type { RuleContext, View } from '../context.ts';
import { placeOf } from '../words.ts';

/** Ways through the words before the program; they are few, as conditions there are rare. */
const MOST_WAYS = 16;

/** The release of Ray that the judging release of OpenRLHF is made for. */
export function rayOf({ catalogues, release }: RuleContext): string {
  return catalogues.forRelease(release.release)?.ray ?? USUAL_RAY;
}

/** The `ray job submit` of a way through a launch, once for each way through its own options. */
export function submitsOf({ launch, way }: Pick<View, 'launch' | 'way'>): readonly RaySubmit[] {
  const items = launch.submit ?? launch.launcher;
  const fitting = waysThrough(items, MOST_WAYS).ways.filter(({ taken }) =>
    [...taken].every(([choice, index]) => (way.taken.get(choice) ?? index) === index),
  );
  return fitting.flatMap(({ taken }) => readRaySubmit(launch, new Map([...way.taken, ...taken])) ?? []);
}

/** The use of an option that counts. */
export function useOf({ options }: RaySubmit, name: string): SubmitUse | undefined {
  return options.find(({ spec, counts }) => counts && spec.name === name);
}

/** Where to point for the value of an option, or else for the option. */
export function valuePlace({ word, value }: SubmitUse, context: RuleContext): Location {
  return value === null ? placeOf(word, context.textOf) : placeOf(value.word, context.textOf, value.from);
}
