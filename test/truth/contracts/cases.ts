import { readCorpus, type ContractCase } from './corpus.ts';

/** The written and the generated cases. */
export function allCases(): readonly ContractCase[] {
  return readCorpus();
}
