/** One of the worlds in which every script runs: what is equal in all of them is what a reader of the script can know. */
export interface Environment {
  readonly name: 'A' | 'B' | 'C';
  /** Value of a variable that the script reads from its environment, unless its header says otherwise; `null` leaves it unset. */
  readonly variable: string | null;
  readonly args: readonly string[];
  /** Seconds since 1970 that `date` sees. */
  readonly clock: number;
  readonly home: string;
  readonly host: string;
  readonly gpus: number;
  /** Extra files of the folder in which the script runs: what an unquoted `*`, `?` or `[…]` may find. */
  readonly files: readonly string[];
}

export const environments: readonly Environment[] = [
  {
    name: 'A',
    variable: null,
    args: [],
    clock: 1_750_000_000,
    home: 'home',
    host: 'node-a',
    gpus: 8,
    files: [],
  },
  {
    name: 'B',
    variable: '3',
    args: ['alpha', '7'],
    clock: 1_761_234_567,
    home: 'users/bee',
    host: 'gpu17',
    gpus: 4,
    files: ['part-1.jsonl', 'part-2.jsonl', '1', 'x'],
  },
  {
    name: 'C',
    variable: '41',
    args: ['gamma', '12', 'three words here', '--seed', '9'],
    clock: 1_700_000_001,
    home: 'see',
    host: 'worker.local',
    gpus: 2,
    files: ['0', '2', '9', ',', 'a', 'b', 'part-3.jsonl', '--x', 'zz.jsonl', '--data.path=q.jsonl'],
  },
];

/** Names that bash or the harness itself gives a meaning: never set from outside. */
const reserved =
  /^(?:PATH|HOME|PWD|OLDPWD|IFS|RANDOM|SRANDOM|SECONDS|EPOCH\w*|UID|EUID|PPID|SHELL|SHLVL|SHELLOPTS|BASH\w*|LINENO|FUNCNAME|OSTYPE|HOSTTYPE|MACHTYPE|OPTIND|OPTARG|OPTERR|REPLY|PIPESTATUS|DIRSTACK|GROUPS|MAPFILE|ENV|PS4|POSIXLY_CORRECT|LC_\w+|LANG|TZ|ORACLE_\w+|TRUTH_\w+)$/;

/** Names that the texts read as variables (`$X`, `${X…}`, `((X…`): the environment may set each of them. */
export function variablesRead(texts: readonly string[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    for (const match of text.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)|\b([A-Z][A-Z_0-9]+)\b/g)) {
      const name = match[1] ?? match[2] ?? '';
      if (name !== '' && !reserved.test(name)) names.add(name);
    }
  }
  return [...names].sort();
}
