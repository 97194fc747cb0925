import { flagDocs } from '../catalogue/docs.ts';
import { EntryPoint } from '../catalogue/entryPoint.ts';
import { nearest } from '../catalogue/nearest.ts';
import type { EntryPointSpec } from '../catalogue/schema.ts';

/** Flags whose names are like a text, nearest first, at most `MAX_NAMES`. */
export type Likeness = (spec: EntryPointSpec, flag: string) => readonly string[];

/** Names that a reader takes in at a glance. */
const MAX_NAMES = 3;

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

function lettersOf(flag: string): string {
  return flag.replace(/[-_.]/g, '').toLowerCase();
}

/** Two letters are like everything. */
export function isShort(flag: string): boolean {
  return lettersOf(flag).length < 3;
}

/** Two letters must be the whole last part: `--lr` is `--actor.adam.lr`. */
function alike(entryPoint: EntryPoint, flag: string): readonly string[] {
  const letters = lettersOf(flag);
  if (!isShort(flag)) return nearest(entryPoint, flag, MAX_NAMES, flagDocs);
  const named = letters.length === 2 ? entryPoint.options.filter((option) => option.endsWith(`.${letters}`)) : [];
  // Adam is the optimizer unless another one is asked for.
  const isAdam = (option: string): boolean => option.includes('adam.');
  return [...named.filter(isAdam), ...named.filter((option) => !isAdam(option))].slice(0, MAX_NAMES);
}
