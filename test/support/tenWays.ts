/** Ten ways in which a newcomer breaks the agent of `templates/multiturn_agent.py`, with the rule that tells and the fix that mends. */
export interface Break {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** The title of the fix that mends it. */
  readonly fix: string;
}

export const BREAKS: readonly Break[] = [
  { name: 'step without async', from: 'async def step', to: 'def step', code: 'ag-step-async', fix: 'Make it async' },
  {
    name: 'reset without async',
    from: 'async def reset',
    to: 'def reset',
    code: 'ag-step-async',
    fix: 'Make it async',
  },
  {
    name: '__init__ with async',
    from: 'def __init__(self, *args, **kwargs):',
    to: 'async def __init__(self, *args, **kwargs):',
    code: 'ag-instance-init',
    fix: 'Remove async',
  },
  {
    name: 'no __init__',
    from: '    def __init__(self, *args, **kwargs):\n        self.turns = 0\n\n',
    to: '    turns = 0\n\n',
    code: 'ag-instance-init',
    fix: 'Add __init__',
  },
  {
    name: 'a reward that is a float',
    from: '"rewards": torch.tensor(reward)',
    to: '"rewards": 0.5',
    code: 'ag-step-reward-type',
    fix: 'Make it a tensor',
  },
  {
    name: 'no done',
    from: '            "done": done,\n',
    to: '',
    code: 'ag-step-keys',
    fix: 'Add "done": True',
  },
  {
    name: 'no feedback',
    from: '            "environment_feedback": "" if done else FEEDBACK.format(text=self.hint(answer)),\n',
    to: '',
    code: 'ag-step-keys',
    fix: 'Add "environment_feedback": ""',
  },
  {
    name: 'another name for the executor',
    from: 'class AgentExecutor(',
    to: 'class MyExecutor(',
    code: 'ag-class',
    fix: 'Add AgentExecutor = MyExecutor',
  },
  {
    name: 'no __init__ of the executor',
    from: '    def __init__(self):\n        super().__init__(AgentInstance)\n',
    to: '    pass\n',
    code: 'ag-class',
    fix: 'Add __init__ with super().__init__(AgentInstance)',
  },
  {
    name: 'a sleep that blocks',
    from: '        self.turns += 1\n',
    to: '        self.turns += 1\n        time.sleep(1)\n',
    code: 'ag-blocking-call',
    fix: 'Use await asyncio.sleep',
  },
];

/** The template, broken. */
export function broken(template: string, { from, to }: Break): string {
  const imports = to.includes('time.sleep') ? 'import time\n' : '';
  return template.replace(from, to).replace('import re\n', `${imports}import re\n`);
}
