import type { SyntaxNode } from '@lezer/common';
import { type ArgumentParser, type CallArguments, type PyValue, Scope, type SourceLine, restore } from './model.ts';
import { type PythonSource, lineOf, parsePython, textOf } from './tree.ts';
import { equal, isData, unknown } from './values.ts';

/** Something that reading the source does not decide, so that the answer may be incomplete there. */
export interface ExtractProblem {
  /**
   * `name`: a flag whose name is computed. `field`: a field of a flag; its source stands in the flag's `computed` too.
   * `condition`: flags that are there under a condition only. `call`: code that is not seen gets the parser.
   * `parser`: a setting of the parser that is not modelled, or a part of it that code reaches around `add_argument`; like
   * code that is not seen, it may change the fields of flags as well.
   * `order`: flags made in the order of a set. `conflict`: two flags with the same name, at which the program dies.
   * `syntax`: text that is not Python. `no-parser`: no parser was found. `limit`: the program runs too long.
   */
  readonly kind:
    'name' | 'field' | 'condition' | 'call' | 'parser' | 'order' | 'conflict' | 'syntax' | 'no-parser' | 'limit';
  readonly at: SourceLine;
  /** The source in question. */
  readonly source: string;
  /** The flag, where it is about one. */
  readonly flag?: string;
  /** True where flags may exist that are not in the answer, so that an unknown flag proves nothing. */
  readonly hidesFlags: boolean;
}

/** A piece of program being run: the names it sees and the file it stands in. */
export interface Frame {
  readonly source: PythonSource;
  readonly scope: Scope;
}

/** How a block ended. */
export type Completion =
  | { readonly kind: 'normal'; readonly after?: Departure }
  | { readonly kind: 'break' | 'continue' | 'exit' }
  | { readonly kind: 'return'; readonly value: PyValue };

/** A condition, not decided, under which the code that follows is not reached. */
export interface Departure {
  readonly condition: string;
  readonly by: 'break' | 'continue' | 'return';
}

export const NORMAL: Completion = { kind: 'normal' };

/** Thrown where the program would end: `raise`, `sys.exit()`, `parser.error()`. */
export class ProgramEnd extends Error {}
/** Thrown where the parser is done: the first `parse_args` that certainly runs. */
export class ParseReached extends Error {}
/** Thrown when the program runs longer than is worth following. */
export class LimitReached extends Error {}

/** The functions that call each other across files. */
export interface Steps {
  evaluate(run: Run, frame: Frame, node: SyntaxNode): PyValue;
  execute(run: Run, frame: Frame, body: SyntaxNode): Completion;
  call(run: Run, frame: Frame, callee: PyValue, args: CallArguments, node: SyntaxNode): PyValue;
}

const MAX_STEPS = 400_000;
const MAX_MODULES = 60;

/** One reading of a program: its modules, its parsers and what could not be decided. */
export class Run {
  readonly problems: ExtractProblem[] = [];
  readonly parsers: ArgumentParser[] = [];
  readonly steps: Steps;
  /** The parser whose arguments were parsed first. */
  parsed: ArgumentParser | undefined;
  /** Conditions that are not decided and that the code being read stands under. */
  readonly conditions: string[] = [];
  /** Calls and nested expressions around the code being read. */
  depth = 0;
  #count = 0;
  readonly #modules = new Map<string, Frame | null>();
  readonly #readModule: (name: string) => string | undefined;

  constructor(steps: Steps, readModule: (name: string) => string | undefined) {
    this.steps = steps;
    this.#readModule = readModule;
  }

  tick(): void {
    if (++this.#count > MAX_STEPS) throw new LimitReached();
  }

  report(problem: Omit<ExtractProblem, 'at' | 'source'>, frame: Frame, node: SyntaxNode): void {
    const at = this.at(frame, node);
    const source = textOf(frame.source, node);
    const same = (known: ExtractProblem) =>
      known.kind === problem.kind &&
      known.flag === problem.flag &&
      known.at.line === at.line &&
      known.source === source;
    if (!this.problems.some(same)) this.problems.push({ ...problem, at, source });
  }

  at(frame: Frame, node: SyntaxNode): SourceLine {
    return { module: frame.source.module, line: lineOf(frame.source, node) };
  }

  /** The names of a module after its top level ran; `undefined` where its text is not to be had. */
  module(name: string): Frame | undefined {
    const known = this.#modules.get(name);
    if (known !== undefined) return known ?? undefined;
    const text = this.#modules.size < MAX_MODULES ? this.#readModule(name) : undefined;
    const source = text === undefined ? undefined : parsePython(name, text);
    if (source === undefined || source.unreadable) {
      this.#modules.set(name, null);
      return undefined;
    }
    return this.start(source, name);
  }

  /** Runs the top level of a file. */
  start(source: PythonSource, dunderName: string): Frame {
    const frame: Frame = { source, scope: new Scope(null) };
    // Known before it runs, so that modules that import each other see what there is so far.
    this.#modules.set(source.module, frame);
    frame.scope.set('__name__', { kind: 'str', value: dunderName });
    this.steps.execute(this, frame, source.root);
    return frame;
  }

  /** Runs branches of which one, none known, is taken; names that they leave different become unknown. */
  alternatives(frame: Frame, branches: readonly { condition: string; body: () => Completion }[]): Completion {
    const before = frame.scope.snapshot();
    const outcomes: { condition: string; completion: Completion; names: ReturnType<Scope['snapshot']> }[] = [];
    for (const { condition, body } of branches) {
      restore(before);
      this.conditions.push(condition);
      try {
        const completion = body();
        if (completion.kind !== 'exit') outcomes.push({ condition, completion, names: frame.scope.snapshot() });
      } catch (error) {
        if (!(error instanceof ProgramEnd)) throw error;
      } finally {
        this.conditions.pop();
      }
    }
    const going = outcomes.filter(({ completion }) => completion.kind === 'normal');
    merge(going.length > 0 ? going.map(({ names }) => names) : outcomes.map(({ names }) => names));
    const [first, ...others] = outcomes;
    if (!first) return { kind: 'exit' };
    if (going.length === outcomes.length) return NORMAL;
    if (going.length > 0) {
      for (const { condition, completion } of outcomes) {
        if (completion.kind === 'break' || completion.kind === 'continue' || completion.kind === 'return')
          return { kind: 'normal', after: { condition, by: completion.kind } };
      }
      return NORMAL;
    }
    const { completion } = first;
    if (completion.kind !== 'return') return completion;
    const same = others.every(
      (other) => other.completion.kind === 'return' && sameValue(completion.value, other.completion.value),
    );
    return same ? completion : { kind: 'return', value: unknown('return') };
  }
}

type Names = ReturnType<Scope['snapshot']>;

/** Leaves in the scopes what all outcomes agree on; a name that they give different values becomes unknown. */
function merge(outcomes: readonly Names[]): void {
  const [first, ...others] = outcomes;
  if (!first) return;
  for (const [scope, names] of first) {
    const every = new Set([...names.keys(), ...others.flatMap((other) => [...(other.get(scope)?.keys() ?? [])])]);
    scope.names.clear();
    for (const name of every) {
      const value = names.get(name);
      const same = others.every((other) => sameValue(value, other.get(scope)?.get(name)));
      scope.names.set(name, same && value ? value : unknown(name));
    }
  }
}

function sameValue(a: PyValue | undefined, b: PyValue | undefined): boolean {
  if (a === b) return true;
  if (!a || a.kind !== b?.kind) return false;
  return isData(a) && isData(b) && equal(a, b) === true;
}
