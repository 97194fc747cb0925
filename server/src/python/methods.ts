import type { SyntaxNode } from '@lezer/common';
import { addArgument } from './argparse.ts';
import { iterate } from './iterate.ts';
import { ArgumentParser, type CallArguments, type PyDict, type PyList, type PyStr, type PyValue } from './model.ts';
import { MAX_LENGTH } from './operators.ts';
import { ParseReached, ProgramEnd, type Frame, type Run } from './run.ts';
import { braceFormat } from './strings.ts';
import { textOf } from './tree.ts';
import { NONE, bool, list, lookupKey, setKey, str, truth, tuple, unknown } from './values.ts';

/** A method call; `undefined` where the method is not modelled. */
export function callMethod(
  run: Run,
  frame: Frame,
  self: PyValue,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): PyValue | undefined {
  switch (self.kind) {
    case 'parser':
    case 'group':
      return parserMethod(run, frame, self, name, args, node);
    case 'str':
      return args.open === undefined ? textMethod(self, name, args) : undefined;
    case 'list':
      return listMethod(run, self, name, args, textOf(frame.source, node));
    case 'dict':
      return dictMethod(run, self, name, args, textOf(frame.source, node));
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'tuple':
    case 'function':
    case 'class':
    case 'instance':
    case 'builtin':
    case 'method':
    case 'bound':
    case 'partial':
    case 'module':
    case 'imported':
    case 'action':
    case 'unknown':
      return undefined;
  }
}

/** `argparse.ArgumentParser(…)`. */
export function makeParser(run: Run, frame: Frame, args: CallArguments, node: SyntaxNode): ArgumentParser {
  const parser = new ArgumentParser();
  run.parsers.push(parser);
  const { keywords } = args;
  const isFalse = (name: string): boolean => {
    const value = keywords.get(name);
    return value !== undefined && truth(value) === false;
  };
  if (isFalse('add_help')) parser.reserved.clear();
  if (isFalse('allow_abbrev')) parser.allowAbbrev = false;
  const handler = keywords.get('conflict_handler');
  parser.resolvesConflicts = handler?.kind === 'str' && handler.value === 'resolve';
  parser.argumentDefault = keywords.get('argument_default') ?? NONE;
  const prefix = keywords.get('prefix_chars');
  const plain = prefix === undefined || (prefix.kind === 'str' && prefix.value === '-');
  const file = keywords.get('fromfile_prefix_chars');
  if (!plain || args.open !== undefined || (file && file.kind !== 'none'))
    run.report({ kind: 'parser', hidesFlags: true }, frame, node);
  const parents = keywords.get('parents');
  for (const parent of parents ? (iterate(parents) ?? [unknown('parents')]) : []) {
    if (parent.kind === 'parser') {
      parser.arguments.push(...parent.parser.arguments);
      for (const [dest, value] of parent.parser.defaults) parser.defaults.set(dest, value);
    } else run.report({ kind: 'parser', hidesFlags: true }, frame, node);
  }
  return parser;
}

function parserMethod(
  run: Run,
  frame: Frame,
  self: Extract<PyValue, { kind: 'parser' | 'group' }>,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): PyValue | undefined {
  const { parser } = self;
  switch (name) {
    case 'add_argument': {
      const argument = addArgument(run, frame, node, parser, args);
      return argument ? { kind: 'action', argument, parser } : unknown(textOf(frame.source, node));
    }
    case 'add_argument_group':
    case 'add_mutually_exclusive_group':
      return { kind: 'group', parser };
    case 'set_defaults': {
      const sure = run.conditions.length === 0;
      const values = [...args.keywords].map(([dest, value]): [string, PyValue] => [
        dest,
        sure ? value : unknown(args.texts.get(dest) ?? dest),
      ]);
      parser.setDefaults(new Map(values), args.texts);
      if (args.open !== undefined) run.report({ kind: 'parser', hidesFlags: false }, frame, node);
      return NONE;
    }
    case 'get_default': {
      const dest = args.positional[0];
      const argument = dest?.kind === 'str' && parser.arguments.find((known) => known.dest === dest.value);
      return argument ? argument.default : unknown(textOf(frame.source, node));
    }
    case 'parse_args':
    case 'parse_intermixed_args':
      run.parsed ??= parser;
      if (run.conditions.length === 0) throw new ParseReached();
      return unknown(textOf(frame.source, node));
    case 'parse_known_args':
      run.parsed ??= parser;
      return unknown(textOf(frame.source, node));
    case 'error':
    case 'exit':
      throw new ProgramEnd();
    default:
      return unknown(textOf(frame.source, node));
  }
}

