import { isDeepStrictEqual } from 'node:util';
import type { Binding, FlagUse, ParseProblem } from '../../../server/src/launch/binding.ts';
import type { FlagSpec } from '../../../server/src/catalogue/schema.ts';
import type { Word } from '../../../server/src/text/items.ts';
import type { Refusal, Verdict } from './program.ts';

/** Words at their index, for code that wants places. */
export function known(argv: readonly string[]): Word[] {
  return argv.map((value, index) => ({
    kind: 'known',
    value,
    location: { uri: 'test:argv', range: { start: index, end: index + 1 } },
  }));
}

/** How a binding and the real parser differ; `null` where they say the same. */
export function difference(binding: Binding, real: Verdict): string | null {
  if (!binding.certain && !binding.uses.some(isDashDash)) return 'not certain, though every word is known';
  const ours = verdictOf(binding);
  if (ours !== real.verdict) return `we say ${ours}, argparse ${real.verdict}`;
  switch (real.verdict) {
    case 'help':
      return null;
    case 'accepted':
      return valueDifference(binding, real.values);
    case 'refused': {
      const refusal = refusalOf(binding.problems);
      const same = refusal.kind === real.kind && isDeepStrictEqual({ ...real, ...refusal }, real);
      return same ? null : `we say ${JSON.stringify(refusal)}, argparse ${real.message}`;
    }
  }
}

function verdictOf({ problems }: Binding): Verdict['verdict'] {
  const [first] = problems;
  if (first === undefined) return 'accepted';
  return first.code === 'help' ? 'help' : 'refused';
}

function valueDifference(binding: Binding, expected: Readonly<Record<string, unknown>>): string | null {
  const dests = Object.keys(expected);
  const strange = [...binding.values.keys()].find((dest) => !(dest in expected));
  if (strange !== undefined) return `no dest of the parser: ${strange}`;
  for (const dest of dests) {
    const value = binding.values.get(dest);
    if (value === undefined) return `${dest} is missing`;
    if (value.known) {
      if (isDeepStrictEqual(value.value, expected[dest])) continue;
      return `${dest} is ${JSON.stringify(expected[dest])}, not ${JSON.stringify(value.value)}`;
    }
    // A default made from the clock, and `--flag=--`, which Pythons read differently.
    const clock = value.use === undefined && value.why.reason === 'read-at-run-time';
    if (!clock && (value.use === undefined || !isDashDash(value.use))) return `${dest} is known to argparse`;
  }
  return null;
}

function isDashDash(use: FlagUse): boolean {
  return use.inline === '--';
}

/** What argparse would say, by the first of our problems. */
export function refusalOf(problems: readonly ParseProblem[]): Refusal {
  const [first] = problems;
  if (first === undefined) throw new Error('no problem');
  switch (first.code) {
    case 'ambiguous-abbrev':
      return { kind: 'ambiguous', word: first.word.value, matches: first.matches };
    case 'arity': {
      const expected = first.expected === '+' ? 'at least one' : first.expected;
      const isOne = expected === 1 && first.use.spec.nargs === null;
      return { kind: 'arity', argument: argument(first.use.spec), expected: isOne ? 'one' : String(expected) };
    }
    case 'invalid-literal':
      return { kind: 'invalid-literal', argument: argument(first.use.spec), type: first.type, text: first.text };
    case 'invalid-choice':
      return { kind: 'invalid-choice', argument: argument(first.use.spec), text: first.text };
    case 'bool-flag-eq-value':
      return { kind: 'explicit-argument', argument: argument(first.use.spec), text: first.use.inline ?? '' };
    case 'help-with-value':
      return { kind: 'explicit-argument', argument: '-h/--help', text: first.text };
    case 'missing-required':
      return { kind: 'required', arguments: first.specs.map(argument) };
    case 'help':
      throw new Error('help is no refusal');
    case 'unknown-flag':
    case 'bool-flag-with-value':
    case 'positional-token':
      return { kind: 'unrecognized', words: problems.flatMap(unrecognized) };
  }
}

function unrecognized(problem: ParseProblem): string[] {
  if (problem.code === 'unknown-flag') {
    return [problem.word.value, ...problem.values.flatMap((word) => (word.kind === 'known' ? [word.value] : []))];
  }
  if (problem.code === 'bool-flag-with-value' || problem.code === 'positional-token') return [problem.word.value];
  throw new Error(`${problem.code} stands behind what is not recognised`);
}

/** argparse's name for an option in messages. */
function argument(spec: FlagSpec): string {
  return [spec.name, ...spec.aliases].join('/');
}
