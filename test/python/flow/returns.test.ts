import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { singleSample } from '../../../server/src/python/flow/given.ts';
import { covers } from './covers.ts';
import { functionOf, runPython, workspace } from './runs.ts';
import { show } from './show.ts';

interface Case {
  /** The body of a reward function of `queries, prompts, labels`; helpers may come before `---`. */
  readonly code: string;
  /** What each way out gives, in order of the text. */
  readonly says: readonly string[];
}

/** Two samples that take different ways through most of the cases. */
const CALLS = [
  ['["a 1"]', '["p"]', '["a 1"]'],
  ['["b"]', '["p"]', '["x"]'],
  ['[""]', '["p"]', '[None]'],
];

const CASES: Readonly<Record<string, Case>> = {
  'a tensor of a list': {
    code: 'return torch.tensor([1.0, 0.0])',
    says: ['torch float [2]'],
  },
  'an integer is a scalar': { code: 'return torch.tensor(1)', says: ['torch int [] = 1'] },
  'a comprehension over queries has one item': {
    code: 'return {"rewards": torch.tensor([1.0 if "a" in q else 0.0 for q in queries])}',
    says: ['{rewards: torch float [1] = 1 | torch float [1] = 0}'],
  },
  'so has a loop': {
    code: 'rewards = []\nfor q, l in zip(queries, labels):\n    rewards.append(float(q == l))\nreturn torch.tensor(rewards), rewards',
    says: ['tuple(torch float [1], list(float))'],
  },
  'a dict built in steps': {
    code: 'd = {}\nd["rewards"] = torch.zeros(1)\nd.update(scores=torch.ones(len(queries)))\nd |= {"extra_logs": {"a": 0.5}}\nreturn d',
    says: ['{rewards: torch float [1] = 0, scores: torch float [1] = 1, extra_logs: {a: float 0.5}}'],
  },
  'keys under a condition are on ways of their own': {
    code: 'd = dict(rewards=1.0)\nif "a" in queries[0]:\n    d["scores"] = 1\nreturn d',
    says: ['{rewards: float 1, scores: int 1}', '{rewards: float 1}'],
  },
  'conditions that exclude each other': {
    code: 'd = {}\nok = labels[0]\nif ok:\n    d["rewards"] = 1.0\nif not ok:\n    d["rewards"] = 0.0\nreturn d',
    says: ['{rewards: float 1}', '{rewards: float 0}'],
  },
  'a condition on an object holds until it changes': {
    code: 'd = {}\nfor v in [1, 2]:\n    if d:\n        continue\n    d["k"] = v\nif not d:\n    return None\nreturn d',
    says: ['{k: int 1}'],
  },
  'comparisons the other way round': {
    code: 'n = len(queries[0])\nif n > 2:\n    return 1.0\nelif n <= 2:\n    return 2.0',
    says: ['float 1', 'float 2'],
  },
  'falling off the end': {
    code: 'if queries[0] == labels[0]:\n    return {"rewards": torch.tensor(1.0)}',
    says: ['{rewards: torch float [] = 1}', 'none'],
  },
  'None is left out behind a test': {
    code: 'def extract(text):\n    if "1" in text:\n        return text.split()[0]\n    return None\n---\nanswer = extract(queries[0])\nif answer is None:\n    return {"rewards": 0.0}\nreturn {"rewards": 1.0, "answer": answer}',
    says: ['{rewards: float 0}', '{rewards: float 1, answer: str}'],
  },
  'arguments reach the parameters of helpers': {
    code: 'def make(r, *, scale=2.0, **logs):\n    return {"rewards": r, "scores": r * scale, "extra_logs": logs}\n---\nreturn make(torch.tensor([1.0]), acc=0.5)',
    says: ['{rewards: torch float [1] = 1, scores: torch float [1] = 2, extra_logs: {acc: float 0.5}}'],
  },
  'a handler sees what was done before': {
    code: 'd = {"rewards": torch.tensor(0.0)}\ntry:\n    value = float(labels[0])\n    d["scores"] = value\nexcept Exception:\n    d["failed"] = True\nreturn d',
    says: ['{rewards: torch float [] = 0, scores: float}', '{rewards: torch float [] = 0, failed: bool true}'],
  },
  'what cannot raise does not enter a handler': {
    code: 'd = {}\ntry:\n    d["a"] = 1.0\n    d["b"] = 2.0\n    x = int(queries[0])\nexcept ValueError:\n    pass\nreturn d',
    says: ['{a: float 1, b: float 2}'],
  },
  'finally comes before the way out': {
    code: 'd = {}\ntry:\n    return d\nfinally:\n    d["late"] = None',
    says: ['{late: none}'],
  },
  'a loop that always returns': { code: 'while True:\n    return 1', says: ['int 1'] },
  'a search with for and else': {
    code: 'd = {}\nfor word in queries[0].split():\n    if word == "a":\n        d["rewards"] = 1.0\n        break\nelse:\n    d["rewards"] = 0.0\nreturn d',
    says: ['{rewards: float 1}', '{rewards: float 0}'],
  },
  'numbers that change from round to round': {
    code: 'total = 0\nfor word in queries[0].split():\n    total += 0.5\nreturn total, torch.tensor(total)',
    says: ['tuple(int 0 | float, torch [])'],
  },
  'nothing is promised of what unseen code may change': {
    code: 'd = {"rewards": torch.tensor(1.0)}\nelsewhere.unseen(d)\nd["scores"] = 1.0\nreturn d',
    says: ['{rewards?: unknown, scores: float 1, …}'],
  },
  'reading does not change': {
    code: 'd = {"rewards": 1.0}\nprint(d, len(d))\nlogger.info("%s", d)\nreturn d',
    says: ['{rewards: float 1}'],
  },
  'spread and merged': {
    code: 'base = {"a": 1, "b": 2}\nreturn {**base, "a": "x"} | {"c": None}',
    says: ['{a: str "x", b: int 2, c: none}'],
  },
  'pop, del and setdefault': {
    code: 'd = {"a": 1, "b": 2, "c": 3}\ndel d["a"]\nd.pop("b")\nd.setdefault("c", 9)\nd.setdefault("e", 9)\nreturn d',
    says: ['{c: int 3, e: int 9}'],
  },
  'two names of one dict': {
    code: 'd = {}\ne = d\ne["k"] = 1\nreturn d',
    says: ['{k: int 1}'],
  },
  'a context manager that is not known may swallow an exception': {
    code: 'with elsewhere.Swallow():\n    return {"rewards": float(queries[0])}',
    says: ['{rewards: float}', 'unknown'],
  },
  'suppress is known to': {
    code: 'with contextlib.suppress(ValueError):\n    return float(queries[0])\nreturn 0.0',
    says: ['float', 'float 0'],
  },
  'match with a case for all': {
    code: 'match labels[0]:\n    case "x":\n        return 1\n    case str():\n        return 2.0\n    case _:\n        return None',
    says: ['int 1', 'float 2', 'none'],
  },
  'methods of tensors': {
    code: 't = torch.tensor([1, 0])\nreturn t.float().mean().item(), t.sum(), t.float().unsqueeze(0), t.tolist(), t[0], t > 0',
    says: ['tuple(float, torch int [], torch float [1, 2], list(int, int), torch int [], torch bool [2])'],
  },
  'dtypes that are written': {
    code: 'return torch.tensor([1], dtype=torch.float32), torch.zeros(2, 3, dtype=torch.long), torch.full((2,), 0.5)',
    says: ['tuple(torch float [1] = 1, torch int [2, 3] = 0, torch float [2] = 0.5)'],
  },
  'a change in place': {
    code: 't = torch.zeros(1)\nu = t\nt[0] = 5.0\nu += 1\nreturn t, u',
    says: ['tuple(torch float [1], torch float [1])'],
  },
  'short circuits give one of their values': {
    code: 'x = queries[0] or None\nreturn x, (labels[0] is None or 0.5)',
    says: ['tuple(str | none, bool true | float 0.5)'],
  },
  'functions within, with what they see': {
    code: 'd = {}\ndef put(k, v=1.5):\n    d["rewards"] = v\nput("a")\nreturn d',
    says: ['{rewards: float 1.5}'],
  },
  'an unknown decorator': {
    code: 'def twice(f):\n    return lambda *a: (f(*a), f(*a))\n@twice\ndef helper(x):\n    return 1.0\n---\nreturn helper(0)',
    says: ['unknown'],
  },
  'a generator': { code: 'def each():\n    yield 1\n---\nreturn each()', says: ['generator'] },
  'an assertion that never holds': {
    code: 'if labels[0]:\n    return 1\nassert False',
    says: ['int 1'],
  },
};

