/** A launch as the operating system saw it: the words that reached a program. */
export interface RealLaunch {
  readonly program: string;
  /** The words before the module, without the program. */
  readonly launcher: readonly string[];
  readonly module: string;
  readonly argv: readonly string[];
}

/** One record of the fake launchers: the program and its arguments. */
export interface DumpRecord {
  readonly program: string;
  readonly words: readonly string[];
}

const entryPoints = 'train_ppo_ray|train_sft|train_rm|train_dpo|serve_rm|lora_combiner';
const moduleName = new RegExp(`^(?!molt\\.)(?:[A-Za-z_]\\w*\\.)+(?:${entryPoints}|train_grpo)$`);
const modulePath = new RegExp(`(?:^|/)(?:${entryPoints})\\.py$`);

/** Modules and paths whose launches the tests look for, OpenRLHF's own and wrappers of the same name. */
export function isEntryPoint(word: string): boolean {
  return moduleName.test(word) || modulePath.test(word);
}

/** Records of the fake launchers: program, arguments and a closing U+001E, each ended by NUL. */
export function readDump(text: string): DumpRecord[] {
  const records: DumpRecord[] = [];
  let current: string[] = [];
  for (const word of text.split('\0').slice(0, -1)) {
    if (word === '\u001e') {
      const [program = '', ...words] = current;
      records.push({ program: program.replace(/^_/, ''), words });
      current = [];
    } else current.push(word);
  }
  return records;
}

/**
 * The launch in a record, if it is one. Behind `ray job submit … --` a shell with `-c` is no launch itself: its payload
 * runs as well and leaves a record of its own.
 */
export function launchOf(record: DumpRecord): RealLaunch | undefined {
  let words = record.words;
  const before: string[] = [];
  if (record.program === 'ray') {
    const dashes = words.indexOf('--');
    if (dashes < 0) return undefined;
    before.push(...words.slice(0, dashes + 1));
    words = words.slice(dashes + 1);
    if (/^(?:.*\/)?(?:ba)?sh$/.test(words[0] ?? '')) return undefined;
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
  };
}

export function launchesOf(dump: string): RealLaunch[] {
  return readDump(dump)
    .map(launchOf)
    .filter((launch) => launch !== undefined);
}
