import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sourceDocument, type SourceDocument } from '../../../server/src/features/document.ts';
import type { LensCommands } from '../../../server/src/service.ts';
import type { ReferencesCommandArguments } from '../../../server/src/lsp/protocol.ts';
import { ServiceBench } from '../../support/service.ts';

const REWARD = 'def reward_func(queries, prompts, labels, **kwargs):\n    return {"rewards": 1.0}\n';
const AGENT = `from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Game(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turns = 0

    async def reset(self, states, **kwargs):
        return {"observation": states["observation"]}

    async def step(self, states, **kwargs):
        return {"rewards": states["x"], "environment_feedback": "", "done": True}


class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(Game)
`;
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

class Bench extends ServiceBench {
  script(path: string): SourceDocument {
    return this.#document(path, 'shellscript');
  }

  python(path: string): SourceDocument {
    return this.#document(path, 'python');
  }

  /** `path:line:text` of places. */
  told(places: ReferencesCommandArguments[2]): string[] {
    return places.map(({ uri, range: { start } }) => `${uri.replace('file:///work/', '')}:${start.line + 1}`).sort();
  }

  async definition(path: string, text: string): Promise<string[]> {
    const document = this.script(path);
    const at = document.lines.position(document.text.lastIndexOf(text) + 1);
    return this.told(await this.service.definition(document, at));
  }

  async references(path: string, text: string): Promise<string[]> {
    const document = this.python(path);
    const at = document.lines.position(document.text.indexOf(text) + 1);
    return this.told(await this.service.references(document, at));
  }

  #document(path: string, language: string): SourceDocument {
    const uri = `file:///work/${path}`;
    return sourceDocument(uri, language, 1, this.files.get(uri) ?? '');
  }
}

function bench(files: Readonly<Record<string, string>>): Bench {
  return new Bench(Object.fromEntries(Object.entries(files).map(([path, text]) => [`file:///work/${path}`, text])), {
    folderOf: (uri) => (uri.startsWith('file:///work/') ? 'file:///work' : undefined),
  });
}

