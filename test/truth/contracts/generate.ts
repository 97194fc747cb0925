import { Random } from '../shell/random.ts';
import type { ContractCase } from './corpus.ts';

/** How a value of Python is written, and whether it may stand for a number of one sample. */
interface Value {
  /** An expression over `hit`, a float, and `query`. */
  readonly text: string;
  readonly needs?: 'torch' | 'np';
}

type Values = readonly [Value, ...Value[]];

const floats: Values = [
  { text: 'hit' },
  { text: '2.0 * hit - 1.0' },
  { text: 'hit + 0.1' },
  { text: 'round(hit / 3, 3)' },
  { text: 'len(query) / 100' },
  { text: 'max(hit, 0.25)' },
  { text: '1.0 if hit else -1.0' },
  { text: 'torch.tensor([hit])', needs: 'torch' },
  { text: 'torch.tensor(hit)', needs: 'torch' },
  { text: 'torch.tensor([hit]).mean().item()', needs: 'torch' },
  { text: 'torch.zeros(1) + hit', needs: 'torch' },
  { text: 'torch.stack([torch.tensor(hit)])', needs: 'torch' },
  { text: 'torch.tensor([1 if hit else 0], dtype=torch.float32)', needs: 'torch' },
  { text: 'torch.tensor([hit, 0.5]).sum()', needs: 'torch' },
  { text: 'np.float32(hit)', needs: 'np' },
  { text: 'np.mean([hit, len(query) / 50])', needs: 'np' },
  { text: 'float(np.array([hit]).sum())', needs: 'np' },
];
const integers: Values = [
  { text: '1 if hit else 0' },
  { text: 'int(hit)' },
  { text: 'hit > 0.5' },
  { text: 'len(query)' },
  { text: 'torch.tensor([int(hit)])', needs: 'torch' },
  { text: 'torch.tensor(hit).long()', needs: 'torch' },
];
const several: Values = [
  { text: 'torch.tensor([hit, 1.0])', needs: 'torch' },
  { text: 'torch.zeros(2)', needs: 'torch' },
  { text: '[hit, 0.5]' },
];
const noNumbers: Values = [
  { text: 'None' },
  { text: 'str(hit)' },
  { text: 'f"{hit:.1f}"' },
  { text: '{"value": hit}' },
];

/** Random choices, with or without mistakes. */
class Source extends Random {
  readonly #mistakes: boolean;

  constructor(seed: number, mistakes: boolean) {
    super(seed);
    this.#mistakes = mistakes;
  }

  /** Whether to make a mistake here. */
  slip(probability: number): boolean {
    return this.chance(probability) && this.#mistakes;
  }
}

/** A piece of a dict: a key and its value. */
interface Entry {
  readonly key: string;
  readonly value: string;
}

/**
 * Reward functions and agents put together at random: kinds of values × ways to build the dict × control flow. What is
 * right and wrong among them only the executors say; without `mistakes` most are right.
 */
export function generateCases(seed: number, count: number, mistakes: boolean): readonly ContractCase[] {
  const random = new Source(seed, mistakes);
  return Array.from({ length: count }, (_, index) => {
    const role = random.chance(0.65) ? 'reward' : 'agent';
    const text = role === 'reward' ? rewardFile(random) : agentFile(random);
    const entry = role === 'reward' ? 'rewards/reward.py' : 'agents/agent.py';
    const filtering = random.slip(0.15);
    return {
      id: `generated/${mistakes ? 'any' : 'right'}/${String(index)}`,
      role,
      claim: 'advice',
      className: 'generated',
      files: { [entry]: text },
      entry,
      launch: filtering ? ['--algo.dynamic_filtering_enable'] : [],
      unlabelled: false,
      random: false,
    };
  });
}

/** A mistake in about two of five files. */
function pickValue(random: Source, mistakes: readonly Values[]): Value {
  if (!random.slip(0.2)) return random.pick(floats);
  const [first, ...rest] = mistakes;
  return random.pick(random.pick([first ?? floats, ...rest]));
}

function rewardFile(random: Source): string {
  const reward = pickValue(random, [integers, several, noNumbers]);
  const scores = random.chance(0.6) ? pickValue(random, [several]) : undefined;
  const key = random.slip(0.05) ? 'reward' : 'rewards';
  const entries: Entry[] = [{ key, value: reward.text }];
  if (scores !== undefined) entries.push({ key: 'scores', value: scores.text });
  const logs = random.chance(0.5) ? logsOf(random) : undefined;
  if (logs !== undefined) entries.push({ key: 'extra_logs', value: logs.text });
  const used = [reward, scores, logs].map((value) => value?.needs);
  const body = ['query, label = queries[0], labels[0]', 'hit = float(label in query)', ...controlFlow(random, entries)];
  const parameters = random.pick(['queries, prompts, labels', 'queries, prompts, labels, **kwargs']);
  const keyword = random.slip(0.03) ? 'async def' : 'def';
  const helper = helperOf(body);
  return `${imports(used)}${helper}${keyword} reward_func(${parameters}):\n${indented(body, 1)}\n`;
}

