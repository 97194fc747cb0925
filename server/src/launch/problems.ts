import type { Word } from '../text/items.ts';
import type { ParseProblem } from './binding.ts';

/** The word that a problem stands at; `undefined` for what is missing. */
export function problemWord(problem: ParseProblem): Word | undefined {
  switch (problem.code) {
    case 'unknown-flag':
    case 'ambiguous-abbrev':
    case 'invalid-literal':
    case 'invalid-choice':
    case 'bool-flag-with-value':
    case 'positional-token':
    case 'help-with-value':
    case 'help':
      return problem.word;
    case 'arity':
      return problem.dashValue ?? problem.use.word;
    case 'bool-flag-eq-value':
      return problem.use.word;
    case 'missing-required':
      return undefined;
  }
}

/** Every word that a problem is about, in the order of the line: the option and what stands for its values. */
export function problemWords(problem: ParseProblem): readonly Word[] {
  switch (problem.code) {
    case 'unknown-flag':
    case 'ambiguous-abbrev':
      return [problem.word, ...problem.values];
    case 'arity':
    case 'invalid-literal':
    case 'invalid-choice':
    case 'bool-flag-eq-value':
      return [problem.use.word, ...problem.use.values];
    case 'bool-flag-with-value':
      return [problem.use.word, problem.word];
    case 'positional-token':
    case 'help-with-value':
    case 'help':
      return [problem.word];
    case 'missing-required':
      return [];
  }
}
