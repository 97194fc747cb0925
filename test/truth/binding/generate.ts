import type { Case, RealFlag } from './program.ts';
import {
  BAD_FLOATS, BAD_INTS, DASHED, FLOATS, GLUED_HELPS, HELPS, INTS, ODD_FLOATS, ODD_INTS, ODD_OPTIONS, ODD_STRINGS, STRAYS, STRINGS,
} from './words.ts'; // prettier-ignore

/** Generated command lines, from the flags of the real parser objects. The same seed gives the same lines. */
export interface Source {
  readonly tag: string;
  /** By entry point. */
  readonly flags: ReadonlyMap<string, readonly RealFlag[]>;
  /** Options of other entry points, other releases and of before 0.10.2. */
  readonly foreign: readonly string[];
  /** Python before 3.12: later ones read `-hx` and `--flag=--` in other ways. */
  readonly oldPython: boolean;
  readonly seed: number;
}

const MAIN_ENTRY = 'train_ppo_ray';

export function generate(source: Source, count: number): Case[] {
  return Array.from({ length: count }, (_, index) => generateOne(source, index));
}

function generateOne(source: Source, index: number): Case {
  const random = new Random(source.seed + index * 7919);
  const others = [...source.flags.keys()].filter((entry) => entry !== MAIN_ENTRY);
  // Every second line is PPO's, so that the share does not depend on the dice.
  const entry = index % 2 === 0 ? MAIN_ENTRY : random.pick(others);
  const line = new LineGenerator(source.flags.get(entry) ?? [], source, random);
  return { tag: source.tag, entry, argv: line.words() };
}

class LineGenerator {
  readonly #flags: readonly RealFlag[];
  readonly #options: readonly string[];
  readonly #source: Source;
  readonly #random: Random;
  /** How many pieces of the line are broken. */
  readonly #broken: number;

  constructor(flags: readonly RealFlag[], source: Source, random: Random) {
    this.#flags = flags;
    this.#options = flags.flatMap((flag) => [flag.name, ...flag.aliases]);
    this.#source = source;
    this.#random = random;
    this.#broken = random.pick([0, 0, 0, 1, 1, 1, 1, 2, 3, 8]);
  }

