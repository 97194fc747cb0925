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
const flattened = (option: string): string => bare(option).replaceAll(/[.-]/g, '_');

function words(option: string): string[] {
  const parts = bare(option)
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => SYNONYMS[word] ?? word);
  return [...new Set(parts)];
}

/** How much of the words both have, from 0 to 1; a word that is nearly the same counts in part. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const weight = (word: string): number => (LIGHT.has(word) ? 0.4 : 1);
  const total = (list: readonly string[]): number => list.reduce((sum, word) => sum + weight(word), 0);
  let shared = 0;
  for (const word of a) {
    const best = Math.max(0, ...b.map((other) => (other === word ? 1 : similarity(word, other))));
    if (best > 0.6) shared += weight(word) * best;
  }
  const all = total(a) + total(b) - shared;
  return all === 0 ? 0 : Math.min(1, shared / all);
}

const leafOf = (option: string): string => bare(option).split('.').at(-1) ?? '';

/** How alike two names are, from 0 to 1: by spelling, or by their words in any order. */
function alike(text: string, name: string): number {
  const [a, b] = [flattened(text), flattened(name)];
  const leaf = similarity(leafOf(text), leafOf(name));
  const spelled = similarity(a, b);
  const shared = overlap(words(text), words(name));
  // Half-typed: the longer the part that is there, the surer.
  const begun = b.startsWith(a) ? 0.7 + (0.25 * a.length) / b.length : 0;
  return Math.max(begun, 0.65 * spelled + 0.35 * leaf, 0.3 * spelled + 0.5 * shared + 0.2 * leaf, 0.9 * shared);
}

/** Likeness below which a suggestion only confuses. */
const THRESHOLD = 0.45;

/**
 * The flags that somebody who wrote `text` most likely meant, best first: known renames and guesses, then names that are
 * alike in spelling, in their words, or by what the flag was or is called elsewhere. Empty where nothing is close.
 *
 * @param docs descriptions whose `aka` names count as names of their flag
 */
export function nearest(
  entryPoint: EntryPoint,
  text: string,
  count = 3,
  docs: Readonly<Record<string, FlagDoc>> = {},
): readonly string[] {
  const scores = new Map<string, number>();
  const offer = (name: string, score: number): void => {
    if (entryPoint.flag(name)) scores.set(name, Math.max(score, scores.get(name) ?? 0));
  };
  const option = `--${text.replace(/^-+/, '').replace(/=.*$/, '')}`;
  const known = [
    ...(guessedFlag(entryPoint.name, option)?.to ?? []),
    ...(flatRename(entryPoint.name, option) ?? []),
    ...(unreleasedRename(entryPoint.name, option) ?? []),
    ...(olderFlag(entryPoint.name, option)?.to ?? []),
  ];
  known.forEach((name, index) => {
    offer(name, 2 - index / 100);
  });
  for (const name of entryPoint.options) {
    offer(name, alike(option, name));
    for (const other of docs[name]?.aka ?? []) {
      // These are free words, often short; half alike means nothing.
      const score = alike(option, other.replaceAll(' ', '_'));
      if (score >= 0.7) offer(name, 0.95 * score);
    }
  }
  for (const table of [renames.flat, renames.unreleased]) {
    for (const [old, names] of Object.entries(table[entryPoint.name] ?? {})) {
      // A name of old says which flag is meant, but the spelling of today comes first where both are alike.
      const score = 0.97 * alike(option, old);
      names.forEach((name, index) => {
        offer(name, score - index / 100);
      });
    }
  }
  return [...scores]
    .filter(([, score]) => score >= THRESHOLD)
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name]) => name);
}
