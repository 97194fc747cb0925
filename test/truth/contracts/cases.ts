import { readCorpus, type ContractCase } from './corpus.ts';
import { generateCases } from './generate.ts';

const seed = 20261201;
const generated = 200;

/** The written and the generated cases. */
export function allCases(): readonly ContractCase[] {
  return [...readCorpus(), ...generateCases(seed, generated)];
}
