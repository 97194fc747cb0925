import { compareReleases } from '../../catalogue/versions.ts';
import { singleSample } from '../../python/flow/given.ts';
import type { DictEntry, Flow, GivenArguments, ReturnPath, Value } from '../../python/flow/model.ts';
import type { Definition, FunctionOutline, Parameter, PythonFile } from '../../python/outline/model.ts';
import type { Location, OffsetRange } from '../../text/location.ts';
import { fix, say } from '../finding.ts';
import type { Fix, Severity, TextEdit } from '../model.ts';
import type { PythonContext } from './context.ts';

export function place(file: PythonFile, range: OffsetRange): Location {
  return { uri: file.uri, range };
}

export function insertion(file: PythonFile, offset: number, newText: string): TextEdit {
  return { location: place(file, { start: offset, end: offset }), newText };
}

export function replacement(file: PythonFile, range: OffsetRange, newText: string): TextEdit {
  return { location: place(file, range), newText };
}

export function textAt({ source }: PythonFile, { start, end }: OffsetRange): string {
  return source.text.slice(start, end);
}

/** What a name of a file stands for, imports of workspace files followed; `null` where it stands for nothing, `undefined` where that is open. */
export function resolved(
  { files }: Pick<PythonContext, 'files'>,
  file: PythonFile,
  name: string,
  depth = 0,
): Definition | null | undefined {
  const definition = file.names.get(name);
  if (definition === undefined) return file.mayHaveMore ? undefined : null;
  if (definition.kind === 'value' && definition.node.name === 'VariableName' && depth < 8) {
    const other = textAt(file, { start: definition.node.from, end: definition.node.to });
    return other === name ? undefined : resolved({ files }, file, other, depth + 1);
  }
  if (definition.kind !== 'imported') return definition;
  const target = depth < 8 ? files.resolve(file, definition.module) : undefined;
  if (target === null || target === undefined) return undefined;
  return resolved({ files }, target, definition.name, depth + 1);
}

/** Decorators that leave the way in which a function is called as it is. */
const TRANSPARENT =
  /^(?:(?:functools\.)?(?:lru_cache|cache|wraps)\b|torch\.(?:no_grad|inference_mode)\b|(?:abc\.)?abstractmethod\b|staticmethod\b|classmethod\b|(?:typing\.)?override\b)/;

/** True where a decorator may replace the function by another. */
export function isReplaced({ decorators }: FunctionOutline): boolean {
  return decorators.some(({ text }) => !TRANSPARENT.test(text));
}

/** The parameters without `self`; none for a static method. */
export function ownParameters(fn: FunctionOutline): readonly Parameter[] {
  const isStatic = fn.decorators.some(({ text }) => text === 'staticmethod');
  return fn.owner === null || isStatic ? fn.parameters : fn.parameters.slice(1);
}

/** True where a call with so many arguments by position is refused. */
export function refusesPositional(parameters: readonly Parameter[], count: number): boolean {
  const positional = parameters.filter(({ kind }) => kind === 'positional' || kind === 'positional-only');
  const takesMore = parameters.some(({ kind }) => kind === 'var-positional');
  const required = positional.filter(({ hasDefault }) => !hasDefault).length;
  return (positional.length < count && !takesMore) || required > count || requiredKeywords(parameters).length > 0;
}

/** Names that have to be given by name. */
export function requiredKeywords(parameters: readonly Parameter[]): string[] {
  return parameters.filter(({ kind, hasDefault }) => kind === 'keyword-only' && !hasDefault).map(({ name }) => name);
}

/** Names without which a call is refused. */
export function requiredNames(parameters: readonly Parameter[]): string[] {
  return parameters.filter(({ kind, hasDefault }) => !hasDefault && !kind.startsWith('var')).map(({ name }) => name);
}

/** Severity of what holds for some releases; `null` where it holds for none that judges. */
export function severityIn(
  { releases, assumed }: Pick<PythonContext, 'releases' | 'assumed'>,
  severity: Severity,
  { since, until }: { readonly since?: string; readonly until?: string },
): Severity | null {
  const holds = releases.filter(
    (release) =>
      (since === undefined || compareReleases(release, since) >= 0) &&
      (until === undefined || compareReleases(release, until) <= 0),
  );
  if (holds.length === 0) return null;
  return severity === 'error' && (assumed || holds.length < releases.length) ? 'warning' : severity;
}

/** The alternatives of a value. */
export function alternatives(value: Value): readonly Value[] {
  return value.kind === 'oneOf' ? value.values : [value];
}

/** What is to be said of one way out of a function. */
export interface Judged<T> {
  readonly path: ReturnPath;
  readonly value: Value;
  readonly problem: T;
}

/**
 * The ways out that have a problem. `certain` where all have one, so that every call meets it; else the function may never be
 * called in such a way.
 * @param seen what its caller makes of a value
 */
