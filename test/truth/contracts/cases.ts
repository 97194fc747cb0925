import { readCorpus, type ContractCase } from './corpus.ts';
import { generateCases } from './generate.ts';

const seed = 20261201;
const withMistakes = 180;
const right = 180;

/** The written and the generated cases. */
export function allCases(): readonly ContractCase[] {
  return [...readCorpus(), ...generateCases(seed, withMistakes, true), ...generateCases(seed + 1, right, false)];
}
