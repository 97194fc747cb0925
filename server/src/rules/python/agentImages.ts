import type { Value } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { say } from '../finding.ts';
import { agentClassesOf } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { alternatives, inWords, isReplaced } from './shared.ts';

/** Images that an agent shows (`agent.py:122-150`, `vlm_utils.py:30-117` of 0.11.2). */
export const agentImages: PythonFamily = {
  rules: [
    { id: 'ag-images-placeholder', severity: 'warning', stage: 'S6' },
    { id: 'ag-images-kind', severity: 'warning', stage: 'S6' },
  ],
  *check(context) {
    for (const { step } of agentClassesOf(context)) {
      if (step?.async && !isReplaced(step)) yield* images(context, step);
    }
  },
};

function* images({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  for (const { value } of flow.returns(fn) ?? []) {
    for (const result of alternatives(value)) {
      if (result.kind !== 'dict') continue;
      const shown = result.entries.find(({ key }) => key === 'environment_images');
      const feedback = result.entries.find(({ key }) => key === 'environment_feedback')?.value;
      if (shown !== undefined) yield* pictures(shown.value);
      if (shown === undefined || alternatives(shown.value).some(isNothing)) continue;
      const count = shown.value.kind === 'list' ? shown.value.items?.length : undefined;
      const places = feedback?.kind === 'str' ? feedback.value?.split('<image>').length : undefined;
      if (feedback !== undefined && count !== undefined && places !== undefined && places > 1 && places - 1 < count) {
        yield {
          code: 'ag-images-placeholder',
          location: feedback.at,
          message: say('ag-images-fewer', { places: places - 1, count }),
          subjects: [],
        };
      }
      if (feedback?.kind !== 'str' || feedback.value === undefined || /<[^>]*>|image|vision|img/i.test(feedback.value))
        continue;
      yield {
        code: 'ag-images-placeholder',
        location: feedback.at,
        message: say('ag-images-placeholder'),
        subjects: [],
      };
    }
  }
}

/** Images are paths, URLs, base64, bytes or PIL images (`vlm_utils.py:30-65` of 0.11.2). */
function* pictures(value: Value): Iterable<Draft> {
  for (const item of alternatives(value).flatMap((one) => (one.kind === 'list' ? (one.items ?? []) : []))) {
    if (item.kind !== 'dict' && item.kind !== 'tensor' && item.kind !== 'int') continue;
    const message = say('ag-images-kind', { kind: inWords(item) });
    yield { code: 'ag-images-kind', location: item.at, message, subjects: [] };
  }
}

function isNothing(value: Value): boolean {
  return value.kind === 'none' || (value.kind === 'list' && value.items?.length === 0);
}
