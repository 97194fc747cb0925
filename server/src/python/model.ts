import type { SyntaxNode } from '@lezer/common';
import type { FlagSpec } from '../catalogue/schema.ts';
import type { PythonSource } from './tree.ts';

/** What a program is made of as it is read: values, the scopes that hold them, and parsers, which lead to each other. */

/** A place in a Python file; the line counts from 1. */
export interface SourceLine {
  readonly module: string;
  readonly line: number;
}

/** Text, with the literal that it was written in. */
export interface PyStr {
  readonly kind: 'str';
  readonly value: string;
  readonly origin?: SourceLine;
}

/** `items` is changed in place, as Python does; `broken` is set when something not modelled may have changed it. */
export interface PyList {
  readonly kind: 'list';
  readonly items: PyValue[];
  /** A set: its items come in an order of Python's own. */
  readonly unordered?: true;
  /** How many undecided conditions it was made under; under more of them a change may not happen. */
  readonly born?: number;
  broken?: string;
}

export interface PyDict {
  readonly kind: 'dict';
  readonly entries: [PyValue, PyValue][];
  readonly born?: number;
  broken?: string;
}

export interface PyFunction {
  readonly kind: 'function';
  readonly name: string;
  readonly source: PythonSource;
  /** `FunctionDefinition` or `LambdaExpression`. */
  readonly node: SyntaxNode;
  readonly scope: Scope;
  readonly defaults: ReadonlyMap<string, PyValue>;
  /** Text of a decorator that may replace the function by another. */
  readonly decorator?: string;
  /** Source of a lambda. */
  readonly text: string;
}

export interface PyClass {
  readonly kind: 'class';
  readonly name: string;
  readonly scope: Scope;
  readonly bases: readonly PyValue[];
}

export interface PyInstance {
  readonly kind: 'instance';
  readonly cls: PyClass;
  readonly attributes: Map<string, PyValue>;
}

/** What an expression of the program gives, as far as reading it decides. */
export type PyValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | PyStr
  | PyList
  | { readonly kind: 'tuple'; readonly items: readonly PyValue[] }
  | PyDict
  | PyFunction
  | PyClass
  | PyInstance
  /** A name of the standard library that is modelled: `int`, `argparse.ArgumentParser`, `math.inf`. */
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'method'; readonly self: PyValue; readonly name: string }
  | { readonly kind: 'bound'; readonly self: PyInstance; readonly fn: PyFunction }
  | { readonly kind: 'partial'; readonly fn: PyValue; readonly args: CallArguments }
  | { readonly kind: 'module'; readonly module: string }
  /** `from module import name`, looked up when it is used. */
  | { readonly kind: 'imported'; readonly module: string; readonly name: string }
  | { readonly kind: 'parser'; readonly parser: ArgumentParser }
  | { readonly kind: 'group'; readonly parser: ArgumentParser }
  | { readonly kind: 'action'; readonly argument: Argument; readonly parser: ArgumentParser }
  /** `type`: the Python type that it has in any case. */
  | { readonly kind: 'unknown'; readonly source: string; readonly type?: 'str' };

export interface CallArguments {
  readonly positional: readonly PyValue[];
  readonly keywords: ReadonlyMap<string, PyValue>;
  /** Source of each keyword's value. */
  readonly texts: ReadonlyMap<string, string>;
  /** Source of a `*x` or `**x` that could not be spread. */
  readonly open?: string;
}

/** Names of a module, class body or function call. */
export class Scope {
  readonly names = new Map<string, PyValue>();
  /** Names that a `global` or `nonlocal` statement sends to an outer scope. */
  readonly outer = new Set<string>();
  readonly parent: Scope | null;
  /** The body of a class, whose names its functions do not see. */
  readonly ofClass: boolean;

  constructor(parent: Scope | null, ofClass = false) {
    this.parent = parent;
    this.ofClass = ofClass;
  }

  get(name: string): PyValue | undefined {
    return this.names.get(name) ?? this.parent?.get(name);
  }

  set(name: string, value: PyValue): void {
    if (this.outer.has(name)) {
      for (let scope = this.parent; scope; scope = scope.parent) {
        if (scope.names.has(name) || !scope.parent) {
          scope.names.set(name, value);
          return;
        }
      }
    }
    this.names.set(name, value);
  }

  /** The scopes from here outwards with what they hold now, to be put back or compared later. */
  snapshot(): Map<Scope, Map<string, PyValue>> {
    const saved = this.parent?.snapshot() ?? new Map<Scope, Map<string, PyValue>>();
    return saved.set(this, new Map(this.names));
  }
}

/** Puts the names of a snapshot back. */
export function restore(saved: ReadonlyMap<Scope, ReadonlyMap<string, PyValue>>): void {
  for (const [scope, names] of saved) {
    scope.names.clear();
    for (const [name, value] of names) scope.names.set(name, value);
  }
}

type Computed = NonNullable<FlagSpec['computed']>;

/** An argument as `add_argument` makes it, still open to change by what follows. */
export interface Argument {
  /** Option strings; empty for a positional. */
  options: string[];
  dest: string;
  action: FlagSpec['action'];
  type: FlagSpec['type'];
  nargs: FlagSpec['nargs'];
  choices: FlagSpec['choices'];
  default: PyValue;
  defaultText: string;
  required: boolean;
  help: string | undefined;
  computed: { -readonly [field in keyof Computed]: string };
  readonly at: SourceLine;
}

/** What is modelled of `argparse.ArgumentParser` (CPython 3.10 to 3.13, `Lib/argparse.py`). */
export class ArgumentParser {
  readonly arguments: Argument[] = [];
  /** Values of `set_defaults`, also for arguments that come later. */
  readonly defaults = new Map<string, PyValue>();
  allowAbbrev = true;
  argumentDefault: PyValue = { kind: 'none' };
  resolvesConflicts = false;
  readonly reserved = new Set(['-h', '--help']);

  find(option: string): Argument | undefined {
    return this.arguments.find((argument) => argument.options.includes(option));
  }

  setDefaults(values: ReadonlyMap<string, PyValue>, texts: ReadonlyMap<string, string>): void {
    for (const [dest, value] of values) {
      this.defaults.set(dest, value);
      for (const argument of this.arguments) {
        if (argument.dest !== dest) continue;
        argument.default = value;
        argument.defaultText = texts.get(dest) ?? dest;
      }
    }
  }
}