export function judgedPaths<T>(
  flow: Flow,
  fn: FunctionOutline,
  problemOf: (value: Value, path: ReturnPath) => T | null,
  given?: GivenArguments,
  seen: (value: Value) => Value = (value) => value,
): { readonly judged: readonly Judged<T>[]; readonly certain: boolean } {
  const paths = flow.returns(fn, given) ?? [];
  let certain = paths.length > 0;
  const judged: Judged<T>[] = [];
  for (const path of paths) {
    for (const value of alternatives(path.value).flatMap((returned) => alternatives(seen(returned)))) {
      const problem = problemOf(value, path);
      if (problem === null) certain = false;
      else judged.push({ path, value, problem });
    }
  }
  return { judged, certain };
}

/** A value in words: `a float`, `None`, `a tensor`. */
export function inWords(value: Value): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return 'a bool';
    case 'int':
      return 'an int';
    case 'float':
      return 'a float';
    case 'str':
      return 'text';
    case 'tensor':
      if (value.library === 'numpy') return 'a numpy value';
      return value.dtype === undefined || value.dtype === 'float' ? 'a tensor' : `a tensor of dtype ${value.dtype}`;
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
      return `a ${value.kind}`;
    case 'function':
      return 'a function';
    case 'class':
      return 'a class';
    case 'instance':
      return `an object of ${value.cls.name}`;
    case 'coroutine':
      return 'a coroutine that is not awaited';
    case 'generator':
      return 'a generator';
    case 'response':
      return 'an answer of a web framework';
    case 'external':
      return value.name;
    case 'unknown':
    case 'oneOf':
      return 'something else';
  }
}

/** Number of elements of a value with a known length; `undefined` where it is not known or it has none. */
export function countOf(value: Value): number | undefined {
  if (value.kind === 'list' || value.kind === 'tuple') return value.items?.length;
  if (value.kind !== 'tensor' || value.shape === undefined) return undefined;
  let count = 1;
  for (const size of value.shape) {
    if (size === null) return undefined;
    count *= size;
  }
  return count;
}

/** True where a function has an `await` of its own, in words. */
export function awaits(fn: FunctionOutline): boolean {
  return /\b(?:await|async\s+(?:with|for))\b/.test(textAt(fn.file, fn.range).replace(/^async\s+def/, ''));
}

/** What OpenRLHF gives to `reset` or `step`. */
export function givenToMethod(fn: FunctionOutline, keys: readonly string[]): GivenArguments {
  const at = place(fn.file, fn.nameRange);
  const entries = keys.map((key): DictEntry => {
    const isText = key === 'observation' || key === 'observation_text' || key === 'action_text';
    return { key, keyAt: at, value: isText ? { kind: 'str', at } : { kind: 'unknown', at } };
  });
  return new Map([[1, { kind: 'dict', entries, open: true, at }]]);
}

/** True where nothing before the offset can keep a call of the function from coming there. */
export function isStraight(fn: FunctionOutline, offset: number): boolean {
  const before = textAt(fn.file, { start: fn.parametersRange.end, end: offset });
  return !/\b(?:if|try|for|while|with|match|return|lambda|def|and|or|else)\b/.test(before);
}

/** What OpenRLHF gives to a reward function: one sample. Nothing is said of a method, which has its object first. */
export function sampleOf(fn: FunctionOutline): GivenArguments | undefined {
  return fn.owner === null ? singleSample(fn) : undefined;
}

/** Kinds that cannot be read by a key of text. */
export function isNoDict({ kind }: Value): boolean {
  switch (kind) {
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'tensor':
    case 'list':
    case 'tuple':
    case 'set':
    case 'function':
    case 'class':
    case 'coroutine':
    case 'generator':
    case 'response':
      return true;
    case 'dict':
    case 'instance':
    case 'external':
    case 'unknown':
    case 'oneOf':
      return false;
  }
}

/** Adds members to a dict display of the file; `undefined` where the value is not written as one there. */
export function withMembers(file: PythonFile, { at }: Value, members: string): TextEdit | undefined {
  if (at.uri !== file.uri) return undefined;
  const text = textAt(file, at.range);
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const inside = text.slice(1, -1).trim();
  const comma = inside === '' ? '' : inside.endsWith(',') ? ' ' : ', ';
  return insertion(file, at.range.start + text.slice(0, -1).trimEnd().length, `${comma}${members}`);
}

/** Adds statements at the end of a file, two empty lines below what is there. */
export function appended(file: PythonFile, statements: string): TextEdit {
  const { text } = file.source;
  return insertion(file, text.length, `${text.endsWith('\n') ? '\n\n' : '\n\n\n'}${statements}\n`);
}

/** Makes a plain `def` of a function that awaits nothing. */
export function withoutAsync(fn: FunctionOutline): Fix[] {
  if (fn.async === null || awaits(fn)) return [];
  return [fix(say('fix-remove-async'), [replacement(fn.file, fn.async, '')], true)];
}

/** How many elements a value has, in words, where that is known and not one. */
export function wrongCount(value: Value): string | undefined {
  const count = countOf(value);
  if (count === undefined || count === 1) return undefined;
  return count === 0 ? 'no element' : `${count} elements`;
}

/** Where a value is written; `other` where it is written nowhere. */
export function writtenAt({ at }: Value, other: Location): Location {
  return at.range.end > at.range.start ? at : other;
}