function program({ code }: Case): string {
  const [helpers, body] = code.includes('---') ? code.split('\n---\n') : ['', code];
  const lines = (body ?? '').split('\n').map((line) => `    ${line}`);
  return [
    'import contextlib',
    'import logging',
    'import torch',
    'import elsewhere',
    'logger = logging.getLogger(__name__)',
    helpers,
    'def f(queries, prompts, labels):',
    ...lines,
    '',
  ].join('\n');
}

describe('ways out of a function', () => {
  const results = runPython(Object.values(CASES).map((each) => ({ code: program(each), name: 'f', calls: CALLS })));
  Object.entries(CASES).forEach(([name, one], index) => {
    test(name, () => {
      const { flow, file } = workspace({ m: program(one) });
      const fn = functionOf(file('m'), 'f');
      const paths = [...(flow.returns(fn, singleSample(fn)) ?? [])];
      paths.sort((a, b) => a.at.range.start - b.at.range.start);
      const texts = [...new Set(paths.map(({ value }) => show(value)))];
      assert.deepEqual(new Set(texts), new Set(one.says), program(one));
      // What is expected here is true of what Python gives, and Python gives something.
      const given = (results[index] ?? []).flatMap((each) => (each ? [each] : []));
      assert.ok(given.length > 0, 'Python returns nothing');
      for (const concrete of given)
        assert.ok(
          paths.some(({ value }) => covers(value, concrete)),
          JSON.stringify(concrete),
        );
    });
  });
});
