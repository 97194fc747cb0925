import { pythonFloat, pythonInt } from '../../launch/literals.ts';
import type { SubmitUse } from '../../ray/model.ts';
import type { Draft, RuleContext } from '../context.ts';
import { say } from '../finding.ts';
import type { Message } from '../model.ts';
import { valuePlace } from './context.ts';
import { objectOption } from './json.ts';

/** The value of one option. The runtime environment has a family of its own. */
export function* optionValue(use: SubmitUse, context: RuleContext): Iterable<Draft> {
  const { spec, value } = use;
  if (value === null) return;
  if (spec.kind === 'json') {
    if (spec.name !== '--runtime-env-json' && use.counts) yield* objectOption(use, value, context);
    return;
  }
  if (value.text === null) return;
  const message = messageFor(use, value.text);
  if (message === undefined) return;
  yield { code: 'ray-option-value', location: valuePlace(use, context), message, subjects: [value.word] };
}

function messageFor({ spec, counts }: SubmitUse, text: string): Message | undefined {
  const flag = spec.name;
  switch (spec.kind) {
    case 'number':
    case 'integer': {
      // click converts the last value of an option only.
      if (!counts || isNumber(text, spec.kind)) return undefined;
      const whole = spec.kind === 'integer';
      if (text.trim() === '') return say(whole ? 'int-literal-empty' : 'float-literal-empty', { flag });
      return say(whole ? 'int-literal' : 'float-literal', { flag, value: text });
    }
    case 'choice': {
      const choices = spec.choices ?? [];
      if (!counts || choices.includes(text.toLowerCase())) return undefined;
      return say('invalid-choice', { flag, value: text, choices: choices.join(', ') });
    }
    case 'text':
      // An empty id counts as none.
      return counts && spec.name === '--submission-id' && text.includes('/') ? say('ray-submission-id') : undefined;
    case 'flag':
    case 'json':
      return undefined;
  }
}

/** What `float()` or `int()` of Python takes. */
function isNumber(text: string, kind: 'number' | 'integer'): boolean {
  return (kind === 'integer' ? pythonInt(text) : pythonFloat(text)) !== null;
}
