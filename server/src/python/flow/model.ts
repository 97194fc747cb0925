import type { Location } from '../../text/location.ts';
import type { ClassOutline, FunctionOutline } from '../outline/model.ts';

/**
 * What an expression of a reward function or agent can give, as far as its text decides. `unknown` is always allowed and never
 * judged; every other kind is a promise: whenever the expression gives a value at all, it is of this kind.
 */
export type Value = (
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value?: boolean }
  | { readonly kind: 'int'; readonly value?: number }
  | { readonly kind: 'float'; readonly value?: number }
  | { readonly kind: 'str'; readonly value?: string }
  | Tensor
  | Sequence
  | Dict
  | { readonly kind: 'function'; readonly fn: FunctionOutline }
  | { readonly kind: 'class'; readonly cls: ClassOutline }
  /** An object of a class of the workspace. */
  | { readonly kind: 'instance'; readonly cls: ClassOutline }
  /** A dotted name of a module that is not of the workspace: `torch`, `openrlhf.utils.agent.AgentExecutorBase`. */
  | { readonly kind: 'external'; readonly name: string }
  /** What a call of an `async def` gives before it is awaited. */
  | { readonly kind: 'coroutine'; readonly result: Value }
  | { readonly kind: 'generator' }
  /** What a web framework answers with; `content` is what is said in JSON. */
  | { readonly kind: 'response'; readonly media: 'json'; readonly content: Value }
  | { readonly kind: 'response'; readonly media: 'text' }
  /** One of several, by the way that was taken; never nested, never with an `unknown` that would swallow the others. */
  | { readonly kind: 'oneOf'; readonly values: readonly Value[] }
) & {
  /** Where it was made: the literal, the call, the assignment. */
  readonly at: Location;
};

/** A torch tensor, a numpy array or a numpy scalar. */
export interface Tensor {
  readonly kind: 'tensor';
  readonly library: 'torch' | 'numpy';
  readonly dtype?: 'float' | 'int' | 'bool';
  /** Sizes by dimension where written, `null` for one that is not known; a scalar has none. */
  readonly shape?: readonly (number | null)[];
  /** Value of the only element. */
  readonly value?: number;
}

export interface Sequence {
  readonly kind: 'list' | 'tuple' | 'set';
  /** Items, where all are known one by one. */
  readonly items?: readonly Value[];
  /** What every item is, where they are not known one by one: a comprehension, `[x] * n`. */
  readonly element?: Value;
}

export interface DictEntry {
  readonly key: string;
  /** Where the key is written. */
  readonly keyAt: Location;
  readonly value: Value;
  /** It is there on some ways only. */
  readonly maybe?: true;
}

export interface Dict {
  readonly kind: 'dict';
  readonly entries: readonly DictEntry[];
  /** It may hold keys that were not seen: `**x`, `update(unknown)`, passed to somebody who may change it. */
  readonly open: boolean;
}

/** One way out of a function. */
export interface ReturnPath {
  /** `null` where it falls off its end, or has a `return` without a value; the value is then `none`. */
  readonly expression: Location | null;
  /** The `return` statement; the name of the function where it falls off its end. */
  readonly at: Location;
  /** For a function with `await`ed callers: what the awaited call gives. */
  readonly value: Value;
}

/** What parameters hold, by position; the others are not known. See `singleSample` for reward functions. */
export type GivenArguments = ReadonlyMap<number, Value>;

/** What was read of the parameter or local that holds one dict given by OpenRLHF, such as `states["action_text"]`. */
export interface KeyRead {
  readonly key: string;
  readonly at: Location;
  /** `x[key]`, which fails without the key; else `x.get(key)`. */
  readonly required: boolean;
}

/** A call in a body, with what is called as a dotted name where that can be known: `time.sleep`, `requests.post`. */
export interface CallSite {
  /** Resolved through imports: `from time import sleep as s` makes `s()` a call of `time.sleep`. */
  readonly callee: string;
  readonly at: Location;
  /** It is awaited. */
  readonly awaited: boolean;
  /** It is the argument or body of something that moves it off the loop: `asyncio.to_thread`, `run_in_executor`. */
  readonly offLoop: boolean;
  /** It can be reached from the function's start only through calls of workspace functions; those are named, outermost first. */
  readonly through: readonly string[];
}

/** Questions about bodies; answers are memoised for as long as the object lives. It belongs to one state of all files. */
export interface Flow {
  /** Every way out, helpers in the same file or an imported workspace file followed. `null` where it cannot be told at all. */
  readonly returns: (fn: FunctionOutline, given?: GivenArguments) => readonly ReturnPath[] | null;
  /** Values of module-level names once the module is loaded. */
  readonly moduleValue: (file: FunctionOutline['file'], name: string) => Value;
  /** The values that `self.name` can have after `__init__`; `unknown` where another method or outside code may set it. */
  readonly attribute: (cls: ClassOutline, name: string) => Value;
  /** Reads by constant key from the dict that the parameter of this position holds. */
  readonly keysRead: (fn: FunctionOutline, parameter: number) => readonly KeyRead[];
  /** Reads by constant key from the JSON that is posted to a route's function, which fail without the key. */
  readonly requestReads: (fn: FunctionOutline) => readonly KeyRead[];
  /** Calls of a body and of the workspace functions that it calls. */
  readonly calls: (fn: FunctionOutline) => readonly CallSite[];
  /** Bases upwards, resolved: classes of the workspace and dotted names of others, in the order of the definition; `complete` is false where one is not known. */
  readonly bases: (cls: ClassOutline) => {
    readonly names: readonly string[];
    readonly classes: readonly ClassOutline[];
    readonly complete: boolean;
  };
  /** A method of the class or of its workspace bases; `null` where none of them has it and all bases are known; `undefined` where that cannot be told. */
  readonly method: (cls: ClassOutline, name: string) => FunctionOutline | null | undefined;
}
