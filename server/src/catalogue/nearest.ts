import { similarity } from './distance.ts';
import type { EntryPoint } from './entryPoint.ts';
import { guessedFlag } from './guesses.ts';
import { flatRename, olderFlag, renames, unreleasedRename } from './renames.ts';
import type { FlagDoc } from './schema.ts';

/** Words that people use for each other in flag names. The last of each line is the one that comparisons use. */
const SYNONYMS: Readonly<Record<string, string>> = {
  learning: 'lr',
  rate: 'lr',
  number: 'num',
  n: 'num',
  dir: 'path',
  directory: 'path',
  folder: 'path',
  checkpoint: 'ckpt',
  checkpoints: 'ckpt',
  coefficient: 'coef',
  weight: 'coef',
  parallelism: 'parallel',
  tp: 'tensor',
  size: 'size',
  batchsize: 'batch',
  length: 'len',
  tokens: 'token',
  samples: 'sample',
  steps: 'step',
  gpus: 'gpu',
  engines: 'engine',
  deepspeed: 'ds',
  offload: 'offload',
  attention: 'attn',
  dtype: 'dtype',
  clipping: 'clip',
  grad: 'gradient',
  temp: 'temperature',
  enabled: 'enable',
  use: 'enable',
  pretrain: 'model',
};

/** Words that say little about which flag is meant. */
const LIGHT = new Set(['enable', 'path', 'num', 'or', 'name', 'per', 'max', 'size']);

const bare = (option: string): string => option.replace(/^-+/, '').toLowerCase();

/** A name taken apart for comparison. */
interface Name {
  /** Dots and dashes as underscores. */
  readonly flat: string;
  /** The part behind the last dot. */
  readonly leaf: string;
  /** Its words, each as the one of its synonyms that comparisons use. */
  readonly words: readonly string[];
}

function nameOf(option: string): Name {
  const text = bare(option);
  const words = text.split(/[._ -]+/).filter(Boolean);
  return {
    flat: text.replaceAll(/[ .-]/g, '_'),
    leaf: text.slice(text.lastIndexOf('.') + 1),
    words: [...new Set(words.map((word) => SYNONYMS[word] ?? word))],
  };
}

const weight = (word: string): number => (LIGHT.has(word) ? 0.4 : 1);
const total = (words: readonly string[]): number => words.reduce((sum, word) => sum + weight(word), 0);

/** Compares one written name with many known ones. */
class Comparison {
  readonly #written: Name;
  /** Flag names share their words, so each pair is compared once. */
  readonly #pairs = new Map<string, number>();

  constructor(option: string) {
    this.#written = nameOf(option);
  }

  /** How alike two names are, from 0 to 1: by spelling, or by their words in any order. */
  likeness(name: Name): number {
    const { flat, leaf } = this.#written;
    const leaves = this.#similarity(leaf, name.leaf);
    const spelled = similarity(flat, name.flat);
    const shared = this.#sharedWords(name.words);
    // Half-typed: the longer the part that is there, the surer.
    const begun = name.flat.startsWith(flat) ? 0.7 + (0.25 * flat.length) / name.flat.length : 0;
    return Math.max(begun, 0.65 * spelled + 0.35 * leaves, 0.3 * spelled + 0.5 * shared + 0.2 * leaves, 0.9 * shared);
  }

  /** How much of the words both have, from 0 to 1; a word that is nearly the same counts in part. */
  #sharedWords(words: readonly string[]): number {
    const { words: written } = this.#written;
    let shared = 0;
    for (const word of written) {
      const best = Math.max(0, ...words.map((other) => this.#similarity(word, other)));
      if (best > 0.6) shared += weight(word) * best;
    }
    const all = total(written) + total(words) - shared;
    return all === 0 ? 0 : Math.min(1, shared / all);
  }

  #similarity(a: string, b: string): number {
    if (a === b) return 1;
    const key = `${a} ${b}`;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const found = similarity(a, b);
    this.#pairs.set(key, found);
    return found;
  }
}

/** Likeness below which a suggestion only confuses. */
const THRESHOLD = 0.45;
/** What a flag is called elsewhere are free words, often short; half alike means nothing. */
const THRESHOLD_ELSEWHERE = 0.7;

/**
 * The flags that somebody who wrote `text` most likely meant, best first. A name of old or a known guess has its answer,
 * and only that is given. Else names that are alike in spelling, in their words, or in what the flag was or is called
 * elsewhere; empty where nothing is close.
 *
 * @param docs descriptions whose `aka` names count as names of their flag
 */
export function nearest(
  entryPoint: EntryPoint,
  text: string,
  count = 3,
  docs: Readonly<Record<string, FlagDoc>> = {},
): readonly string[] {
  const option = `--${bare(text).replace(/=.*$/, '')}`;
  if (option === '--') return [];
  const certain = knownMeaning(entryPoint, option);
  if (certain.length > 0) return certain.slice(0, count);
  const comparison = new Comparison(option);
  const scores = new Map<string, number>();
  const offer = (flag: string, score: number): void => {
    if (score > (scores.get(flag) ?? 0)) scores.set(flag, score);
  };
  for (const name of entryPoint.options) {
    offer(name, comparison.likeness(nameOf(name)));
    for (const other of docs[name]?.aka ?? []) {
      const score = comparison.likeness(nameOf(other));
      if (score >= THRESHOLD_ELSEWHERE) offer(name, 0.95 * score);
    }
  }
  for (const table of [renames.flat, renames.unreleased]) {
    for (const [old, names] of Object.entries(table[entryPoint.name] ?? {})) {
      // A name of old says which flag is meant, but the spelling of today comes first where both are alike.
      const score = 0.97 * comparison.likeness(nameOf(old));
      names.forEach((name, index) => {
        if (entryPoint.flag(name)) offer(name, score - index / 100);
      });
    }
  }
  return [...scores]
    .filter(([, score]) => score >= THRESHOLD)
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name]) => name);
}

/** The flags of the entry point that a known wrong or old name stands for. */
function knownMeaning(entryPoint: EntryPoint, option: string): string[] {
  const { name } = entryPoint;
  const meant = [
    ...(guessedFlag(name, option)?.to ?? []),
    ...(flatRename(name, option) ?? []),
    ...(unreleasedRename(name, option) ?? []),
    ...(olderFlag(name, option)?.to ?? []),
  ];
  return [...new Set(meant)].filter((flag) => entryPoint.flag(flag));
}
