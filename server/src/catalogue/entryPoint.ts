import type { EntryPointSpec, FlagSpec } from './schema.ts';

/** A group of flags with the same first dotted component; flags without a dot form the group `''`. */
interface Section {
  readonly name: string;
  readonly flags: readonly FlagSpec[];
}

/** The first dotted component of a flag or of half-typed text: `actor` of `--actor.adam.lr`, `''` of `--use_ms`. */
export function sectionOf(option: string): string {
  const bare = option.replace(/^-+/, '');
  const dot = bare.indexOf('.');
  return dot < 0 ? '' : bare.slice(0, dot);
}

/** One entry point of one release, with the indices that lookups need. */
export class EntryPoint {
  readonly name: string;
  readonly release: string;
  readonly spec: EntryPointSpec;
  /** Line of the source (from 1) that names each flag, by flag name, in `openrlhf/cli/<entry point>.py`. */
  readonly #lines: ReadonlyMap<string, number>;
  readonly #byOption = new Map<string, FlagSpec>();
  readonly #byDest = new Map<string, FlagSpec[]>();
  #sections: readonly Section[] | undefined;

  constructor(release: string, spec: EntryPointSpec, lines: ReadonlyMap<string, number> = new Map()) {
    this.name = spec.name;
    this.release = release;
    this.spec = spec;
    this.#lines = lines;
    for (const flag of spec.flags) {
      for (const option of [flag.name, ...flag.aliases]) this.#byOption.set(option, flag);
      const sharing = this.#byDest.get(flag.dest);
      if (sharing) sharing.push(flag);
      else this.#byDest.set(flag.dest, [flag]);
    }
  }

  /** In the parser's order. */
  get flags(): readonly FlagSpec[] {
    return this.spec.flags;
  }

  /** The flag with exactly this option string, an alias included. */
  flag(option: string): FlagSpec | undefined {
    return this.#byOption.get(option);
  }

  /** Every option string, aliases included, in the parser's order. */
  get options(): readonly string[] {
    return [...this.#byOption.keys()];
  }

  /** All flags that write this dest, such as `--actor.muon.nesterov` and `--actor.muon.no_nesterov`. */
  flagsByDest(dest: string): readonly FlagSpec[] {
    return this.#byDest.get(dest) ?? [];
  }

  /** The first flag that writes this dest. */
  flagByDest(dest: string): FlagSpec | undefined {
    return this.#byDest.get(dest)?.[0];
  }

  /** Groups by first dotted component, in the order in which the parser first names them. */
  get sections(): readonly Section[] {
    if (!this.#sections) {
      const groups = new Map<string, FlagSpec[]>();
      for (const flag of this.flags) {
        const name = sectionOf(flag.name);
        const group = groups.get(name);
        if (group) group.push(flag);
        else groups.set(name, [flag]);
      }
      this.#sections = [...groups].map(([name, flags]) => ({ name, flags }));
    }
    return this.#sections;
  }

  /** `cli/<entry point>.py:<line>` of the release's package that adds the flag. */
  sourceOf(flag: FlagSpec): string | undefined {
    const line = this.#lines.get(flag.name);
    return line === undefined ? undefined : `cli/${this.name}.py:${line}`;
  }
}
