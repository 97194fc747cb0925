import type { SyntaxNode } from '@lezer/common';
import type { Location } from '../../text/location.ts';
import type { FunctionOutline, PythonFile, PythonFiles } from '../outline/model.ts';
import type { Abstract, Atom, CallArguments, Enclosing, FunctionAtom, HeapObject } from './domain.ts';
import type { Bindings } from './scopes.ts';
import { sameState, type State } from './state.ts';
import type { PythonSource } from '../tree.ts';

/** The body being read: a function, or the top level of a file. */
export interface Frame {
  readonly file: PythonFile;
  /** `null` at the top level of a file. */
  readonly fn: FunctionOutline | null;
  readonly scope: number;
  /** Where `:=` binds: the function around a comprehension. */
  readonly walrus: number;
  /** Names that the body binds itself. */
  readonly locals: ReadonlySet<string>;
  /** Names of it that a function within changes through `nonlocal`: never known. */
  readonly shared: ReadonlySet<string>;
  /** Scopes of the functions around it, innermost first. */
  readonly closure: readonly Enclosing[];
  /** Places of the calls that led here, to tell objects of one place apart. */
  readonly path: string;
  readonly depth: number;
  /** The object of a method, for `super()`. */
  readonly self: Atom | null;
}

/** One way through a step: the state behind it, and what it gave. */
export interface Way {
  readonly state: State;
  readonly value: Abstract;
}

export interface Return extends Way {
  /** The `return` statement; `null` where the body falls off its end. */
  readonly node: SyntaxNode | null;
}

/** How a block can be left. */
export interface Outcome {
  readonly states: readonly State[];
  readonly breaks: readonly State[];
  readonly continues: readonly State[];
  readonly returns: readonly Return[];
}

/** The steps that call each other across files. */
export interface Steps {
  readonly evaluate: (machine: Machine, frame: Frame, state: State, node: SyntaxNode) => Abstract;
  readonly block: (machine: Machine, frame: Frame, states: readonly State[], body: SyntaxNode) => Outcome;
  /** Calls a value; `args` are evaluated. The state is changed. */
  readonly call: (
    machine: Machine,
    frame: Frame,
    state: State,
    callee: Abstract,
    args: CallArguments,
    node: SyntaxNode,
  ) => Abstract;
  /** Runs the body of a workspace function; `null` where it is not followed. */
  readonly invoke: (
    machine: Machine,
    frame: Frame,
    state: State,
    callee: FunctionAtom,
    args: CallArguments,
    node: SyntaxNode,
  ) => readonly Way[] | null;
}

/** Thrown when a body takes more steps than are worth it. */
export class LimitReached extends Error {}

const MAX_STEPS = 12_000;
/** What keeping a state costs, in steps. */
const RAISE_STEPS = 4;

/** One question about one body. */
export class Machine {
  readonly files: PythonFiles;
  readonly steps: Steps;
  /** States at which an exception can be raised, for each `try` around the code being read. */
  readonly raisers: State[][] = [];
  /** Functions whose bodies are being read, to see recursion. */
  readonly active: string[] = [];
  /** Module-level names whose values are being read, to see circles. */
  readonly resolving = new Set<string>();
  readonly #bindings = new Map<string, Bindings>();
  #steps = 0;
  #next = 1;

  constructor(files: PythonFiles, steps: Steps) {
    this.files = files;
    this.steps = steps;
  }

  tick(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new LimitReached();
  }

  /** Which names a function binds; read once. */
  bindings(fn: FunctionOutline, read: (source: PythonSource, node: SyntaxNode) => Bindings): Bindings {
    const key = keyOf(fn);
    const known = this.#bindings.get(key) ?? read(fn.file.source, fn.node);
    this.#bindings.set(key, known);
    return known;
  }

  fresh(): number {
    return this.#next++;
  }

  /** Puts an object into the heap. */
  allocate(state: State, object: HeapObject): Atom {
    const id = this.fresh();
    state.heap.set(id, object);
    return { kind: 'ref', id, at: object.at };
  }

  /** An exception can be raised here. */
  raises(state: State): void {
    if (state.dead) return;
    for (const raised of this.raisers) {
      const last = raised.at(-1);
      if (last?.doubt === state.doubt && sameState(last, state)) last.keepFacts(state.facts);
      else {
        this.tick(RAISE_STEPS);
        raised.push(state.clone());
      }
    }
  }
}

/** The same for each outline of one function. */
export function keyOf(fn: FunctionOutline): string {
  return `${fn.file.uri}#${fn.node.from}`;
}

export function locate(frame: Frame, node: SyntaxNode): Location {
  return { uri: frame.file.uri, range: { start: node.from, end: node.to } };
}

/** Where an object is made: the place with the calls that lead there. */
export function siteOf(frame: Frame, node: SyntaxNode): string {
  return `${frame.path}|${frame.file.uri}#${node.from}`;
}

/** The scopes that a function made here sees. */
export function enclosing(frame: Frame): readonly Enclosing[] {
  return [{ scope: frame.scope, locals: frame.locals, shared: frame.shared }, ...frame.closure];
}

export const NO_ARGUMENTS: CallArguments = { positional: [], keywords: new Map(), open: false };
