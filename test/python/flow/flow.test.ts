import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { functionOf, workspace } from './runs.ts';
import { show } from './show.ts';

function say(texts: Readonly<Record<string, string>>, module: string, name: string): string[] | null {
  const { flow, file } = workspace(texts);
  return flow.returns(functionOf(file(module), name))?.map(({ value }) => show(value)) ?? null;
}

describe('helpers of other files', () => {
  test('by every way of importing them', () => {
    const texts = {
      helpers: 'SCALE = 2.0\ndef make(r):\n    return {"rewards": r * SCALE}\n',
      'pkg.__init__': 'from .inner import make\n',
      inner: 'def make(r):\n    return [r]\n',
      m: 'import helpers\nimport helpers as h\nfrom helpers import make as made\ndef a(): return helpers.make(1.0)\ndef b(): return h.make(1.0)\ndef c(): return made(1.0)\ndef d():\n    from helpers import make\n    return make(1.0)\n',
    };
    for (const name of ['a', 'b', 'c', 'd']) assert.deepEqual(say(texts, 'm', name), ['{rewards: float 2}'], name);
  });

  test('through a package that hands them on', () => {
    const texts = {
      pkg: 'from .inner import make\n',
      inner: 'def make(r):\n    return [r]\n',
      m: 'from pkg import make\ndef f(): return make(None)\n',
    };
    assert.deepEqual(say(texts, 'm', 'f'), ['list(none)']);
  });

  test('circles end', () => {
    assert.deepEqual(say({ a: 'from b import x\ndef f(): return x\n', b: 'from a import x\n' }, 'a', 'f'), ['unknown']);
    assert.deepEqual(say({ m: 'def f(n):\n    if n:\n        return f(n)\n    return 1\n' }, 'm', 'f'), [
      'unknown',
      'int 1',
    ]);
  });
});

describe('agents', () => {
  const AGENT = [
    'import torch',
    'from openrlhf.utils.agent import AgentInstanceBase',
    'class Shared(AgentInstanceBase):',
    '    def score(self, text):',
    '        return {"rewards": torch.tensor(1.0)} if text else None',
    'class AgentInstance(Shared):',
    '    def __init__(self, limit=3):',
    '        self.step_count = 0',
    '        self.history = []',
    '        self.limit = 5',
    '    async def reset(self, states):',
    '        return {"observation": states["observation"], "label": states.get("label")}',
    '    async def helper(self):',
    '        return 0.5',
    '    async def step(self, states: dict, **kwargs):',
    '        self.step_count += 1',
    '        half = await self.helper()',
    '        result = self.score(states["action_text"])',
    '        if result is None:',
    '            return {"rewards": half, "done": True}',
    '        result["done"] = states["done"] or False',
    '        return result',
    '',
  ].join('\n');
  const { flow, file } = workspace({ agent: AGENT });
  const cls = file('agent').names.get('AgentInstance');
  assert.ok(cls?.kind === 'class');

  test('what step returns', () => {
    assert.deepEqual(
      flow.returns(functionOf(file('agent'), 'AgentInstance.step'))?.map(({ value }) => show(value)),
      ['{rewards: float 0.5, done: bool true}', '{rewards: torch float [] = 1, done: unknown}'],
    );
  });

  test('what it reads', () => {
    const reads = flow.keysRead(functionOf(file('agent'), 'AgentInstance.reset'), 1);
    assert.deepEqual(
      reads.map(({ key, required }) => [key, required]),
      [
        ['observation', true],
        ['label', false],
      ],
    );
    assert.equal(AGENT.slice(reads[0]?.at.range.start, reads[0]?.at.range.end), '"observation"');
  });

  test('bases and methods', () => {
    const { names, classes, complete } = flow.bases(cls);
    assert.deepEqual(
      [names, classes.map(({ name }) => name), complete],
      [['openrlhf.utils.agent.AgentInstanceBase'], ['Shared'], true],
    );
    assert.equal(flow.method(cls, 'score')?.owner?.name, 'Shared');
    assert.equal(flow.method(cls, 'close'), null);
  });

  test('attributes', () => {
    assert.equal(show(flow.attribute(cls, 'limit')), 'int 5');
    assert.equal(show(flow.attribute(cls, 'history')), 'list of unknown');
    assert.equal(show(flow.attribute(cls, 'step_count')), 'unknown');
    assert.equal(show(flow.attribute(cls, 'missing')), 'unknown');
  });
});

