import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import type { PythonSource } from '../tree.ts';

/** What a Python file defines, read from its text alone: nothing is run, and what the text does not decide is said to be open. */

export interface Parameter {
  readonly name: string;
  readonly kind: 'positional-only' | 'positional' | 'var-positional' | 'keyword-only' | 'var-keyword';
  readonly hasDefault: boolean;
  /** The name, without stars, annotation and default. */
  readonly range: OffsetRange;
}

export interface Decorator {
  /** Without the `@`, such as `functools.lru_cache(maxsize=None)`. */
  readonly text: string;
  readonly range: OffsetRange;
}

export interface FunctionOutline {
  readonly kind: 'function';
  readonly name: string;
  readonly nameRange: OffsetRange;
  /** From `async`, `def` or `lambda` to the end of the body; without decorators. */
  readonly range: OffsetRange;
  /** The keyword `async`, with the space behind it. */
  readonly async: OffsetRange | null;
  /** It holds a `yield` of its own, so that a call gives a generator. */
  readonly isGenerator: boolean;
  readonly decorators: readonly Decorator[];
  readonly parameters: readonly Parameter[];
  /** From `(` to `)`, both included. */
  readonly parametersRange: OffsetRange;
  /** `FunctionDefinition` or `LambdaExpression`. */
  readonly node: SyntaxNode;
  readonly file: PythonFile;
  /** The class in whose body it is defined. */
  readonly owner: ClassOutline | null;
}

export interface BaseClass {
  /** As written: `AgentInstanceBase`, `agent.MultiTurnAgentExecutor`. */
  readonly text: string;
  readonly range: OffsetRange;
}

export interface ClassOutline {
  readonly kind: 'class';
  readonly name: string;
  readonly nameRange: OffsetRange;
  /** From `class` to the end of the body. */
  readonly range: OffsetRange;
  readonly decorators: readonly Decorator[];
  readonly bases: readonly BaseClass[];
  /** Methods of its own body by name; of several of one name the last. */
  readonly methods: ReadonlyMap<string, FunctionOutline>;
  /** A method may be there that was not seen: an assignment, a condition, a metaclass, a decorator of the class. */
  readonly mayHaveMore: boolean;
  /** The names that this is about; `all` where it may be any. */
  readonly unsure: ReadonlySet<string> | 'all';
  readonly node: SyntaxNode;
  readonly file: PythonFile;
}

/** What a name of a module stands for once the module has been loaded. */
export type Definition =
  | FunctionOutline
  | ClassOutline
  /** `import a.b as name` (name is the module), or `import a.b` (name `a`). */
  | { readonly kind: 'module'; readonly module: string; readonly range: OffsetRange }
  /** `from module import name`; leading dots of a relative import are part of `module`. */
  | { readonly kind: 'imported'; readonly module: string; readonly name: string; readonly range: OffsetRange }
  /** Assigned at module level, once, from this expression. */
  | { readonly kind: 'value'; readonly node: SyntaxNode; readonly range: OffsetRange }
  /** Bound in more than one way, under a condition, by a loop, `with`, `del`, a walrus … */
  | { readonly kind: 'open'; readonly range: OffsetRange };

/** One `import` of a file, wherever it stands. */
export interface ImportOutline {
  /** With leading dots where it is relative: `.helpers`, `os.path`. */
  readonly module: string;
  /** Names behind `from … import`; empty for a plain `import`; `*` stands for all. */
  readonly names: readonly string[];
  readonly range: OffsetRange;
  readonly moduleRange: OffsetRange;
  /** It runs when the file is loaded, unlike one inside a function. */
  readonly atLoad: boolean;
  /** Inside a `try` whose handler takes ImportError (or everything), so that the file loads without it. */
  readonly guarded: boolean;
}

/** A Python file of the workspace with its outline. */
export interface PythonFile {
  readonly uri: string;
  readonly source: PythonSource;
  /** Names of the module. A name that is missing is not defined, unless `mayHaveMore`. */
  readonly names: ReadonlyMap<string, Definition>;
  /** `from x import *`, `globals()[…] =`, `exec`, `setattr(sys.modules…)`: names may be there that were not seen. */
  readonly mayHaveMore: boolean;
  readonly imports: readonly ImportOutline[];
  /** Where the text is not Python; then nothing else is judged. */
  readonly syntaxError: OffsetRange | null;
  /** Statements of the module whose tree may be wrong; nothing is said about functions and classes in them. */
  readonly doubtful: readonly OffsetRange[];
}

/** Files that imports lead to. */
export interface PythonFiles {
  /**
   * The file that `module` means where `from` imports it: a path below the workspace folder or beside the file. `null` where
   * there is none of that name in the workspace; `undefined` while it has not been read yet (it is then asked for).
   */
  readonly resolve: (from: PythonFile, module: string) => PythonFile | null | undefined;
  /** The workspace folder, where jobs mostly start; `undefined` for a file outside of any. */
  readonly folder?: string | undefined;
}
