import type { SyntaxNode } from '@lezer/common';
import type { FlagSpec } from '../catalogue/schema.ts';
import { iterate } from './iterate.ts';
import type { Argument, ArgumentParser, CallArguments, PyValue, SourceLine } from './model.ts';
import type { Frame, Run } from './run.ts';
import { FALSE, NONE, TRUE, equal, isData, truth } from './values.ts';

const ACTIONS: Readonly<Record<string, FlagSpec['action']>> = {
  store: 'store',
  store_true: 'store_true',
  store_false: 'store_false',
};
/** Actions whose value is not modelled and that take no words. */
const WORDLESS = new Set(['store_const', 'append_const', 'count', 'help', 'version']);
const TYPES = ['int', 'float', 'str', 'bool'] as const;

/** Runs one `add_argument` call; `undefined` where it makes no argument or none that is known by name. */
export function addArgument(
  run: Run,
  frame: Frame,
  node: SyntaxNode,
  parser: ArgumentParser,
  args: CallArguments,
): Argument | undefined {
  const names: string[] = [];
  let origin: SourceLine | undefined;
  for (const value of args.positional) {
    if (value.kind !== 'str') {
      run.report({ kind: 'name', hidesFlags: true }, frame, node);
      return undefined;
    }
    names.push(value.value);
    origin ??= value.origin;
  }
  if (names.length === 0 && args.open !== undefined) {
    run.report({ kind: 'name', hidesFlags: true }, frame, node);
    return undefined;
  }
  const first = names[0] ?? '';
  const positional = names.length === 0 || (names.length === 1 && !first.startsWith('-'));
  const argument = draft(parser, positional ? [] : names, args, origin ?? run.at(frame, node));
  if (positional) {
    if (first !== '') argument.dest = first;
    argument.required = argument.nargs !== '?' && argument.nargs !== '*';
  }
  if (run.conditions.length > 0) argument.computed.exists = run.conditions.join(' and ');
  if (args.open !== undefined) openFields(argument, args);
  return register(run, frame, node, parser, argument);
}

function draft(parser: ArgumentParser, options: string[], args: CallArguments, at: SourceLine): Argument {
  const { keywords, texts } = args;
  const text = (name: string): string => texts.get(name) ?? name;
  const argument: Argument = {
    options,
    dest: destOf(options),
    action: 'store',
    type: null,
    nargs: null,
    choices: null,
    default: NONE,
    defaultText: '',
    required: false,
    help: undefined,
    computed: {},
    at,
  };
  const dest = keywords.get('dest');
  if (dest?.kind === 'str') argument.dest = dest.value;
  else if (dest && dest.kind !== 'none') argument.computed.dest = text('dest');
  setAction(argument, keywords.get('action'), text('action'));
  setDefault(argument, parser, keywords.get('default'), text('default'));
  setType(argument, keywords.get('type'), text('type'));
  setNargs(argument, keywords.get('nargs'), text('nargs'));
  setChoices(argument, keywords.get('choices'), text('choices'));
  setRequired(argument, keywords.get('required'), text('required'));
  const help = keywords.get('help');
  if (help?.kind === 'str') argument.help = help.value;
  return argument;
}

/** The first long option without dashes, `-` as `_`; else the first short one. */
function destOf(options: readonly string[]): string {
  const long = options.find((option) => option.startsWith('--')) ?? options[0] ?? '';
  return long.replace(/^-+/, '').replaceAll('-', '_');
}

function setAction(argument: Argument, value: PyValue | undefined, text: string): void {
  if (!value) return;
  if (value.kind === 'str' || value.kind === 'none') {
    const name = value.kind === 'str' ? value.value : 'store';
    argument.action = ACTIONS[name] ?? 'other';
    if (argument.action === 'store_true' || argument.action === 'store_false' || WORDLESS.has(name)) argument.nargs = 0;
    if (argument.action === 'other') argument.computed.action = text;
    return;
  }
  if (value.kind === 'builtin' && value.name === 'argparse.BooleanOptionalAction') {
    argument.action = 'boolean_optional';
    argument.nargs = 0;
    argument.options = argument.options.flatMap((option) =>
      option.startsWith('--') ? [option, `--no-${option.slice(2)}`] : [option],
    );
    return;
  }
  argument.action = 'other';
  argument.computed.action = text;
  argument.computed.nargs = text;
}

function setDefault(argument: Argument, parser: ArgumentParser, value: PyValue | undefined, text: string): void {
  const ofParser = parser.defaults.get(argument.dest);
  argument.default = value ?? ofParser ?? parser.argumentDefault;
  argument.defaultText = value ? text : argument.dest;
  if (value ?? ofParser ?? (parser.argumentDefault.kind !== 'none' ? parser.argumentDefault : undefined)) return;
  if (argument.computed.action !== undefined) {
    // Each action has a default of its own.
    argument.default = { kind: 'unknown', source: argument.computed.action };
    argument.defaultText = argument.computed.action;
  }
  if (argument.action === 'store_true') argument.default = FALSE;
  if (argument.action === 'store_false') argument.default = TRUE;
}