test('bases that are not known', () => {
  const { flow, file } = workspace({
    m: 'import x\nB = make()\nclass A(B): pass\nclass C(x.D): pass\nclass E(C, object): pass\n',
  });
  const of = (name: string) => {
    const cls = file('m').names.get(name);
    assert.ok(cls?.kind === 'class');
    return cls;
  };
  assert.equal(flow.bases(of('A')).complete, false);
  assert.equal(flow.method(of('A'), 'step'), undefined);
  assert.deepEqual(flow.bases(of('E')).names, ['x.D', 'builtins.object']);
  assert.equal(flow.method(of('E'), 'step'), undefined);
});

test('values of modules', () => {
  const { flow, file } = workspace({
    m: 'import torch\nX = 5\nNAMES = ["a"]\nCONFIG = {"a": 1}\ndef f(): pass\ntry:\n    import y\nexcept ImportError:\n    y = None\n',
  });
  const value = (name: string) => show(flow.moduleValue(file('m'), name));
  assert.deepEqual(['X', 'NAMES', 'CONFIG', 'f', 'torch', 'y', 'z'].map(value), [
    'int 5',
    'list of unknown',
    '{a?: unknown, …}',
    'function f',
    'torch',
    'unknown',
    'unknown',
  ]);
});

describe('calls', () => {
  const CODE = [
    'import asyncio, time, requests',
    'import subprocess as sp',
    'from time import sleep as nap',
    'session = requests.Session()',
    'def slow(url):',
    '    return session.get(url)',
    'def slower(): slow("x")',
    'class A:',
    '    def __init__(self):',
    '        self.client = requests.Session()',
    '    def read(self):',
    '        return self.client.post("x")',
    '    async def step(self, states):',
    '        nap(1)',
    '        sp.run(["x"])',
    '        slower()',
    '        self.read()',
    '        await asyncio.sleep(1)',
    '        await asyncio.to_thread(time.sleep, 1)',
    '        await asyncio.to_thread(slow, "x")',
    '        await loop.run_in_executor(None, lambda: requests.post("x"))',
    '        with open("x") as f:',
    '            f.read()',
    '        def inner():',
    '            time.sleep(9)',
    '        time = states["time"]',
    '',
  ].join('\n');

  test('as dotted names, through helpers, and off the loop', () => {
    const { flow, file } = workspace({ m: CODE });
    const sites = flow.calls(functionOf(file('m'), 'A.step'));
    assert.deepEqual(
      sites.map(({ callee, awaited, offLoop, through }) => [callee, awaited, offLoop, through.join(' > ')]),
      [
        ['time.sleep', false, false, ''],
        ['subprocess.run', false, false, ''],
        ['requests.Session.get', false, false, 'slower > slow'],
        ['requests.Session.post', false, false, 'read'],
        ['asyncio.sleep', true, false, ''],
        ['asyncio.to_thread', true, false, ''],
        ['asyncio.to_thread', true, false, ''],
        ['requests.Session.get', false, true, 'slow'],
        ['requests.post', false, true, ''],
        ['builtins.open', false, false, ''],
      ],
    );
  });
});

test('a file with something that the grammar does not know says nothing of it', () => {
  assert.equal(say({ m: 'def f():\n    with a as self.b:\n        return 1\n' }, 'm', 'f'), null);
  assert.deepEqual(say({ m: 'x = 1\ny = 2\ndef f():\n    return 1.\n' }, 'm', 'f'), ['float 1']);
});

test('decorators', () => {
  const code = (decorator: string) => ({ m: `import torch, functools\n${decorator}\ndef f():\n    return 1\n` });
  for (const known of ['@torch.no_grad()', '@functools.lru_cache(maxsize=None)', '@staticmethod'])
    assert.deepEqual(say(code(known), 'm', 'f'), ['int 1'], known);
  for (const other of ['@retry', '@contextlib.contextmanager', '@ray.remote(num_cpus=1)'])
    assert.equal(say(code(other), 'm', 'f'), null, other);
});

test('a body with very many ways is given up, soon', () => {
  const lines = Array.from(
    { length: 400 },
    (_, i) =>
      `    for v${String(i)} in g(v):\n        if v${String(i)}:\n            d[v${String(i)}] = {"a": v${String(i)}}`,
  );
  const started = Date.now();
  say({ m: `def f(v):\n    d = {}\n${lines.join('\n')}\n    return d\n` }, 'm', 'f');
  const growing = [
    'def f(a, d):',
    '    b = a',
    '    for v in d:',
    '        a = b = ([a, a], (0, a, b))',
    '        d = {"a": d, "b": d}',
    '    return a, d',
    '',
  ];
  say({ m: growing.join('\n').replace('([a, a]', '((a, a)') }, 'm', 'f');
  say({ m: growing.join('\n') }, 'm', 'f');
  assert.ok(Date.now() - started < 20_000);
});
