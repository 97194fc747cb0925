import type { PythonValue } from '../launch/binding.ts';
import { isSameValue } from '../launch/values.ts';
import type { Unknown } from '../text/items.ts';
import { LayeredMap } from '../text/maps.ts';
import type { Effective, EffectiveConfig } from './model.ts';
import { truthOf } from './pythonTruth.ts';

/** The answer to a question about values: `null` where it hangs on one that is not known. */
export interface Verdict {
  readonly holds: boolean | null;
  /** What was looked at. */
  readonly dests: readonly string[];
}

/** Values under way through the program's check of its arguments. */
export class Draft {
  /** Always as things stand. */
  readonly values: EffectiveConfig;
  readonly #forced = new Map<string, Effective>();

  constructor(values: EffectiveConfig) {
    this.values = new LayeredMap(values, this.#forced);
  }

  get(dest: string): Effective | undefined {
    return this.values.get(dest);
  }

  /** The value of a dest; `undefined` where it is not known or where there is no such dest. */
  value(dest: string): PythonValue | undefined {
    const entry = this.values.get(dest);
    return entry?.known === true ? entry.value : undefined;
  }

  /** Whether Python takes the value for true. */
  isTrue(dest: string): Verdict {
    const entry = this.values.get(dest);
    const holds = entry === undefined ? null : entry.known ? truthOf(entry.value) : (entry.truth ?? null);
    return { holds, dests: [dest] };
  }

  isNone(dest: string): Verdict {
    const entry = this.values.get(dest);
    if (entry?.known === true) return { holds: entry.value.type === 'NoneType', dests: [dest] };
    return { holds: entry?.truth === true ? false : null, dests: [dest] };
  }

  /** Whether a known value is as wanted. */
  is(dest: string, wanted: (value: PythonValue) => boolean): Verdict {
    const value = this.value(dest);
    return { holds: value === undefined ? null : wanted(value), dests: [dest] };
  }

  /**
   * Puts a value in place of what stands there, if a condition holds. Where that is not known, neither is the value,
   * unless both are the same. `undefined` is a value that is not known itself; its dests are among those of the condition.
   */
  force(dest: string, { holds, dests }: Verdict, value: PythonValue | undefined): void {
    const before = this.values.get(dest);
    if (before === undefined || holds === false) return;
    if (holds === true && value !== undefined) {
      this.#forced.set(dest, { known: true, value, origin: { kind: 'forced', by: dests } });
      return;
    }
    if (holds === null && before.known && value !== undefined && isSameValue(before.value, value)) return;
    const truthBefore = before.known ? truthOf(before.value) : before.truth;
    const truthAfter = value === undefined ? undefined : truthOf(value);
    this.#forced.set(dest, {
      known: false,
      ...this.#cause(dest, dests),
      ...(holds === null && truthBefore !== undefined && truthBefore === truthAfter ? { truth: truthBefore } : {}),
    });
  }

  #cause(dest: string, dests: readonly string[]): { why: Unknown; flags: readonly string[] } {
    const unknown = [...dests, dest].flatMap((name) => {
      const entry = this.values.get(name);
      return entry === undefined || entry.known ? [] : [entry];
    });
    const flags = [...new Set(unknown.flatMap((entry) => entry.flags))];
    return { why: unknown[0]?.why ?? { reason: 'not-modelled' }, flags: flags.length > 0 ? flags : [...dests] };
  }
}

/** Holds where both hold. */
export function both(a: Verdict, b: Verdict): Verdict {
  const dests = [...a.dests, ...b.dests];
  if (a.holds === false || b.holds === false) return { holds: false, dests };
  return { holds: a.holds === null || b.holds === null ? null : true, dests };
}

export function not({ holds, dests }: Verdict): Verdict {
  return { holds: holds === null ? null : !holds, dests };
}
