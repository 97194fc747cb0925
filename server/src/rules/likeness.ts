import { flagDocs } from '../catalogue/docs.ts';
import { EntryPoint } from '../catalogue/entryPoint.ts';
import { nearest } from '../catalogue/nearest.ts';
import type { EntryPointSpec } from '../catalogue/schema.ts';

/** Flags whose names are like a text, nearest first, at most three. */
export type Likeness = (spec: EntryPointSpec, flag: string) => readonly string[];

/** Likeness is dear and asked for in each way through each launch: one check keeps the answers. */
export function createLikeness(release: string): Likeness {
  const known = new Map<EntryPointSpec, Map<string, readonly string[]>>();
  return (spec, flag) => {
    const answers = known.get(spec) ?? new Map<string, readonly string[]>();
    known.set(spec, answers);
    const answer = answers.get(flag) ?? alike(new EntryPoint(release, spec), flag);
    answers.set(flag, answer);
    return answer;
  };
}

/** Two letters are like everything. */
function alike(entryPoint: EntryPoint, flag: string): readonly string[] {
  return flag.replace(/[-_.]/g, '').length < 3 ? [] : nearest(entryPoint, flag, 3, flagDocs);
}
