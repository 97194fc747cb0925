import { editDistance } from '../../catalogue/distance.ts';
import { isNewer } from '../../ray/runtimeEnv.ts';
import { SUBMIT_OPTIONS } from '../../ray/options.ts';
import type { RaySubmit, SubmitProblem, SubmitUse } from '../../ray/model.ts';
import type { Draft, LaunchFamily, RuleContext } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { literalOf, placeOf } from '../words.ts';
import { address } from './address.ts';
import { rayOf, submitsOf } from './context.ts';
import { optionValue } from './values.ts';

/** The command line of `ray job submit`, which click reads before anything is sent. */
export const raySubmit: LaunchFamily = {
  rules: [
    { id: 'ray-unknown-option', severity: 'error', stage: 'S0' },
    { id: 'ray-missing-dashes', severity: 'error', stage: 'S0' },
    { id: 'ray-option-value', severity: 'error', stage: 'S0' },
    { id: 'ray-address', severity: 'info', stage: 'S0' },
  ],
  *check(view, context) {
    for (const submit of submitsOf(view)) {
      for (const problem of submit.problems) yield problemDraft(problem, context);
      for (const use of submit.options) {
        yield* newerOption(use, context);
        yield* optionValue(use, context);
      }
      yield* address(submit, view, context);
    }
  },
};

function problemDraft(problem: SubmitProblem, context: RuleContext): Draft {
  const { word } = problem;
  const { textOf } = context;
  switch (problem.code) {
    case 'unknown-option': {
      const { spelled } = problem;
      const names = likeOptions(spelled);
      const location = literalOf(word, textOf, 0, spelled.length);
      const [only] = names.length === 1 ? names : [];
      return {
        code: 'ray-unknown-option',
        location: placeOf(word, textOf, 0, spelled.length),
        message:
          names.length === 0
            ? say('ray-unknown-option', { option: spelled })
            : say('ray-unknown-option-nearest', { option: spelled, suggestions: listed(names, 'or') }),
        fixes:
          location === undefined || only === undefined
            ? []
            : [fix(say('fix-rename', { flag: only }), [{ location, newText: only }], true)],
        subjects: [word],
      };
    }
    case 'missing-dashes':
      return {
        code: 'ray-missing-dashes',
        location: placeOf(word, textOf),
        message: say('ray-missing-dashes', { option: word.value, program: programName(problem.program) }),
        fixes: dashesFix(problem.program, context),
        subjects: [word, problem.program],
      };
    case 'missing-value':
      return {
        code: 'ray-option-value',
        location: placeOf(word, textOf),
        message: say('missing-value', { flag: problem.spelled }),
        subjects: [word],
      };
    case 'flag-with-value': {
      const location = literalOf(word, textOf, problem.spelled.length);
      const title = say('fix-remove-value', { value: word.value.slice(problem.spelled.length) });
      return {
        code: 'ray-option-value',
        location: placeOf(word, textOf),
        message: say('ray-flag-with-value', { option: problem.spelled }),
        fixes: location === undefined ? [] : [fix(title, [{ location, newText: '' }])],
        subjects: [word],
      };
    }
  }
}

function programName(program: RaySubmit['at']): string {
  return program.kind === 'known' ? program.value : 'the program';
}

/** Before the word where it is written in the command itself. */
function dashesFix(program: RaySubmit['at'], { textOf }: RuleContext): Fix[] {
  if (program.kind !== 'known' || program.use !== undefined) return [];
  const location = literalOf(program, textOf);
  if (location === undefined) return [];
  const { uri, range } = location;
  if (!/[\s("]/.test(textOf(uri)?.charAt(range.start - 1) ?? '')) return [];
  const before = { uri, range: { start: range.start, end: range.start } };
  return [fix(say('fix-dashes', { program: program.value }), [{ location: before, newText: '-- ' }], true)];
}

/** Options that a misspelled one may stand for: the same with other dashes, else those that differ little. */
function likeOptions(spelled: string): readonly string[] {
  const names = SUBMIT_OPTIONS.map(({ name }) => name);
  const letters = (text: string): string => text.replace(/[-_]/g, '').toLowerCase();
  const same = names.filter((name) => letters(name) === letters(spelled));
  if (same.length > 0) return same;
  const begun = names.filter((name) => spelled.length > 4 && name.startsWith(spelled));
  if (begun.length > 0) return begun.slice(0, 3);
  const near = names
    .map((name) => ({ name, edits: editDistance(letters(spelled), letters(name)) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 4)));
  const least = Math.min(...near.map(({ edits }) => edits));
  return near.filter(({ edits }) => edits === least).map(({ name }) => name);
}

function* newerOption({ spec, word }: SubmitUse, context: RuleContext): Iterable<Draft> {
  const ray = rayOf(context);
  if (spec.since === undefined || !isNewer(spec.since, ray)) return;
  const { release } = context.release;
  yield {
    code: 'ray-unknown-option',
    severity: 'warning',
    location: placeOf(word, context.textOf, 0, spec.name.length),
    message: say('ray-option-newer', { option: spec.name, since: spec.since, release, ray }),
    subjects: [word],
  };
}
