import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shown, trial } from './inWorker.ts';

const returning = (value: string): string => `def reward_func(queries, prompts, labels):\n    return ${value}\n`;

describe('a reward function, without torch', () => {
  test('that is right: what it was asked, and what it gave', async () => {
    const found = await trial(
      `def reward_func(queries, prompts, labels):
    assert len(queries) == len(prompts) == len(labels) == 1
    right = float(queries[0][len(prompts[0]):] == labels[0])
    return {"rewards": right, "scores": right, "extra_logs": {"length": len(queries[0])}}
`,
      { samples: [{ prompt: 'What?', label: 'ja' }], responses: ['ja', 'nö'] },
    );
    assert.deepEqual(shown(found), []);
    assert.equal(found.ending.kind, 'done');
    const samples = found.events.flatMap((event) => (event.event === 'sample' ? [event] : []));
    assert.deepEqual(
      samples.map(({ query, rewards, scores, logs }) => [
        query,
        rewards?.number,
        scores?.number,
        logs['length']?.number,
      ]),
      [
        ['What?ja', 1, 1, 7],
        ['What?nö', 0, 0, 7],
      ],
    );
    assert.ok(samples.every(({ milliseconds }) => typeof milliseconds === 'number' && milliseconds >= 0));
  });

  const cases: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ['a float', returning('{"rewards": 1.0}'), []],
    ['a list of one', returning('{"rewards": [0.5]}'), []],
    ['an int', returning('{"rewards": 1}'), ['warning rf-int-reward 1']],
    ['a bool', returning('{"rewards": True}'), ['warning rf-int-reward 1']],
    ['two rewards', returning('{"rewards": [0.5, 1.0]}'), ['error rf-reward-shape 1']],
    ['text', returning('{"rewards": "1"}'), ['error rf-reward-shape 1']],
    [
      'not a number',
      returning('{"rewards": float("nan")}'),
      ['warning rewards is nan, which no training step survives. 1'],
    ],
    ['a bare float', returning('1.0'), ['error rf-return-not-dict 1']],
    ['a list', returning('[{"rewards": 1.0}]'), ['error rf-return-not-dict 1']],
    ['nothing', returning('None'), ['error rf-return-not-dict 1']],
    ['an empty dict', returning('{}'), ['error rf-missing-rewards-key 1']],
    ['another key', returning('{"reward": 1.0}'), ['error rf-missing-rewards-key 1']],
    ['text in logs', returning('{"rewards": 1.0, "extra_logs": {"a": "b"}}'), ['error rf-extra-logs-type 1']],
    ['None in logs', returning('{"rewards": 1.0, "extra_logs": {"a": None}}'), ['error rf-extra-logs-type 1']],
    ['a reserved log', returning('{"rewards": 1.0, "extra_logs": {"kl": 1.0}}'), ['warning rf-extra-logs-reserved 1']],
    [
      'logs that differ',
      returning('{"rewards": 1.0, "extra_logs": {str(len(queries[0])): 1.0}}'),
      ['warning rf-extra-logs-keys 1'],
    ],
    ['async', 'async def reward_func(queries, prompts, labels):\n    return {"rewards": 1.0}\n', ['error rf-async 1']],
    ['two parameters', 'def reward_func(queries, prompts):\n    return {"rewards": 1.0}\n', ['error rf-arity -']],
    [
      'an exception',
      'def reward_func(q, p, l):\n    x = 1\n    return {"rewards": 1 / 0}\n',
      ['error ZeroDivisionError 3'],
    ],
    [
      'an exception below the standard library',
      'import json\ndef reward_func(q, p, l):\n    return json.loads("{")\n',
      ['error JSONDecodeError 3'],
    ],
    ['no function', 'def reward(q, p, l):\n    pass\n', ['error rf-name -']],
    ['a class of its name', 'class reward_func:\n    pass\n', ['error rf-name 1']],
    ['no Python', 'def reward_func(q, p, l):\n    return {\n', ['error python-syntax 2']],
    ['a module that is missing', 'import no_such_module\n', ['error ModuleNotFoundError 1']],
    ['a relative import', 'from . import x\n', ['error rf-sibling-import 1']],
    ['a sibling', 'import sibling\n', ['error rf-sibling-import 1']],
    ['a module of the working directory', `import shared\n${returning('{"rewards": shared.ONE}')}`, []],
    [
      'the loop of a thread',
      'import asyncio\ndef reward_func(q, p, l):\n    asyncio.get_event_loop()\n',
      ['error rf-event-loop 3'],
    ],
    [
      'a signal in a thread',
      'import signal\ndef reward_func(q, p, l):\n    signal.signal(signal.SIGALRM, print)\n',
      ['error rf-signal 3'],
    ],
    ['an exception while loading', 'x = {}["a"]\n', ['error KeyError 1']],
    ['sys.exit while loading', 'import sys\nsys.exit(3)\n', ['error SystemExit 2']],
    ['sys.exit in the function', 'import sys\ndef reward_func(q, p, l):\n    sys.exit(0)\n', ['error SystemExit 3']],
    [
      'an exception in a thread of its own',
      `import threading
def work():
    raise ValueError("lost")
def reward_func(q, p, l):
    one = threading.Thread(target=work)
    one.start()
    one.join()
    return {"rewards": 1.0}
`,
      ['warning ValueError 3'],
    ],
    [
      'a repr that fails',
      'class Odd:\n    def __repr__(self):\n        raise ValueError\ndef reward_func(q, p, l):\n    return Odd()\n',
      ['error rf-return-not-dict 4'],
    ],
  ];
  for (const [what, text, expected] of cases) {
    test(what, async () => {
      const files = { 'rewards/sibling.py': '', 'shared.py': 'ONE = 1.0\n' };
      const found = await trial(text, { files });
      assert.deepEqual(shown(found), expected, found.stderr.text);
    });
  }

  test('filtering: bounds, scores that are missing, and what becomes of the group', async () => {
    const bounds = [0, 1] as const;
    assert.deepEqual(shown(await trial(returning('{"rewards": 1.0}'), { filtering: bounds })), [
      'info rf-scores-missing 1',
    ]);
    const outside = await trial(returning('{"rewards": 1.0, "scores": 7.0}'), { filtering: bounds });
    assert.deepEqual(shown(outside), ['warning rf-scores-range 1']);
  });

  test('the working directory and the search for modules are those of a worker', async () => {
    const found = await trial(
      `import os, sys
def reward_func(q, p, l):
    beside = os.path.dirname(os.path.realpath(__file__))
    print(os.getcwd() == os.path.dirname(beside), beside in sys.path, __name__, __name__ in sys.modules)
    return {"rewards": 1.0}
`,
      { responses: ['x'] },
    );
    assert.equal(found.stdout.text, 'True False reward_func False\n');
  });
});
