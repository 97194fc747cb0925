import type { FunctionOutline, PythonFile } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { executorOf, givenTo, kinOf, methodOf } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { appended, ownParameters, place, replacement, textAt } from './shared.ts';

/** Contracts of agents before OpenRLHF 0.9.1, which its guides and many repositories still show. */
export const oldGenerations: PythonFamily = {
  rules: [{ id: 'ag-old-generation', severity: 'error', stage: 'S3' }],
  *check(context) {
    const { file, roles } = context;
    if (!roles.includes('agent') || file.syntaxError !== null) return;
    const step = oldStep(file);
    if (step !== null) {
      yield {
        code: 'ag-old-generation',
        location: place(file, step.nameRange),
        message: say('ag-old-step'),
        fixes: wrapped(step),
        subjects: [],
      };
    }
    yield* oldExecutor(context);
  },
};

/** True for a file with a `step` of the module in place of an `AgentExecutor` (0.8.0 to 0.8.6). */
export function hasOldStep(file: PythonFile): boolean {
  return oldStep(file) !== null;
}

function oldStep(file: PythonFile): FunctionOutline | null {
  const step = file.names.get('step');
  return step?.kind === 'function' && step.async !== null && !file.names.has('AgentExecutor') ? step : null;
}

/**
 * Classes of today around the function. Up to 0.8.6 it was given the text so far, the answer and the label, and gave the next
 * text as a whole; today it gives what is added.
 */
function wrapped({ file, parameters }: FunctionOutline): Fix[] {
  const [first] = parameters;
  // Of 0.8.0 to 0.8.2: a tuple (reward, state, done, information).
  const isTuple = first?.name === 'state' && !/["']next_observation["']/.test(file.source.text);
  const clash = ['AgentInstance', 'AgentInstanceBase', 'MultiTurnAgentExecutor'].some((name) => file.names.has(name));
  if (clash) return [];
  const body = isTuple
    ? `        reward, next_text, done, _ = await step(text, action, states["label"])
        return {
            "rewards": torch.as_tensor(reward, dtype=torch.float),
            "environment_feedback": next_text[len(text) + len(action) :],
            "done": done,
        }
`
    : `        result = dict(await step(text, action, states["label"]))
        result["rewards"] = torch.as_tensor(result["rewards"], dtype=torch.float)
        result["environment_feedback"] = result.pop("next_observation")[len(text) + len(action) :]
        return result
`;
  const imports = `import torch\nfrom openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor\n`;
  const classes = `class AgentInstance(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        pass

    async def step(self, states, **kwargs):
        text, action = states["observation_text"], states["action_text"]
${body}

class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)`;
  return [fix(say('fix-wrap-step'), [appended(file, `${imports}\n\n${classes}`)], true)];
}

const OLD_PARAMETERS = ['max_steps', 'max_length', 'llm_engine', 'hf_tokenizer', 'result_queue'];

function* oldExecutor(context: PythonContext): Iterable<Draft> {
  const executor = executorOf(context);
  const init = executor === null ? null : methodOf(kinOf(context, executor), '__init__');
  if (executor === null || !init) return;
  const names = ownParameters(init).map(({ name }) => name);
  if (!OLD_PARAMETERS.every((name) => names.includes(name))) return;
  const base = executor.bases.find(({ text }) => text === 'AgentExecutorBase');
  const given = givenOld(context, executor, init);
  yield {
    code: 'ag-old-generation',
    location: place(init.file, init.parametersRange),
    message: say('ag-old-executor'),
    fixes:
      base === undefined || given === undefined
        ? []
        : [
            fix(
              say('fix-new-init'),
              [
                replacement(executor.file, base.range, 'MultiTurnAgentExecutor'),
                ...imported(executor.file),
                replacement(init.file, init.parametersRange, '(self)'),
                replacement(init.file, given, textAt(init.file, given).replace(/\(\s*(\w+)[\s\S]*$/, '($1)')),
              ],
              true,
            ),
          ],
    subjects: [],
  };
}

/** The call `super().__init__(AgentInstance, …)`. */
function givenOld(
  context: PythonContext,
  executor: NonNullable<ReturnType<typeof executorOf>>,
  init: FunctionOutline,
): { readonly start: number; readonly end: number } | undefined {
  if (givenTo(context, executor) !== undefined) return undefined;
  const text = textAt(init.file, init.range);
  const match = /__init__\s*\(\s*\w+\s*,[^()]*\)/.exec(text.slice(text.indexOf('super')));
  if (match === null) return undefined;
  const start = init.range.start + text.indexOf('super') + match.index + '__init__'.length;
  return { start, end: start + match[0].length - '__init__'.length };
}

function imported(file: PythonFile): ReturnType<typeof replacement>[] {
  if (file.names.has('MultiTurnAgentExecutor')) return [];
  const from = file.imports.find(
    ({ module, names }) => module === 'openrlhf.utils.agent' && names.includes('AgentExecutorBase'),
  );
  if (from === undefined) return [];
  const text = textAt(file, from.range);
  const at = from.range.start + text.indexOf('AgentExecutorBase');
  return [replacement(file, { start: at, end: at + 'AgentExecutorBase'.length }, 'MultiTurnAgentExecutor')];
}
