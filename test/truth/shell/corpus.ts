import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A script of `test/corpus/` with what its header says. */
export interface CorpusScript {
  /** Path below the corpus, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly constructs: readonly string[];
  /** Every word that is equal in all environments must be known. */
  readonly allKnown: boolean;
  /** What our launches may say of themselves although they run once in every environment. */
  readonly may: ReadonlySet<string>;
  /** Environments in which a guard of the script ends it early. */
  readonly stops: ReadonlySet<string>;
  /** It may be started from any folder: environment C does. */
  readonly anyFolder: boolean;
  /** Its launches run at the same time, so their order is not fixed. */
  readonly anyOrder: boolean;
  /** Per environment, values of variables other than the environment's usual one; `-` leaves one unset. */
  readonly variables: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  readonly args: ReadonlyMap<string, readonly string[]>;
}

export interface Corpus {
  readonly folder: string;
  readonly scripts: readonly CorpusScript[];
  /** Text by path below the corpus: the scripts and the files that they source. */
  readonly files: ReadonlyMap<string, string>;
}

export const corpusFolder = fileURLToPath(new URL('../../corpus', import.meta.url));

/** Words of a header line, split at blanks; `'two words'` is one word. */
function headerWords(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

function parseScript(path: string, text: string): CorpusScript | undefined {
  const header = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^\uFEFF?# ?(construct|known|may|env|args|stops|folder|order): *(.*)$/.exec(line);
    if (match?.[1] !== undefined) header.set(match[1], [...(header.get(match[1]) ?? []), match[2] ?? '']);
    else if (!/^\uFEFF?#|^$/.test(line)) break;
  }
  const constructs = header.get('construct');
  if (constructs === undefined) return undefined;
  const list = (key: string): string[] =>
    (header.get(key) ?? [])
      .join(',')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  const variables = new Map<string, Map<string, string | null>>();
  for (const line of header.get('env') ?? []) {
    const [environment = '', ...pairs] = line.split(/\s+(?=\w+=)/);
    const values = variables.get(environment) ?? new Map<string, string | null>();
    for (const pair of pairs) {
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      values.set(name, value === '-' ? null : value);
    }
    variables.set(environment, values);
  }
  const args = new Map<string, readonly string[]>();
  for (const line of header.get('args') ?? []) {
    const [environment = '', ...words] = headerWords(line);
    args.set(environment, words);
  }
  return {
    path,
    text,
    constructs: list('construct'),
    allKnown: list('known').includes('all'),
    may: new Set(list('may')),
    stops: new Set(list('stops')),
    anyFolder: list('folder').includes('any'),
    anyOrder: list('order').includes('any'),
    variables,
    args,
  };
}

/** Reads the corpus. A file without a `# construct:` line is one that scripts source. */
export function loadCorpus(folder = corpusFolder): Corpus {
  const scripts: CorpusScript[] = [];
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'README.md' || entry.name === '.gitattributes') continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    const text = readFileSync(file, 'utf8');
    files.set(path, text);
    const script = parseScript(path, text);
    if (script) scripts.push(script);
  }
  scripts.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { folder, scripts, files };
}
