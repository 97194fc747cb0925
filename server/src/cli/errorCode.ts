import type { ParseProblem } from '../launch/binding.ts';

/** The rule that reports what argparse stops at; `help` where it prints its help instead. */
export function errorCode(problem: ParseProblem): string {
  switch (problem.code) {
    case 'invalid-literal':
      return problem.type === 'int' ? 'int-literal' : 'float-literal';
    case 'arity':
      return arityCode(problem);
    case 'help-with-value':
      return 'bool-flag-eq-value';
    case 'unknown-flag':
    case 'ambiguous-abbrev':
    case 'invalid-choice':
    case 'bool-flag-eq-value':
    case 'bool-flag-with-value':
    case 'positional-token':
    case 'missing-required':
    case 'help':
      return problem.code;
  }
}

function arityCode({ use, expected, dashValue }: Extract<ParseProblem, { readonly code: 'arity' }>): string {
  const { type } = use.spec;
  if (dashValue) return type === 'int' || type === 'float' ? 'negative-literal' : 'missing-value';
  if (expected === '+') return 'nargs-plus-empty';
  return expected === 1 ? 'missing-value' : 'nargs2-arity';
}