describe('from a flag to what the run will call', () => {
  const cases: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    word: string,
    to: string[],
  ])[] = [
    [
      'a reward function',
      { 'train.sh': `${PPO} --reward.remote_url reward.py`, 'reward.py': `import re\n\n${REWARD}` },
      'reward.py',
      ['reward.py:3'],
    ],
    [
      'an agent',
      { 'train.sh': `${PPO} --train.agent_func_path agent.py`, 'agent.py': AGENT },
      'agent.py',
      ['agent.py:15'],
    ],
    [
      'behind =',
      { 'train.sh': `${PPO} --reward.remote_url=reward.py`, 'reward.py': REWARD },
      'reward.py',
      ['reward.py:1'],
    ],
    [
      'the first of several',
      { 'train.sh': `${PPO} --reward.remote_url reward.py,http://a:1`, 'reward.py': REWARD },
      'reward.py',
      ['reward.py:1'],
    ],
    [
      'through a variable, from its value',
      { 'train.sh': `R=reward.py\n${PPO} --reward.remote_url "$R"`, 'reward.py': REWARD },
      'reward.py',
      ['reward.py:1'],
    ],
    [
      'through a variable, from its use',
      { 'train.sh': `R=reward.py\n${PPO} --reward.remote_url "$R"`, 'reward.py': REWARD },
      '"$R"',
      ['reward.py:1'],
    ],
    [
      'below the workspace folder, not beside the script',
      { 'jobs/train.sh': `${PPO} --reward.remote_url reward.py`, 'reward.py': REWARD, 'jobs/reward.py': `\n${REWARD}` },
      'reward.py',
      ['reward.py:1'],
    ],
    [
      'beside the script last',
      { 'jobs/train.sh': `${PPO} --reward.remote_url reward.py`, 'jobs/reward.py': REWARD },
      'reward.py',
      ['jobs/reward.py:1'],
    ],
    [
      'in the folder that the script has changed to',
      {
        'jobs/train.sh': `cd "$(dirname "$0")/py"\n${PPO} --reward.remote_url reward.py`,
        'jobs/py/reward.py': REWARD,
        'reward.py': `\n\n${REWARD}`,
      },
      'reward.py',
      ['jobs/py/reward.py:1'],
    ],
    [
      'in the working directory of the job',
      {
        'train.sh': `ray job submit --working-dir src -- ${PPO} --reward.remote_url reward.py`,
        'src/reward.py': REWARD,
        'reward.py': `\n${REWARD}`,
      },
      'reward.py',
      ['src/reward.py:1'],
    ],
    [
      'in the working directory of the runtime environment',
      {
        'train.sh': `ray job submit --runtime-env-json='{"working_dir": "./src"}' -- ${PPO} --reward.remote_url reward.py`,
        'src/reward.py': REWARD,
        'reward.py': `\n${REWARD}`,
      },
      'reward.py',
      ['src/reward.py:1'],
    ],
    [
      'in that of a runtime environment in a file',
      {
        'train.sh': `ray job submit --runtime-env env.yaml -- ${PPO} --reward.remote_url reward.py`,
        'env.yaml': 'working_dir: src\n',
        'src/reward.py': REWARD,
        'reward.py': `\n${REWARD}`,
      },
      'reward.py',
      ['src/reward.py:1'],
    ],
    [
      'as if nothing was said where that folder is on the cluster',
      {
        'train.sh': `ray job submit --working-dir /openrlhf -- ${PPO} --reward.remote_url reward.py`,
        'reward.py': REWARD,
      },
      'reward.py',
      ['reward.py:1'],
    ],
    [
      'below a folder on the cluster',
      {
        'train.sh': `ray job submit --working-dir /openrlhf -- ${PPO} --reward.remote_url /openrlhf/py/reward.py`,
        'py/reward.py': REWARD,
      },
      'reward.py',
      ['py/reward.py:1'],
    ],
    [
      'where it is imported from',
      {
        'train.sh': `${PPO} --reward.remote_url reward.py`,
        'reward.py': 'from rewards import maths as reward_func\n',
        'rewards.py': `\n${REWARD.replace('reward_func', 'maths')}`,
      },
      'reward.py',
      ['rewards.py:2'],
    ],
    [
      'where another name stands for it',
      {
        'train.sh': `${PPO} --reward.remote_url reward.py`,
        'reward.py': `${REWARD.replace('reward_func', 'maths')}reward_func = maths\n`,
      },
      'reward.py',
      ['reward.py:1'],
    ],
    [
      'a file without the function',
      { 'train.sh': `${PPO} --reward.remote_url reward.py`, 'reward.py': '\nx = 1\n' },
      'reward.py',
      ['reward.py:1'],
    ],
    ['no file', { 'train.sh': `${PPO} --reward.remote_url reward.py` }, 'reward.py', []],
    ['an address', { 'train.sh': `${PPO} --reward.remote_url http://a:1/x.py`, 'x.py': REWARD }, 'x.py', []],
    [
      'a reward function beside an agent, which is never loaded',
      {
        'train.sh': `${PPO} --train.agent_func_path agent.py --reward.remote_url reward.py`,
        'agent.py': AGENT,
        'reward.py': REWARD,
      },
      'reward.py',
      [],
    ],
  ];
  for (const [what, files, word, to] of cases) {
    test(what, async () => {
      const script = Object.keys(files).find((path) => path.endsWith('.sh')) ?? '';
      const [place = ''] = await bench(files).definition(script, word);
      assert.deepEqual(place === '' ? [] : [place], to);
    });
  }
});

