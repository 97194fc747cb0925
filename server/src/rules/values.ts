import type { FlagSpec } from '../catalogue/schema.ts';
import type { FlagUse, ParseProblem } from '../launch/binding.ts';
import type { Message } from '../messages/catalogue.ts';
import type { Word } from '../text/items.ts';
import { choiceMeant } from './choices.ts';
import type { Draft, LaunchFamily, RuleContext, View } from './context.ts';
import { elsewhere, fix, listed, say } from './finding.ts';
import type { Fix } from './model.ts';
import { otherReleasesWith, stateReleaseFixes } from './otherRelease.ts';
import { replaceText, replaceUse } from './rewrite.ts';
import { placeOf } from './words.ts';

type BadLiteral = Extract<ParseProblem, { readonly code: 'invalid-literal' }>;
type BadChoice = Extract<ParseProblem, { readonly code: 'invalid-choice' }>;

/** Values that the flag's converter or its choices refuse. */
export const literals: LaunchFamily = {
  rules: [
    { id: 'int-literal', severity: 'error', stage: 'S0' },
    { id: 'float-literal', severity: 'error', stage: 'S0' },
    { id: 'invalid-choice', severity: 'error', stage: 'S0' },
  ],
  *check(view, context) {
    for (const problem of view.binding.problems) {
      if (problem.code === 'invalid-literal') yield badLiteral(problem, context);
      if (problem.code === 'invalid-choice') yield badChoice(problem, view, context);
    }
  },
};

function badLiteral({ use, word, text, type }: BadLiteral, context: RuleContext): Draft {
  const meant = type === 'int' ? wholeNumber(text) : undefined;
  const fixes = meant === undefined ? [] : valueFix(use, word, text, meant, context, true);
  const args = { flag: use.spec.name, value: text };
  const message = literalMessage(type, args, meant);
  return {
    code: type === 'int' ? 'int-literal' : 'float-literal',
    message,
    fixes,
    ...placed(use, word, text, context),
  };
}

function literalMessage(
  type: 'int' | 'float',
  args: { readonly flag: string; readonly value: string },
  meant: string | undefined,
): Message {
  if (args.value === '') return say(type === 'int' ? 'int-literal-empty' : 'float-literal-empty', { flag: args.flag });
  if (meant !== undefined) return say('int-literal-suggestion', { ...args, suggestion: meant });
  return say(type === 'int' ? 'int-literal' : 'float-literal', args);
}

function badChoice({ use, word, text, choices }: BadChoice, view: View, context: RuleContext): Draft {
  const { spec } = use;
  const args = { flag: spec.name, value: text, choices: listed(choices) };
  const place = placed(use, word, text, context);
  const releases = releasesWithChoice(spec, text, view, context);
  const newest = releases.at(-1);
  if (newest !== undefined) {
    const { release, from } = context.release;
    const message = say('invalid-choice-release', { ...args, releases: listed(releases), release });
    const severity = from === 'assumed' ? ({ severity: 'warning' } as const) : {};
    return { code: 'invalid-choice', message, fixes: stateReleaseFixes(newest, view, context), ...severity, ...place };
  }
  const meant = choiceMeant(spec, text, view.entryPoint);
  if (meant === undefined) return { code: 'invalid-choice', message: say('invalid-choice', args), ...place };
  const { choice, whole } = meant;
  const fixes = valueFix(use, word, text, choice, context, whole);
  return {
    code: 'invalid-choice',
    message: say(whole ? 'invalid-choice-suggestion' : 'invalid-choice-part', { ...args, suggestion: choice }),
    fixes,
    ...place,
  };
}

function releasesWithChoice(spec: FlagSpec, text: string, view: View, context: RuleContext): readonly string[] {
  return otherReleasesWith(spec.name, view.entryPoint, context).filter((release) =>
    context.catalogues.entryPoint(release, view.entryPoint)?.flag(spec.name)?.choices?.map(String).includes(text),
  );
}

/** The place of a value: behind `=` it is a part of the option's word. */
function placed(
  use: FlagUse,
  word: Word,
  text: string,
  { textOf }: RuleContext,
): Pick<Draft, 'location' | 'related' | 'subjects'> {
  const from = valueStart(use, word, text);
  return { location: placeOf(word, textOf, from), related: elsewhere(word), subjects: [word] };
}

function valueFix(
  use: FlagUse,
  word: Word,
  text: string,
  value: string,
  { textOf }: RuleContext,
  preferred: boolean,
): Fix[] {
  const title = say('fix-value', { value });
  const edits = replaceText(word, value, textOf, valueStart(use, word, text));
  const atUse = replaceUse(word, value, textOf);
  return [...(edits ? [fix(title, edits, preferred)] : []), ...(atUse ? [fix(title, atUse, preferred)] : [])];
}

function valueStart(use: FlagUse, word: Word, text: string): number {
  return word === use.word ? use.word.value.length - text.length : 0;
}

/** Digits of 1e30 are nobody's number of samples. */
const MAX_DIGITS = 15;

/** The whole number that a float, hexadecimal or grouped literal stands for, in decimal; `undefined` if it is none. */
export function wholeNumber(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[+-]?\d{1,3}(?:,\d{3})+$/.test(trimmed)) return trimmed.replaceAll(',', '');
  if (/^0x[0-9a-f]+$/i.test(trimmed)) return String(Number(trimmed));
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(trimmed);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (shift > MAX_DIGITS) return undefined;
  const cut = digits.length + Math.min(0, shift);
  if (shift < 0 && !/^0*$/.test(digits.slice(Math.max(0, cut)))) return undefined;
  const value = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, Math.max(0, cut));
  const shown = value.replace(/^0+(?=\d)/, '') || '0';
  if (shown.length > MAX_DIGITS) return undefined;
  return (sign === '-' && shown !== '0' ? '-' : '') + shown;
}
