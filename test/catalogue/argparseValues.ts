/** Whether argparse takes a value, by the rules of Python's `int` and `float` and argparse's own for leading dashes. */

import type { FlagSpec } from '../../server/src/catalogue/schema.ts';

type Taker = Pick<FlagSpec, 'type' | 'nargs' | 'choices'>;

const digits = String.raw`\d+(?:_\d+)*`;
const integer = new RegExp(`^[+-]?${digits}$`);
const float = new RegExp(
  `^[+-]?(?:(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:e[+-]?${digits})?|inf(?:inity)?|nan)$`,
  'i',
);
/** What argparse takes for a negative number (`_negative_number_matcher`); anything else with a dash is an option. */
const negativeNumber = /^-\d+$|^-\d*\.\d+$/;

/** Why argparse refuses the value, as typed with spaces between several; `undefined` if it takes it. */
export function sayWhyNot(value: string, { type, nargs, choices }: Taker): string | undefined {
  const words = nargs === null ? [value] : value.split(' ');
  if (nargs === 0) return 'takes no value';
  if (typeof nargs === 'number' && words.length !== nargs) return `takes ${nargs} values`;
  for (const word of words) {
    if (word.startsWith('-') && !word.includes(' ') && !negativeNumber.test(word)) return `${word} is an option`;
    if (type === 'int' && !integer.test(word)) return `${word} is no int`;
    if (type === 'float' && !float.test(word)) return `${word} is no float`;
    if (choices && !choices.map(String).includes(word)) return `${word} is no choice`;
  }
  return undefined;
}

/** Whether argparse takes the value. */
export function acceptedBy(value: string, spec: Taker): boolean {
  return sayWhyNot(value, spec) === undefined;
}