describe('from a function to the launches that use it', () => {
  const files = {
    'a/train.sh': `R=py/reward.py\n${PPO} --reward.remote_url $R`,
    'b/train.slurm': `${PPO} --reward.remote_url=py/reward.py\n${PPO} --train.agent_func_path py/agent.py`,
    'b/other.sh': `${PPO} --reward.remote_url py/other.py`,
    'py/reward.py': REWARD,
    'py/agent.py': AGENT,
  };

  test('on its name', async () => {
    assert.deepEqual(await bench(files).references('py/reward.py', 'reward_func'), ['a/train.sh:1', 'b/train.slurm:1']);
  });
  test('on the executor and on the class of the instances', async () => {
    assert.deepEqual(await bench(files).references('py/agent.py', 'AgentExecutor(Multi'), ['b/train.slurm:2']);
    assert.deepEqual(await bench(files).references('py/agent.py', 'Game(Agent'), ['b/train.slurm:2']);
  });
  test('nowhere else', async () => {
    assert.deepEqual(await bench(files).references('py/agent.py', 'reset'), []);
    assert.deepEqual(await bench(files).references('py/reward.py', 'queries'), []);
  });
  test('on the flag of one of them', async () => {
    const one = bench(files);
    const document = one.script('a/train.sh');
    for (const word of ['py/reward', '$R']) {
      const at = document.lines.position(document.text.indexOf(word) + 1);
      assert.deepEqual(one.told(await one.service.references(document, at)), ['a/train.sh:1', 'b/train.slurm:1'], word);
    }
    assert.deepEqual(await one.service.references(document, { line: 1, character: 3 }), []);
  });
  test('a file that no launch names has none', async () => {
    const one = bench({ ...files, 'x.py': REWARD });
    assert.deepEqual(await one.references('x.py', 'reward_func'), []);
  });

  test('a lens says how many', async () => {
    const one = bench(files);
    const lenses = await one.service.codeLenses(one.python('py/reward.py'), { references: 'show' });
    assert.deepEqual(
      lenses.map(({ range, command }) => [range.start.line, command?.title, command?.command]),
      [[0, '$(references) Used by 2 launches', 'show']],
    );
    const [uri, position, places] = lenses[0]?.command?.arguments as unknown as ReferencesCommandArguments;
    assert.equal(uri, 'file:///work/py/reward.py');
    assert.deepEqual(position, lenses[0]?.range.start);
    assert.deepEqual(one.told(places), ['a/train.sh:1', 'b/train.slurm:1']);
    const [agent] = await one.service.codeLenses(one.python('py/agent.py'), { references: 'show' });
    assert.equal(agent?.command?.title, '$(references) Used by one launch');
  });
  test('a lens tries it, also where no launch names it', async () => {
    const agent =
      'from openrlhf.utils.agent import MultiTurnAgentExecutor\n\nclass AgentExecutor(MultiTurnAgentExecutor): ...\n';
    const one = bench({ ...files, 'x.py': agent, 'y.py': REWARD });
    const lenses = async (path: string, commands: LensCommands): Promise<unknown> =>
      (await one.service.codeLenses(one.python(path), commands)).map(({ range, command }) => [
        range.start.line,
        command?.command,
      ]);
    assert.deepEqual(await lenses('py/reward.py', { references: 'show', try: 'try' }), [
      [0, 'show'],
      [0, 'try'],
    ]);
    assert.deepEqual(await lenses('x.py', { references: 'show', try: 'try' }), [[2, 'try']]);
    assert.deepEqual(await lenses('x.py', { references: 'show' }), []);
    assert.deepEqual(await lenses('y.py', { try: 'try' }), []);
    const [lens] = await one.service.codeLenses(one.python('x.py'), { try: 'try' });
    assert.deepEqual(lens?.command?.arguments, [{ uri: 'file:///work/x.py' }]);
  });
  test('there is no lens without a command, without a launch, or where lenses are off', async () => {
    const one = bench({ ...files, 'x.py': REWARD });
    assert.deepEqual(await one.service.codeLenses(one.python('py/reward.py'), {}), []);
    assert.deepEqual(await one.service.codeLenses(one.python('x.py'), { references: 'show' }), []);
    one.settings = { ...one.settings, codeLens: false };
    const off = bench(files);
    off.settings = { ...off.settings, codeLens: false };
    assert.deepEqual(await off.service.codeLenses(off.python('py/reward.py'), { references: 'show' }), []);
  });
  test('a launch that is run several times is one, and one in a sourced file is of the script that sources it', async () => {
    const one = bench({
      'train.sh': `source lib.sh\nR=reward.py\nrun`,
      'lib.sh': `run() {\n${PPO} --reward.remote_url $R\n}\nfor lr in 1 2; do ${PPO} --reward.remote_url reward.py; done`,
      'reward.py': REWARD,
    });
    const [lens] = await one.service.codeLenses(one.python('reward.py'), { references: 'show' });
    assert.equal(lens?.command?.title, '$(references) Used by 2 launches');
    assert.deepEqual(await one.references('reward.py', 'reward_func'), ['lib.sh:4', 'train.sh:2']);
  });
});
