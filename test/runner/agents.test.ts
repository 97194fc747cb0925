import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shown, trial } from './inWorker.ts';

/** An agent with these methods; `One(x)` is a tensor of one element for the purpose. */
const agent = (methods: string, base = 'AgentInstanceBase'): string => `
from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
class One:
    dtype = "float32"
    def __init__(self, value):
        self.value = value
    def item(self):
        return self.value
    def tolist(self):
        return self.value
class AgentInstance(${base}):
${methods}
class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
`;
const INIT = '    def __init__(self):\n        self.turn = 0\n';
const step = (result: string): string =>
  `${INIT}    async def step(self, states):\n        self.turn += 1\n        return ${result}\n`;
const GOOD = '{"rewards": One(0.5), "environment_feedback": "more", "done": self.turn == 2}';

describe('an agent, without torch', () => {
  test('that is right: its turns, its text and its reward', async () => {
    const found = await trial(agent(step(GOOD)), { role: 'agent', responses: ['a', 'b', 'c'] });
    assert.deepEqual(shown(found), []);
    const [sample] = found.events.flatMap((event) => (event.event === 'sample' ? [event] : []));
    assert.deepEqual(sample?.responses, ['a', 'b']);
    assert.deepEqual([sample.rewards?.number, sample.scores?.number], [1, 1]);
    assert.equal(sample.query, 'What is 2 + 2?amoreb');
  });

  const cases: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ['a float reward', agent(step(GOOD.replace('One(0.5)', '0.5'))), ['error ag-step-reward-type 14']],
    ['no feedback', agent(step('{"rewards": One(1.0), "done": True}')), ['error ag-step-keys 14']],
    ['feedback that is no text', agent(step(GOOD.replace('"more"', 'None'))), ['error ag-step-feedback-type 14']],
    ['no dict', agent(step('None')), ['error ag-step-keys 14']],
    ['never done', agent(step(GOOD.replace('self.turn == 2', 'False'))), ['info ag-never-done 18']],
    [
      'another key of the states',
      agent(`${INIT}    async def step(self, states):\n        return states["response"]\n`),
      ['error ag-states-key 15'],
    ],
    [
      'step is no async def',
      agent(`${INIT}    def step(self, states):\n        return {}\n`),
      ['error ag-step-async 14'],
    ],
    [
      'reset is no async def',
      agent(`${step(GOOD)}    def reset(self, states):\n        return states\n`),
      ['error ag-step-async 17'],
    ],
    [
      'reset without an observation',
      agent(`${step(GOOD)}    async def reset(self, states):\n        return {"text": "x"}\n`),
      ['error ag-reset-result 17'],
    ],
    [
      'an async __init__',
      agent(step(GOOD).replace('    def __init__', '    async def __init__')),
      ['error ag-instance-init -'],
    ],
    ['no __init__', agent(step('{}').replace(INIT, '')), ['error ag-instance-init -']],
    ['another base', agent(step(GOOD), 'object'), ['error ag-instance-base 20']],
    [
      'a parameter too many',
      agent(`${INIT}    async def step(self, states, more):\n        pass\n`),
      ['error ag-method-arity -'],
    ],
    [
      'a loop within the loop',
      agent(
        `${INIT}    async def step(self, states):\n        import asyncio\n        asyncio.run(asyncio.sleep(0))\n`,
      ),
      ['error ag-run-in-loop 16'],
    ],
    [
      'a call that blocks',
      agent(
        step(GOOD).replace(
          '        self.turn += 1',
          '        import time\n        time.sleep(1.6)\n        self.turn = 2',
        ),
      ),
      ['warning ag-blocking-call 20'],
    ],
    [
      'a handler of a signal, which only the main thread may set up',
      agent(
        `${INIT}    async def step(self, states):\n        import signal\n        signal.signal(signal.SIGALRM, print)\n`,
      ),
      ['error ValueError 16'],
    ],
    [
      'a handler of a signal as the file is loaded',
      'import signal\nsignal.signal(signal.SIGALRM, print)\n',
      ['error ValueError 2'],
    ],
    ['a loop as the file is loaded', `import asyncio\nasyncio.run(asyncio.sleep(0))\n`, ['error ag-run-in-loop 2']],
    [
      'sys.exit in a task that nobody waits for',
      agent(
        `${INIT}    async def lost(self):\n        import sys\n        sys.exit(3)\n    async def step(self, states):\n        import asyncio\n        self.task = asyncio.ensure_future(self.lost())\n        await asyncio.sleep(1000)\n`,
      ),
      ['error SystemExit 16'],
    ],
    [
      'an exception in a task that nobody waits for',
      agent(step(GOOD))
        .replace(
          '        self.turn += 1',
          '        import asyncio\n        asyncio.ensure_future(self.lost())\n        self.turn = 2',
        )
        .replace('    async def step', '    async def lost(self):\n        raise ValueError(1)\n    async def step'),
      ['warning ValueError 15'],
    ],
    ['no class', 'def reward_func(q, p, l):\n    pass\n', ['error ag-class -']],
    ['a class on nothing', 'class AgentExecutor:\n    pass\n', ['error ag-class 1']],
    ['an old agent', 'async def step(observation, action, label):\n    pass\n', ['error ag-old-generation 1']],
    [
      'execute without images',
      `from openrlhf.utils.agent import AgentExecutorBase
class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine):
        pass
`,
      ['error ag-execute-images -'],
    ],
    [
      'execute whose result lacks something',
      `from openrlhf.utils.agent import AgentExecutorBase
class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        return {"prompt": prompt, "label": label}
`,
      ['error ag-execute-result 3', 'error ag-execute-reward-none 3'],
    ],
  ];
  for (const [what, text, expected] of cases) {
    test(what, async () => {
      const found = await trial(text, { role: 'agent' });
      assert.deepEqual(shown(found), expected, found.stderr.text);
    });
  }
});