function agentFile(random: Source): string {
  const reward: Value = random.slip(0.25)
    ? random.pick([...floats, ...several])
    : random.pick([
        { text: 'torch.tensor(hit)', needs: 'torch' },
        { text: 'torch.tensor([hit])', needs: 'torch' },
        { text: 'torch.zeros(1) + hit', needs: 'torch' },
        { text: 'np.float32(hit)', needs: 'np' },
      ]);
  const entries: Entry[] = [
    { key: 'rewards', value: reward.text },
    {
      key: 'environment_feedback',
      value: random.slip(0.06) ? 'None' : random.pick(['""', '"\\nAgain: "', 'f"{hit}"']),
    },
  ];
  if (!random.slip(0.05))
    entries.push({ key: 'done', value: random.pick(['True', 'self.turn >= 2', 'bool(hit) or self.turn > 1']) });
  const logs = random.chance(0.4) ? logsOf(random) : undefined;
  if (logs !== undefined) entries.push({ key: 'extra_logs', value: logs.text });
  const body = [
    'self.turn += 1',
    'query, label = states["action_text"], states["label"]',
    'hit = float(label in query)',
    ...controlFlow(random, entries),
  ];
  const keyword = random.slip(0.05) ? 'def' : 'async def';
  return [
    `${imports([reward.needs, logs?.needs])}from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor\n\n\n`,
    helperOf(body),
    'class AgentInstance(AgentInstanceBase):\n    def __init__(self, *args, **kwargs):\n        self.turn = 0\n\n',
    `    ${keyword} step(self, states, **kwargs):\n${indented(body, 2)}\n\n\n`,
    'class AgentExecutor(MultiTurnAgentExecutor):\n    def __init__(self):\n        super().__init__(AgentInstance)\n',
  ].join('');
}

function logsOf(random: Source): Value {
  const value = random.slip(0.15) ? random.pick(noNumbers) : random.pick(floats);
  const name = random.slip(0.08) ? random.pick(['reward', 'kl', 'score']) : random.pick(['accuracy', 'raw', 'part']);
  return { text: `{"${name}": ${value.text}}`, ...(value.needs === undefined ? {} : { needs: value.needs }) };
}

/** Statements that return a dict of the entries. */
function controlFlow(random: Source, entries: readonly Entry[]): readonly string[] {
  const whole = (): readonly string[] => dictOf(random, entries);
  const kind = random.int(9);
  const other = entries.map(({ key, value }) => ({
    key,
    value: key === 'rewards' ? value.replace('hit', '0.5 * hit') : value,
  }));
  switch (kind) {
    case 0:
      return ['if hit:', ...shifted(whole()), 'else:', ...shifted(dictOf(random, other))];
    case 1:
      return ['if "\\\\boxed" in query:', ...shifted(whole()), ...dictOf(random, other)];
    case 2: {
      const fewer = random.slip(0.5) ? entries.slice(0, -1) : entries;
      return ['if len(query) % 2:', ...shifted(whole()), ...dictOf(random, fewer.length === 0 ? entries : fewer)];
    }
    case 3:
      return ['try:', ...shifted(whole()), 'except ValueError:', ...shifted(dictOf(random, entries))];
    case 4:
      // Nothing is returned when the answer is wrong.
      return random.slip(0.4) ? ['if hit or len(query) % 3:', ...shifted(whole())] : whole();
    case 5:
      return ['for _ in range(2):', '    if query:', ...shifted(shifted(whole())), ...dictOf(random, entries)];
    default:
      return whole();
  }
}

/** Statements that return a dict, in one of the ways to make one. */
function dictOf(random: Source, entries: readonly Entry[]): readonly string[] {
  const pairs = entries.map(({ key, value }) => `"${key}": ${value}`);
  const keywords = entries.map(({ key, value }) => `${key}=${value}`);
  const [first, ...rest] = entries;
  const start = first === undefined ? '{}' : `{"${first.key}": ${first.value}}`;
  switch (random.int(8)) {
    case 0:
      return [`return dict(${keywords.join(', ')})`];
    case 1:
      return ['result = {}', ...entries.map(({ key, value }) => `result["${key}"] = ${value}`), 'return result'];
    case 2:
      return [`result = ${start}`, `result.update({${pairs.slice(1).join(', ')}})`, 'return result'];
    case 3:
      return [`result = ${start}`, ...rest.map(({ key, value }) => `result["${key}"] = ${value}`), 'return result'];
    case 4:
      return [`return ${start} | {${pairs.slice(1).join(', ')}}`];
    case 5:
      return [`return pack(${keywords.join(', ')})`];
    case 6:
      return [`return {**${start}, ${pairs.slice(1).join(', ')}}`];
    default:
      return [`return {${pairs.join(', ')}}`];
  }
}

function helperOf(body: readonly string[]): string {
  return body.some((line) => line.includes('pack(')) ? 'def pack(**entries):\n    return dict(entries)\n\n\n' : '';
}

function imports(used: readonly (Value['needs'] | undefined)[]): string {
  const lines = [
    ...(used.includes('np') ? ['import numpy as np'] : []),
    ...(used.includes('torch') ? ['import torch'] : []),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n\n`;
}

function shifted(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `    ${line}`);
}

function indented(lines: readonly string[], depth: number): string {
  return lines.map((line) => `${'    '.repeat(depth)}${line}`).join('\n');
}
