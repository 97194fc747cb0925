import type { EntryPointSpec, FlagSpec } from '../catalogue/schema.ts';
import type { BoundValue, FlagUse, PythonValue } from './binding.ts';
import { floatValue, pythonFloat, pythonInt } from './literals.ts';

/** How argparse turns words and defaults into values: `_get_value`, `_check_value`, `parse_known_args` of CPython 3.11. */

/** `type(text)`; `null` where Python raises ValueError. A converter that is not decided takes any text. */
export function convert({ type, computed }: Pick<FlagSpec, 'type' | 'computed'>, text: string): PythonValue | null {
  switch (computed?.type === undefined ? type : null) {
    case 'int':
      return pythonInt(text);
    case 'float':
      return pythonFloat(text);
    case 'bool':
      return { type: 'bool', value: text !== '' };
    case 'str':
    case null:
      return { type: 'str', value: text };
  }
}

/** True if the converted value is one of the flag's choices, or if the flag takes any. */
export function isChoice(spec: FlagSpec, value: PythonValue): boolean {
  if (spec.choices === null || spec.computed?.choices !== undefined) return true;
  return spec.choices.some((choice) => choice === value.value);
}

/** True for a flag of a user's own copy whose value cannot be told from its words. */
export function isOpen({ action, computed = {} }: FlagSpec): boolean {
  return action === 'other' || [computed.type, computed.nargs, computed.action].some((source) => source !== undefined);
}

/** What a flag without values stores; `undefined` for any other. */
export function switchValue({ action, name, aliases }: FlagSpec, spelled: string): boolean | undefined {
  switch (action) {
    case 'store_true':
      return true;
    case 'store_false':
      return false;
    case 'boolean_optional': {
      // `BooleanOptionalAction` looks at nothing but the option string.
      const options = [name, ...aliases];
      const option = options.find((other) => other === spelled) ?? options.find((other) => other.startsWith(spelled));
      return option?.startsWith('--no-') !== true;
    }
    case 'store':
    case 'other':
      return undefined;
  }
}

/** By dest, what stands there when no option is given, in the parser's order. */
export function defaultsOf(entryPoint: EntryPointSpec): Map<string, BoundValue> {
  const defaults = new Map<string, BoundValue>();
  // Of two flags that share a dest, argparse takes the default of the first.
  for (const spec of entryPoint.flags) if (!defaults.has(spec.dest)) defaults.set(spec.dest, defaultOf(spec));
  return defaults;
}

function defaultOf(spec: FlagSpec): BoundValue {
  if (spec.defaultComputed !== undefined) {
    return { known: false, why: { reason: 'read-at-run-time', name: spec.defaultComputed } };
  }
  // A default that is a string goes through the converter, any other stays as the source has it.
  const value =
    spec.defaultType === 'str' && typeof spec.default === 'string'
      ? convert(spec, spec.default)
      : literal(spec.default, spec.defaultType);
  if (value === null || (value.type === 'str' && spec.computed?.type !== undefined)) {
    return { known: false, why: { reason: 'not-modelled', name: spec.name } };
  }
  return { known: true, value, origin: 'default' };
}

function literal(value: FlagSpec['default'], type: string): PythonValue {
  if (value === null) return { type: 'NoneType', value: null };
  if (typeof value === 'boolean') return { type: 'bool', value };
  if (typeof value === 'number') return type === 'float' ? floatValue(value) : { type: 'int', value };
  if (typeof value === 'string') {
    if (type === 'float') return floatValue(Number(value));
    return { type: type === 'int' ? 'int' : 'str', value };
  }
  // JSON writes 5.0 as 5: a list with one fraction is a list of floats.
  const numbers = value.some((item) => typeof item === 'number' && !Number.isInteger(item)) ? 'float' : 'int';
  return {
    type: type === 'tuple' ? 'tuple' : 'list',
    value: value.map((item) => literal(item, typeof item === 'number' ? numbers : 'str')),
  };
}

/** True for values that Python could not tell apart: the same type and the same value. */
export function isSameValue(a: PythonValue, b: PythonValue): boolean {
  if (a.type !== b.type) return false;
  if (isList(a.value) && isList(b.value)) {
    const others = b.value;
    return a.value.length === others.length && a.value.every((item, index) => isSameIn(item, others[index]));
  }
  return a.value === b.value;
}

function isSameIn(a: PythonValue, b: PythonValue | undefined): boolean {
  return b !== undefined && isSameValue(a, b);
}

function isList(value: PythonValue['value']): value is readonly PythonValue[] {
  return typeof value === 'object' && value !== null;
}

/** The value that an option set. */
export function given(use: FlagUse, value: PythonValue): BoundValue {
  return { known: true, value, origin: 'given', use };
}