function textMethod(self: PyStr, name: string, { positional, keywords }: CallArguments): PyValue | undefined {
  const text = self.value;
  const made = (value: string | undefined): PyValue | undefined =>
    value === undefined || value.length > MAX_LENGTH ? undefined : str(value, self.origin);
  if (name === 'format') return made(braceFormat(text, positional, keywords));
  if (name === 'join') {
    const items = positional[0] && iterate(positional[0]);
    const texts = items?.map((item) => (item.kind === 'str' ? item.value : undefined));
    return !texts || texts.includes(undefined) ? undefined : made(texts.join(text));
  }
  const words = positional.map((value) => (value.kind === 'str' ? value.value : undefined));
  if (keywords.size > 0 || words.includes(undefined)) return undefined;
  const [first, second] = words;
  if (words.length === 0) {
    if (name === 'upper') return made(text.toUpperCase());
    if (name === 'lower') return made(text.toLowerCase());
    if (name === 'strip') return made(text.trim());
    if (name === 'lstrip') return made(text.trimStart());
    if (name === 'rstrip') return made(text.trimEnd());
    if (name === 'capitalize') return made(text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase());
    if (name === 'split')
      return list(
        text
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => str(word, self.origin)),
      );
  }
  if (words.length === 1 && first !== undefined) {
    if (name === 'startswith') return bool(text.startsWith(first));
    if (name === 'endswith') return bool(text.endsWith(first));
    if (name === 'removeprefix') return made(text.startsWith(first) ? text.slice(first.length) : text);
    if (name === 'removesuffix') return made(first && text.endsWith(first) ? text.slice(0, -first.length) : text);
    if (name === 'split' && first) return list(text.split(first).map((word) => str(word, self.origin)));
    if (name === 'strip' || name === 'lstrip' || name === 'rstrip') return made(stripped(text, first, name));
  }
  if (name === 'replace' && words.length === 2 && first && second !== undefined)
    return made(text.replaceAll(first, second));
  return undefined;
}

function stripped(text: string, letters: string, side: 'strip' | 'lstrip' | 'rstrip'): string {
  let from = 0;
  let to = text.length;
  if (side !== 'rstrip') while (from < to && letters.includes(text.charAt(from))) from++;
  if (side !== 'lstrip') while (to > from && letters.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

function listMethod(run: Run, self: PyList, name: string, args: CallArguments, source: string): PyValue | undefined {
  const [first, second] = args.positional;
  if (name === 'copy') return self.broken === undefined ? list([...self.items]) : undefined;
  if (name === 'index' || name === 'count') return undefined;
  if (run.conditions.length > (self.born ?? 0) || self.items.length > MAX_LENGTH || args.open !== undefined) {
    self.broken = source;
    return undefined;
  }
  if (name === 'append' && first) self.items.push(first);
  else if ((name === 'extend' || name === 'update') && first && iterate(first))
    self.items.push(...(iterate(first) ?? []));
  else if (name === 'insert' && first?.kind === 'int' && second) self.items.splice(Number(first.value), 0, second);
  else {
    self.broken = source;
    return undefined;
  }
  return NONE;
}

function dictMethod(run: Run, self: PyDict, name: string, args: CallArguments, source: string): PyValue | undefined {
  const [first, second] = args.positional;
  const readable = self.broken === undefined;
  if (name === 'items') return readable ? list(self.entries.map(([key, value]) => tuple([key, value]))) : undefined;
  if (name === 'keys') return readable ? list(self.entries.map(([key]) => key)) : undefined;
  if (name === 'values') return readable ? list(self.entries.map(([, value]) => value)) : undefined;
  if (name === 'copy')
    return readable ? { kind: 'dict', entries: self.entries.map(([key, value]) => [key, value]) } : undefined;
  if (name === 'get' && first)
    return readable && first.kind !== 'unknown' ? (lookupKey(self, first) ?? second ?? NONE) : undefined;
  if (run.conditions.length > (self.born ?? 0) || args.open !== undefined) {
    self.broken = source;
    return undefined;
  }
  if (name === 'update' && (!first || (first.kind === 'dict' && first.broken === undefined))) {
    for (const [key, value] of first?.kind === 'dict' ? first.entries : []) setKey(self, key, value);
    for (const [key, value] of args.keywords) setKey(self, str(key), value);
    return NONE;
  }
  if (name === 'pop' && first && first.kind !== 'unknown') {
    const at = self.entries.findIndex(
      ([key]) => lookupKey({ kind: 'dict', entries: [[key, NONE]] }, first) !== undefined,
    );
    if (at >= 0) return self.entries.splice(at, 1)[0]?.[1];
    return second;
  }
  if (name === 'setdefault' && first && first.kind !== 'unknown') {
    const known = lookupKey(self, first);
    if (!known) setKey(self, first, second ?? NONE);
    return known ?? second ?? NONE;
  }
  self.broken = source;
  return undefined;
}
