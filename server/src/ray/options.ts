import data from './data/options.json' with { type: 'json' };
import type { SubmitOptionSpec } from './model.ts';

/** Every option of `ray job submit`, those first that people use most. */
export const SUBMIT_OPTIONS = data as readonly SubmitOptionSpec[];

/** The Ray of the newest OpenRLHF, for a copy of OpenRLHF that says nothing of its own. */
export const USUAL_RAY = '2.55.0';

/** The option that a word names, spelled out: click, which reads them, knows no abbreviations. */
export function submitOption(spelled: string): SubmitOptionSpec | undefined {
  return SUBMIT_OPTIONS.find(({ name, aliases }) => name === spelled || aliases?.includes(spelled) === true);
}

/** The option of a word of short flags: click counts the letters of `-vv`. */
export function shortOption(word: string): SubmitOptionSpec | undefined {
  return /^-(?!-)(.)\1*$/.test(word) ? submitOption(word.slice(0, 2)) : undefined;
}