export function setType(argument: Argument, value: PyValue | undefined, text: string): void {
  argument.type = null;
  if (!value || value.kind === 'none') return;
  const known = value.kind === 'builtin' ? TYPES.find((type) => type === value.name) : undefined;
  if (known) argument.type = known;
  else argument.computed.type = text;
}

function setNargs(argument: Argument, value: PyValue | undefined, text: string): void {
  if (!value || value.kind === 'none') return;
  if (value.kind === 'int') argument.nargs = Number(value.value);
  else if (value.kind === 'str' && (value.value === '?' || value.value === '*' || value.value === '+'))
    argument.nargs = value.value;
  else argument.computed.nargs = text;
}

export function setChoices(argument: Argument, value: PyValue | undefined, text: string): void {
  argument.choices = null;
  if (!value || value.kind === 'none') return;
  const choices: (string | number)[] = [];
  for (const item of iterate(value) ?? [undefined]) {
    if (item?.kind === 'str') choices.push(item.value);
    else if (item?.kind === 'int') choices.push(Number(item.value));
    else if (item?.kind === 'float' && Number.isFinite(item.value)) choices.push(item.value);
    else {
      argument.computed.choices = text;
      return;
    }
  }
  // argparse checks `choices is not None`, and the parser's own view of empty choices is "anything fails".
  argument.choices = choices;
}

export function setRequired(argument: Argument, value: PyValue | undefined, text: string): void {
  if (!value) return;
  const decided = truth(value);
  if (decided === undefined) argument.computed.required = text;
  else argument.required = decided;
}

/** Fields that a `**mapping` which could not be read may have set. */
function openFields(argument: Argument, args: CallArguments): void {
  const source = args.open ?? '';
  for (const field of ['type', 'nargs', 'choices', 'required', 'action', 'dest'] as const)
    if (!args.keywords.has(field)) argument.computed[field] ??= source;
  if (!args.keywords.has('default')) {
    argument.default = { kind: 'unknown', source };
    argument.defaultText = source;
  }
}

/** Adds the argument to its parser, as `_check_conflict` and the conflict handler do. */
function register(
  run: Run,
  frame: Frame,
  node: SyntaxNode,
  parser: ArgumentParser,
  argument: Argument,
): Argument | undefined {
  if (argument.options.length === 0) {
    parser.arguments.push(argument);
    return argument;
  }
  const taken = argument.options.filter((option) => parser.reserved.has(option) || parser.find(option));
  if (taken.length > 0 && parser.resolvesConflicts) {
    for (const option of taken) drop(parser, option);
  } else if (taken.length > 0) {
    const earlier = parser.find(taken[0] ?? '');
    if (earlier && (earlier.computed.exists !== undefined || argument.computed.exists !== undefined)) {
      unite(earlier, argument);
      return earlier;
    }
    run.report({ kind: 'conflict', flag: taken[0] ?? '', hidesFlags: false }, frame, node);
    return undefined;
  }
  parser.arguments.push(argument);
  return argument;
}

/** Takes an option string away; an argument that loses its last one is gone. */
function drop(parser: ArgumentParser, option: string): void {
  parser.reserved.delete(option);
  const argument = parser.find(option);
  if (!argument) return;
  argument.options = argument.options.filter((other) => other !== option);
  if (argument.options.length === 0) parser.arguments.splice(parser.arguments.indexOf(argument), 1);
}

/** Joins the two forms that a flag has in the branches of a condition: what they do not share is open. */
function unite(earlier: Argument, later: Argument): void {
  const { computed } = earlier;
  const open = (field: 'type' | 'nargs' | 'choices' | 'required' | 'action' | 'dest', same: boolean) => {
    const source = computed[field] ?? later.computed[field] ?? (same ? undefined : earlier.computed.exists);
    if (source !== undefined) computed[field] = source;
  };
  open('type', earlier.type === later.type);
  open('nargs', earlier.nargs === later.nargs);
  open('choices', JSON.stringify(earlier.choices) === JSON.stringify(later.choices));
  open('required', earlier.required === later.required);
  open('action', earlier.action === later.action);
  open('dest', earlier.dest === later.dest);
  const sameDefault =
    isData(earlier.default) &&
    isData(later.default) &&
    earlier.default.kind === later.default.kind &&
    equal(earlier.default, later.default) === true;
  if (!sameDefault) {
    const source = `${earlier.defaultText || 'None'} or ${later.defaultText || 'None'}`;
    earlier.default = { kind: 'unknown', source };
    earlier.defaultText = source;
  }
  const { exists } = computed;
  const opposite = exists !== undefined && later.computed.exists === `not (${exists})`;
  if (opposite || later.computed.exists === undefined) delete computed.exists;
}
