import type { FlagUse, ParseProblem } from '../launch/binding.ts';
import type { KnownWord } from '../text/items.ts';
import { isPlain } from './edits.ts';
import type { Draft, LaunchFamily, RuleContext } from './context.ts';
import { elsewhere, fix, say } from './finding.ts';
import type { Fix, TextEdit } from './model.ts';
import { literalOf, placeOf, spanOf, type TextOf } from './words.ts';

type Arity = Extract<ParseProblem, { readonly code: 'arity' }>;

/** Too few or too many values. */
export const arity: LaunchFamily = {
  rules: [
    { id: 'nargs2-arity', severity: 'error', stage: 'S0' },
    { id: 'nargs-plus-empty', severity: 'error', stage: 'S0' },
    { id: 'missing-value', severity: 'error', stage: 'S0' },
    { id: 'negative-literal', severity: 'error', stage: 'S0' },
  ],
  *check(view, context) {
    for (const problem of view.binding.problems) {
      if (problem.code === 'arity') yield arityDraft(problem, context);
      if (problem.code === 'positional-token' && problem.after && isFull(problem.after, problem.word, view.way.words)) {
        yield surplus(problem.after, problem.word, context);
      }
    }
  },
};

/** True if the word is the first behind all values of an option that takes several: one value too many. */
export function isFull(use: FlagUse, word: KnownWord, words: readonly unknown[]): boolean {
  const { nargs } = use.spec;
  if (typeof nargs !== 'number' || nargs < 2) return false;
  return words.indexOf(word) > words.indexOf(use.values.at(-1));
}

function surplus(use: FlagUse, word: KnownWord, { textOf }: RuleContext): Draft {
  return {
    code: 'nargs2-arity',
    location: placeOf(word, textOf),
    message: say('nargs-surplus', { flag: use.spec.name, expected: Number(use.spec.nargs), value: word.value }),
    related: [{ location: placeOf(use.word, textOf), message: say('related-flag') }, ...elsewhere(word)],
    subjects: [word],
  };
}

function arityDraft(problem: Arity, context: RuleContext): Draft {
  const { use, expected, got, dashValue } = problem;
  const { textOf } = context;
  const flag = use.spec.name;
  if (dashValue && isNumeric(use)) return dashDraft('negative-literal', use, dashValue, expected, context);
  if (dashValue) return dashDraft('missing-value', use, dashValue, expected, context);
  const place = {
    location: placeOf(use.word, textOf, 0, use.spelled.length),
    related: elsewhere(use.word),
    subjects: [use.word, ...use.values],
  };
  if (expected === '+') return { code: 'nargs-plus-empty', message: say('nargs-plus-empty', { flag }), ...place };
  if (expected === 1) return { code: 'missing-value', message: say('missing-value', { flag }), ...place };
  const message =
    use.inline === undefined ? say('nargs-few', { flag, expected, got }) : say('nargs-equals', { flag, expected });
  return { code: 'nargs2-arity', message, fixes: apart(use, expected, context), ...place };
}

function isNumeric({ spec }: FlagUse): boolean {
  return spec.type === 'int' || spec.type === 'float';
}

/** A value that argparse takes for an option since it begins with a dash. */
function dashDraft(
  code: 'negative-literal' | 'missing-value',
  use: FlagUse,
  value: KnownWord,
  expected: number | '+',
  context: RuleContext,
): Draft {
  const { textOf } = context;
  const flag = use.spec.name;
  const decimal = decimalOf(value.value);
  const fixes: Fix[] = [];
  const literal = literalOf(value, textOf);
  if (decimal !== undefined && literal) {
    fixes.push(fix(say('fix-value', { value: decimal }), [{ location: literal, newText: decimal }], true));
  } else if (expected === 1) {
    const edits = glued(use, value, context);
    if (edits) fixes.push(fix(say('fix-equals', { flag, value: value.value }), edits, true));
  }
  const key =
    code === 'missing-value'
      ? 'missing-value-dash'
      : expected === 1
        ? 'negative-literal'
        : 'negative-literal-of-several';
  return {
    code,
    location: placeOf(value, textOf),
    message: say(key, { flag, value: value.value }),
    related: [{ location: placeOf(use.word, textOf), message: say('related-flag') }, ...elsewhere(value)],
    fixes,
    subjects: [use.word, ...use.values, value],
  };
}

/** A negative number in the form that argparse knows as one: `-5e-1` is `-0.5`. `undefined` where it has no short one. */
export function decimalOf(text: string): string | undefined {
  if (!/^-(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return undefined;
  const shown = String(Number(text));
  return /^-(?:\d+|\d*\.\d+)$/.test(shown) && Number(shown) === Number(text) ? shown : undefined;
}

/** `--flag value` as `--flag=value`, which argparse does not look at. */
function glued(use: FlagUse, value: KnownWord, { textOf }: RuleContext): TextEdit[] | undefined {
  const span = spanOf(use.word, [value], textOf);
  const [flag, other] = span?.tokens ?? [];
  if (!span || !flag || !other) return undefined;
  return [{ location: { uri: span.uri, range: { start: flag.end, end: other.start } }, newText: '=' }];
}

/** Values that stand in one word, as words of their own: `--f=0.9 0.95`, `--f 0.9,0.95`, `--f "0.9 0.95"`. */
function apart(use: FlagUse, expected: number, { textOf }: RuleContext): Fix[] {
  const title = say('fix-apart', { expected });
  if (use.inline !== undefined) {
    const equals = literalOf(use.word, textOf, use.spelled.length, use.spelled.length + 1);
    const apart = breakIn(use.word, textOf);
    const several = use.inline.split(',');
    if (!equals || apart === undefined) return [];
    if (use.values.length + 1 === expected) return [fix(title, [{ location: equals, newText: apart }], true)];
    const all = literalOf(use.word, textOf, use.spelled.length);
    if (!all || several.length !== expected || !several.every(isPlain) || use.values.length > 0) return [];
    return [fix(title, [{ location: all, newText: [apart, several.join(apart)].join('') }], true)];
  }
  const [value] = use.values;
  if (use.values.length !== 1 || value?.kind !== 'known') return [];
  const several = value.value.trim().split(/[\s,]+/);
  if (several.length !== expected || !several.every(isPlain)) return [];
  const span = spanOf(use.word, [value], textOf);
  const token = span?.tokens[1];
  const literal = literalOf(value, textOf);
  // Only where the literal itself stands there: in a variable it may be used elsewhere, or in quotes.
  if (!span || !token || literal?.uri !== span.uri) return [];
  if (literal.range.start < token.start || literal.range.end > token.end) return [];
  return [fix(title, [{ location: { uri: span.uri, range: token }, newText: several.join(' ') }], true)];
}

/** What written in the middle of the word makes two words of it: a space, and with quotes around it, quotes too. */
function breakIn(word: KnownWord, textOf: TextOf): string | undefined {
  const literal = literalOf(word, textOf);
  const span = spanOf(word, [], textOf);
  const token = span?.tokens[0];
  const text = span && textOf(span.uri);
  if (!literal || !token || text === undefined || literal.uri !== span.uri) return undefined;
  const before = text.slice(token.start, literal.range.start);
  const after = text.slice(literal.range.end, token.end);
  return before === after && before.length <= 1 ? `${before} ${after}` : undefined;
}
