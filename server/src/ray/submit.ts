import type { Launch } from '../launch/model.ts';
import type { Branches, Item, KnownWord, UnknownWord, Word } from '../text/items.ts';
import type { RaySubmit, SubmitProblem, SubmitUse, SubmitValue } from './model.ts';
import { shortOption, submitOption } from './options.ts';

/**
 * The `ray job submit` that a launch stands behind, read as click reads its words; `null` where there is none.
 *
 * @param taken which way branches go, by their choice; a branch of no entry counts as words that are not known
 */
export function readRaySubmit(launch: Launch, taken: ReadonlyMap<string, number> = new Map()): RaySubmit | null {
  const items = launch.submit ?? wordsFromRay(launch);
  const submit = items[2];
  if (submit === undefined || submit.kind === 'branches') return null;
  return new Reader(submit, decided(items.slice(3), taken)).read();
}

/** The words from `ray` on, the arguments of the program included; none where the launch is not behind it. */
function wordsFromRay({ launcher, moduleLocation, module, argv }: Launch): readonly Item[] {
  const at = launcher.findIndex(
    (item, index) =>
      isText(item, /(?:^|\/)ray$/) && isText(launcher[index + 1], /^job$/) && isText(launcher[index + 2], /^submit$/),
  );
  if (at < 0) return [];
  return [...launcher.slice(at), { kind: 'known', value: module, location: moduleLocation }, ...argv];
}

function isText(item: Item | undefined, pattern: RegExp): boolean {
  return item?.kind === 'known' && pattern.test(item.value);
}

function decided(items: readonly Item[], taken: ReadonlyMap<string, number>): Item[] {
  return items.flatMap((item) => {
    const index = item.kind === 'branches' ? taken.get(item.choice) : undefined;
    return item.kind === 'branches' && index !== undefined ? decided(item.oneOf[index] ?? [], taken) : [item];
  });
}

/** Reads options one word after the other: `_process_args_for_options` of click 8. */
class Reader {
  readonly #submit: Word;
  readonly #items: readonly Item[];
  #at = 0;
  readonly #uses: Omit<SubmitUse, 'counts'>[] = [];
  readonly #problems: SubmitProblem[] = [];
  readonly #program: (Word | Branches)[] = [];
  #complete = true;
  /** The word before was not known, or is no option, so this one may be the value of an option in it. */
  #doubtful = false;

  constructor(submit: Word, items: readonly Item[]) {
    this.#submit = submit;
    this.#items = items;
  }

  read(): RaySubmit {
    let dashes: KnownWord | null = null;
    while (dashes === null && this.#at < this.#items.length) {
      const item = this.#items[this.#at++];
      if (item === undefined) break;
      if (item.kind !== 'known') {
        this.#unknown(item);
        continue;
      }
      const doubtful = this.#doubtful;
      this.#doubtful = false;
      if (item.value === '--') dashes = item;
      else if (/^-./.test(item.value)) this.#option(item);
      else if (!doubtful) this.#program.push(item);
    }
    const last = new Map(this.#uses.map((use) => [use.spec.name, use]));
    return {
      at: this.#submit,
      options: this.#uses.map((use) => ({ ...use, counts: last.get(use.spec.name) === use })),
      problems: this.#problems,
      complete: this.#complete,
      dashes,
      entrypoint: [...this.#program, ...this.#items.slice(this.#at)],
    };
  }

  /** Behind the program it is one of its arguments, unless it begins with a dash. */
  #unknown(item: Exclude<Item, KnownWord>): void {
    const use = item.kind === 'unknown' ? givenInPart(item) : undefined;
    if (use !== undefined) {
      this.#take(use);
      return;
    }
    this.#complete = false;
    this.#doubtful = true;
    if (this.#program.length > 0) this.#program.push(item);
  }

  #option(word: KnownWord): void {
    const equals = word.value.indexOf('=');
    const long = equals < 0 ? word.value : word.value.slice(0, equals);
    const inline = equals < 0 ? undefined : equals + 1;
    const spec = submitOption(long);
    if (spec !== undefined) {
      if (spec.kind !== 'flag') this.#take({ spec, word, value: this.#value(word, long, inline) });
      else if (inline === undefined) this.#take({ spec, word, value: null });
      else this.#problems.push({ code: 'flag-with-value', word, spelled: long });
      return;
    }
    const short = shortOption(word.value);
    if (short !== undefined) {
      this.#take({ spec: short, word, value: null });
      return;
    }
    const program = this.#program[0];
    if (program !== undefined && program.kind !== 'branches') {
      this.#problems.push({ code: 'missing-dashes', word, program });
      // What follows is the program's, whatever click would make of it.
      this.#program.push(word, ...this.#items.slice(this.#at));
      this.#at = this.#items.length;
      return;
    }
    this.#problems.push({ code: 'unknown-option', word, spelled: long });
    // What follows may be meant as its value.
    this.#doubtful = inline === undefined;
  }

  #take(use: Omit<SubmitUse, 'counts'>): void {
    this.#uses.push(use);
  }

  #value(word: KnownWord, spelled: string, inline: number | undefined): SubmitValue | null {
    if (inline !== undefined) return valueIn(word, inline);
    const next = this.#items[this.#at];
    if (next === undefined) {
      this.#problems.push({ code: 'missing-value', word, spelled });
      return null;
    }
    this.#at++;
    if (next.kind === 'branches' || next.kind === 'many') {
      // How many words there are is not known: the first of them is the value, if there is one.
      this.#complete = false;
      this.#doubtful = true;
      return null;
    }
    return { word: next, from: 0, text: next.kind === 'known' ? next.value : null };
  }
}

/** `--address=http://$HOST`: the option is known, its value is not. */
function givenInPart(word: UnknownWord): Omit<SubmitUse, 'counts'> | undefined {
  const known = /^(--[\w-]+)=/.exec(word.parts?.[0]?.text ?? '');
  const spec = known?.[1] === undefined ? undefined : submitOption(known[1]);
  if (known === null || spec === undefined || spec.kind === 'flag') return undefined;
  return { spec, word, value: { word, from: known[0].length, text: null } };
}

function valueIn(word: KnownWord, from: number): SubmitValue {
  return { word, from, text: word.value.slice(from) };
}
