import type { DefaultValue, EntryPointSpec, FlagSpec } from '../catalogue/schema.ts';
import { call } from './calls.ts';
import { evaluate } from './evaluate.ts';
import type { Argument, ArgumentParser, PyValue, SourceLine } from './model.ts';
import { LimitReached, ParseReached, ProgramEnd, Run, type ExtractProblem, type Steps } from './run.ts';
import { execute } from './statements.ts';
import { parsePython } from './tree.ts';
import { isData } from './values.ts';

export type { ExtractProblem } from './run.ts';
export type { SourceLine } from './model.ts';

interface ExtractOptions {
  /** Name of the entry point below its package, such as `train_sft`. */
  readonly name: string;
  /** Dotted module name of the source, for relative imports; by default `openrlhf.cli.<name>`. */
  readonly module?: string;
  /** Text of another module by dotted name (`a.b` may be `a/b.py` or `a/b/__init__.py`); `undefined` if there is none. */
  readonly readModule?: (name: string) => string | undefined;
}

export interface Extraction {
  readonly spec: EntryPointSpec;
  /** By flag name, the line that holds its option string. */
  readonly lines: ReadonlyMap<string, SourceLine>;
  /** What is not decided; empty for every bundled release. */
  readonly problems: readonly ExtractProblem[];
  /** False where flags may exist that `spec` does not have. */
  readonly complete: boolean;
}

/**
 * Reads an entry point as Python would run it up to `parse_args`, and gives every argument of the parser that is parsed
 * first, in the parser's order. What reading does not decide is named in `problems` and in `computed` of the flag, never
 * guessed. Never throws, whatever the text.
 */
export function extractEntryPoint(text: string, options: ExtractOptions): Extraction {
  const { name } = options;
  const steps: Steps = { evaluate, execute, call };
  const run = new Run(steps, options.readModule ?? (() => undefined));
  const source = parsePython(options.module ?? `openrlhf.cli.${name}`, text);
  const top = { kind: 'no-parser', at: { module: source.module, line: 1 }, source: '', hidesFlags: true } as const;
  const problems = run.problems;
  try {
    run.start(source, '__main__');
  } catch (error) {
    if (error instanceof LimitReached || error instanceof RangeError) problems.push({ ...top, kind: 'limit' });
    else if (!(error instanceof ParseReached) && !(error instanceof ProgramEnd)) throw error;
  }
  const parser = run.parsed ?? mostFlags(run.parsers);
  if (!run.parsed) problems.push(top);
  return finish(name, parser, problems);
}

function mostFlags(parsers: readonly ArgumentParser[]): ArgumentParser | undefined {
  return parsers.reduce<ArgumentParser | undefined>(
    (best, parser) => (parser.arguments.length > (best?.arguments.length ?? -1) ? parser : best),
    undefined,
  );
}

function finish(name: string, parser: ArgumentParser | undefined, found: readonly ExtractProblem[]): Extraction {
  const problems = [...found];
  const lines = new Map<string, SourceLine>();
  const flags: FlagSpec[] = [];
  const positionals: FlagSpec[] = [];
  for (const argument of parser?.arguments ?? []) {
    const flag = toFlag(argument);
    (argument.options.length > 0 ? flags : positionals).push(flag);
    lines.set(flag.name, argument.at);
    for (const [field, source] of Object.entries(argument.computed)) {
      const kind = field === 'exists' ? 'condition' : 'field';
      problems.push({ kind, at: argument.at, source, flag: flag.name, hidesFlags: false });
    }
  }
  const spec: EntryPointSpec = {
    name,
    flags,
    ...(positionals.length > 0 ? { positionals } : {}),
    ...(parser?.allowAbbrev === false ? { allowAbbrev: false } : {}),
  };
  return { spec, lines, problems, complete: !problems.some(({ hidesFlags }) => hidesFlags) };
}

function toFlag(argument: Argument): FlagSpec {
  const [first, ...aliases] = argument.options;
  const value = plain(argument.default);
  return {
    name: first ?? argument.dest,
    aliases,
    dest: argument.dest,
    type: argument.type,
    nargs: argument.nargs,
    choices: argument.choices,
    default: value === undefined ? null : value,
    defaultType: typeName(argument.default),
    ...(value === undefined ? { defaultComputed: argument.defaultText } : {}),
    action: argument.action,
    required: argument.required,
    ...(argument.help === undefined ? {} : { help: argument.help }),
    ...(Object.keys(argument.computed).length > 0 ? { computed: { ...argument.computed } } : {}),
  };
}

/** A default as the schema keeps it; `undefined` where it is not decided or not plain data. */
function plain(value: PyValue): DefaultValue | undefined {
  if (!isData(value)) return undefined;
  if (value.kind === 'none') return null;
  if (value.kind !== 'list' && value.kind !== 'tuple') return scalar(value);
  if (value.kind === 'list' && value.unordered) return undefined;
  const items = value.items.map(scalar);
  return items.some((item) => item === undefined) ? undefined : items.filter((item) => item !== undefined);
}

function scalar(value: PyValue): boolean | number | string | undefined {
  if (value.kind === 'bool' || value.kind === 'str') return value.value;
  if (value.kind === 'int')
    return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value.toString();
  if (value.kind !== 'float') return undefined;
  return Number.isFinite(value.value) ? value.value : String(value.value);
}

/** Python's name of a default's type; `unknown` where that is not decided either. */
function typeName(value: PyValue): string {
  switch (value.kind) {
    case 'none':
      return 'NoneType';
    case 'list':
      return value.unordered ? 'set' : 'list';
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'tuple':
    case 'dict':
      return value.kind;
    case 'unknown':
      return value.type ?? 'unknown';
    case 'function':
    case 'class':
    case 'instance':
    case 'builtin':
    case 'method':
    case 'bound':
    case 'partial':
    case 'module':
    case 'imported':
    case 'parser':
    case 'group':
    case 'action':
      return 'unknown';
  }
}
