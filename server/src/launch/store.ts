import type { Unknown, Word } from '../text/items.ts';
import type { Arity } from './arity.ts';
import type { BoundValue, FlagUse, ParseProblem, PythonValue } from './binding.ts';
import { convert, given, isChoice, isOpen, switchValue } from './values.ts';

/** A value of an option that argparse refuses, or reads differently from one Python to the next. */
export const REFUSED: Unknown = { reason: 'not-modelled' };

/** What an option leaves in the namespace. */
interface Stored {
  readonly value: BoundValue;
  /** The values that its converter or its choices refuse. */
  readonly problems: readonly ParseProblem[];
  /** False where a word could be refused that is not known, or by a converter or choices that are not. */
  readonly certain: boolean;
}

/** The value of a flag from the words that it takes: `_get_values` of CPython 3.11. */
export function storedValue(use: FlagUse, arity: Arity, words: readonly Word[]): Stored {
  const { spec } = use;
  const open = isOpen(spec);
  const on = open ? undefined : switchValue(spec, use.spelled);
  if (on !== undefined) return { value: given(use, { type: 'bool', value: on }), problems: [], certain: true };
  const values: PythonValue[] = [];
  const problems: ParseProblem[] = [];
  let certain = !open;
  let missing: Word | undefined;
  for (const word of words) {
    const element = elementOf(use, word);
    if (element.value === null) missing ??= word;
    else values.push(element.value);
    if (element.problem !== undefined) problems.push(element.problem);
    if (element.open === true) certain = false;
  }
  if (open || missing !== undefined) {
    const why = missing === undefined || missing.kind === 'known' ? REFUSED : missing.why;
    return { value: { known: false, why, use }, problems, certain };
  }
  // `nargs='?'` without a value: the constant, which no flag of OpenRLHF sets.
  const [only = { type: 'NoneType', value: null } as const] = values;
  return { value: given(use, arity.list ? { type: 'list', value: values } : only), problems, certain };
}

interface Element {
  /** Converted and compared with the choices; `null` where it is not known or refused. */
  readonly value: PythonValue | null;
  readonly problem?: ParseProblem;
  /** It could be refused: it is not known, or the choices are not. */
  readonly open?: boolean;
}

function elementOf(use: FlagUse, word: Word): Element {
  const { spec } = use;
  if (word.kind !== 'known') {
    return { value: null, open: spec.choices !== null || spec.type === 'int' || spec.type === 'float' };
  }
  const place = use.inline === undefined ? word : use.word;
  const value = convert(spec, word.value);
  if (value === null) {
    const type = spec.type === 'int' ? 'int' : 'float';
    return { value: null, problem: { code: 'invalid-literal', use, word: place, text: word.value, type } };
  }
  if (isChoice(spec, value)) return { value, open: spec.computed?.choices !== undefined };
  const choices = (spec.choices ?? []).map(String);
  return { value: null, problem: { code: 'invalid-choice', use, word: place, text: word.value, choices } };
}
