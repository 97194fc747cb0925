import type { FlagUse, PythonValue } from '../launch/binding.ts';
import type { Unknown } from '../text/items.ts';

/** Where the value that the program works with comes from. */
export type Origin =
  | { readonly kind: 'given'; readonly use: FlagUse }
  | { readonly kind: 'default' }
  /** The program's own check of its arguments has put it there; `by` are the dests whose values made it do so. */
  | { readonly kind: 'forced'; readonly by: readonly string[] };

/** A value that the program works with, after it has checked its arguments. */
export type Effective =
  | { readonly known: true; readonly value: PythonValue; readonly origin: Origin }
  | {
      readonly known: false;
      readonly why: Unknown;
      /** The dests whose unknown values it hangs on, its own among them where that is the one. */
      readonly flags: readonly string[];
      /** Whether Python takes it for true, where that is certain all the same. */
      readonly truth?: boolean;
    };

/** By dest, all values of an entry point. */
export type EffectiveConfig = ReadonlyMap<string, Effective>;