  words(): string[] {
    const random = this.#random;
    const pieces: string[][] = [];
    for (const flag of this.#flags) {
      if (flag.required && (this.#broken === 0 || !random.chance(0.2))) pieces.push(this.#use(flag));
    }
    const count = random.pick([0, 1, 2, 3, 5, 8, 13, 30]);
    for (let i = 0; i < count; i++) pieces.push(this.#use(this.#flag()));
    for (let i = 0; i < this.#broken; i++) pieces.push(this.#breakage());
    return random.shuffle(pieces).flat();
  }

  #flag(): RealFlag {
    return this.#random.pick(this.#flags);
  }

  /** A flag as one writes it, mostly right. */
  #use(flag: RealFlag): string[] {
    const random = this.#random;
    const option = this.#spell(random.pick([flag.name, ...flag.aliases]));
    if (flag.action !== 'store') return [option];
    const single = flag.nargs === null || flag.nargs === '+' || flag.nargs === '*' || flag.nargs === '?';
    if (single && random.chance(0.2)) return [`${option}=${this.#inline(flag)}`];
    return [option, ...Array.from({ length: this.#count(flag) }, () => this.#value(flag))];
  }

  #count({ nargs }: RealFlag): number {
    if (typeof nargs === 'number') return nargs;
    if (nargs === null) return 1;
    return this.#random.pick(nargs === '+' ? [1, 2, 3] : nargs === '*' ? [0, 1, 2, 4] : [0, 1]);
  }

  /** The whole option, or so much of it that it is still the only one. */
  #spell(option: string): string {
    const random = this.#random;
    if (!random.chance(0.15)) return option;
    let shortest = option.length;
    while (shortest > 3 && this.#matches(option.slice(0, shortest - 1)) === 1) shortest--;
    return option.slice(0, random.between(shortest, option.length));
  }

  #matches(prefix: string): number {
    return [...this.#options, '--help'].filter((option) => option.startsWith(prefix)).length;
  }

  #value(flag: RealFlag): string {
    const random = this.#random;
    if (flag.choices !== null) return random.pick(flag.choices);
    if (flag.type === 'int') return random.pick(random.chance(0.7) ? INTS : ODD_INTS);
    if (flag.type === 'float') return random.pick(random.chance(0.7) ? FLOATS : ODD_FLOATS);
    return random.pick(random.chance(0.8) ? STRINGS : ODD_STRINGS);
  }

  #inline(flag: RealFlag): string {
    const random = this.#random;
    if (this.#source.oldPython && random.chance(0.02)) return '--';
    if (flag.type === 'float' && random.chance(0.3)) return random.pick(['-5e-1', '-inf', '-1.', '-nan', '-Infinity']);
    if (flag.type === 'str' && flag.choices === null && random.chance(0.2))
      return random.pick(['--x', '-h', '-', '-5e-1', '---']);
    return this.#value(flag);
  }

  #badValue(flag: RealFlag): string {
    const random = this.#random;
    if (random.chance(0.2)) return random.pick(DASHED);
    if (flag.choices !== null)
      return random.pick([...flag.choices.map((choice) => choice.toUpperCase()), '', 'grpo', ' adam']);
    return random.pick(flag.type === 'int' ? BAD_INTS : flag.type === 'float' ? BAD_FLOATS : ODD_STRINGS);
  }

  #breakage(): string[] {
    const random = this.#random;
    const flag = this.#flag();
    const { name } = flag;
    const kinds: (() => string[])[] = [
      () => [name, this.#badValue(flag)],
      () => [name, ...Array.from({ length: this.#count(flag) }, () => this.#badValue(flag))],
      () => [`${name}=${this.#badValue(flag)}`],
      () => [`${name}=${random.pick(['', 'True', '=', ' ', 'a=b', '-h', '1', 'x y'])}`],
      () => [name],
      () => [name, ...Array.from({ length: random.between(0, 4) }, () => this.#value(flag))],
      () => [`${name}=${this.#value(flag)}`, this.#value(flag)],
      () => [name.slice(0, random.between(2, name.length)), this.#value(flag)],
      () => [`${name.slice(0, random.between(2, name.length))}=${this.#value(flag)}`],
      () => [this.#singleDash(name), this.#value(flag)],
      () => [`${this.#singleDash(name)}=${this.#value(flag)}`],
      () => [this.#typo(name), this.#value(flag)],
      () => [random.pick(this.#source.foreign), random.pick(STRINGS)],
      () => [`${random.pick(this.#source.foreign)}=${random.pick(STRINGS)}`],
      () => [random.pick(STRAYS)],
      () => [random.pick(ODD_OPTIONS)],
      () => [random.pick(ODD_OPTIONS), random.pick(STRAYS)],
      () => [random.pick(HELPS)],
      () => [random.pick(this.#source.oldPython ? GLUED_HELPS : HELPS)],
      () => [`${name} ${this.#value(flag)}`],
      () => [name, random.pick(DASHED), this.#value(flag)],
      () => ['--', name],
      () => [name, '--', this.#value(flag)],
      () => this.#shared(),
    ];
    return random.pick(kinds)();
  }

  /** Flags that write the same dest, in any order. */
  #shared(): string[] {
    const shared = this.#flags.filter((flag) =>
      this.#flags.some((other) => other !== flag && other.dest === flag.dest),
    );
    if (shared.length === 0) return [];
    return Array.from({ length: this.#random.between(1, 3) }, () => this.#random.pick(shared).name);
  }

  #singleDash(option: string): string {
    const single = option.slice(1);
    // `-host` is `-h` with a value, which newer Pythons read in other ways.
    return single.startsWith('-h') && !this.#source.oldPython ? '-ds.zero_stage' : single;
  }

  #typo(option: string): string {
    const random = this.#random;
    const at = random.between(2, option.length);
    return random.pick([
      option.slice(0, at) + option.slice(at + 1),
      `${option.slice(0, at)}x${option.slice(at)}`,
      option.replaceAll('_', '-'),
      option.replaceAll('.', '_'),
      option.toUpperCase(),
      `${option}s`,
      `${option} `,
    ]);
  }
}

/** Mulberry32: small, and the same on every machine. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  }
}
