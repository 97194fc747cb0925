import type { ProcessEnvironment } from './launchEnvironment.ts';

/** A launch as the operating system saw it: the words that reached a program. */
export interface RealLaunch {
  readonly program: string;
  /** The words before the module, without the program. */
  readonly launcher: readonly string[];
  readonly module: string;
  readonly argv: readonly string[];
  /** What the program was started with. */
  readonly environment: ProcessEnvironment;
}

/** One record of the fake launchers: the program and its arguments. */
export interface DumpRecord {
  readonly program: string;
  readonly words: readonly string[];
  /** Its process, where the fakes write that down. */
  readonly process?: string;
}

const entryPoints = 'train_ppo_ray|train_sft|train_rm|train_dpo|serve_rm|lora_combiner';
const moduleName = new RegExp(`^(?!molt\\.)(?:[A-Za-z_]\\w*\\.)+(?:${entryPoints}|train_grpo)$`);
const modulePath = new RegExp(`(?:^|/)(?:${entryPoints})\\.py$`);

/** Modules and paths whose launches the tests look for, OpenRLHF's own and wrappers of the same name. */
export function isEntryPoint(word: string): boolean {
  return moduleName.test(word) || modulePath.test(word);
}

/**
 * Records of the fake launchers: program, arguments and a closing U+001E, each ended by NUL; where they write down the
 * environment, the process id and U+001D.
 */
export function readDump(text: string): DumpRecord[] {
  const records: DumpRecord[] = [];
  let current: string[] = [];
  for (const word of text.split('\0').slice(0, -1)) {
    if (word === '\u001e') {
      const [program = '', ...words] = current;
      records.push({ program: program.replace(/^_/, ''), words });
      current = [];
    } else if (word === '\u001d') {
      const last = records.pop();
      const [process = ''] = current;
      if (last) records.push({ ...last, process });
      current = [];
    } else current.push(word);
  }
  return records;
}

/**
 * The launch in a record, if it is one. Behind `ray job submit … --` a shell with `-c` is no launch itself: its payload
 * runs as well and leaves a record of its own; what `env` adds there reaches the program.
 */
export function launchOf(record: DumpRecord, environment: ProcessEnvironment = new Map()): RealLaunch | undefined {
  let words = record.words;
  const before: string[] = [];
  let added: readonly string[] = [];
  if (record.program === 'ray') {
    const dashes = words.indexOf('--');
    if (dashes < 0) return undefined;
    before.push(...words.slice(0, dashes + 1));
    words = words.slice(dashes + 1);
    if (/^(?:.*\/)?(?:ba)?sh$/.test(words[0] ?? '')) return undefined;
    if (words[0] === 'env')
      added = words.slice(
        1,
        words.findIndex((word, i) => i > 0 && !/^\w+=/.test(word)),
      );
  }
  const at = words.findIndex((word, i) =>
    moduleName.test(word) ? /^(?:-[a-zA-Z]*m|--module)$/.test(words[i - 1] ?? '') : modulePath.test(word),
  );
  const module = words[at];
  if (at < 0 || module === undefined) return undefined;
  return {
    program: record.program,
    launcher: [...before, ...words.slice(0, at)],
    module,
    argv: words.slice(at + 1),
    environment: new Map([...environment, ...entriesOf(added)]),
  };
}

/** Names and values of `NAME=VALUE`. */
export function entriesOf(assignments: readonly string[]): [string, string][] {
  return assignments.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
}

/** The launches in a dump; `environmentOf` gives the environment that a process wrote down. */
export function launchesOf(
  dump: string,
  environmentOf: (process: string) => ProcessEnvironment = () => new Map(),
): RealLaunch[] {
  return readDump(dump)
    .map((record) => launchOf(record, environmentOf(record.process ?? '')))
    .filter((launch) => launch !== undefined);
}
