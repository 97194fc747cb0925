import { END, HOPELESS, rewarded, templateCase, type TemplateCase } from './cases.ts';
import type { Sample } from './samples.ts';

const nothing = rewarded(() => 0);
const answers = ['4', ' paris ', 'no', '12'].map((text) => text + END);
const equal = rewarded((answer, label) => (answer.trim().toLowerCase() === label.toLowerCase() ? 1 : 0));
/** Labels of the six prompts of `contract_world.py`, one of which each of these answers gives as a number or text. */
const math: Readonly<Record<string, string>> = {
  'so \\boxed{\\dfrac{7}{2}}, is it not? 9': '3.5',
  'I take it from the left: 3 + 1 = 4\n#### 1,200.': '1200',
  'It is $\\boxed{\\text{New York}}$.': 'new york',
  'so the answer is -2.': '-2.0',
};
const mathAnswers = Object.keys(math);
const tests = JSON.stringify([
  { input: '1 2\n', output: '3' },
  { input: '5 -5\n', output: '0' },
]);
const programs: Readonly<Record<string, number>> = {
  '```python\nprint(sum(map(int, input().split())))\n```': 1,
  'First\n```\nprint(0)\n```\nbut rather\n```py\nprint(3)\n```': 0.5,
  '```python\nprint(3)\nraise SystemExit(1)\n```': 0,
  '```python\nimport os\nos.fork()\nwhile True: pass\n```': 0,
};
const correction = '--algo.advantage.is_correction_enable --algo.advantage.is_correction_level token';

/** Every turn but the last was wrong, and the last is right unless the turns are used up. */
function turnsOf({ actions, label, scores, reward, logs }: Sample, name: string): string | undefined {
  const right = actions.map((one) => containsLabel(one, label));
  const won = right.at(-1) === true;
  if (right.slice(0, -1).includes(true)) return 'goes on after the right answer';
  if (!won && actions.length !== 3) return `gives up after ${actions.length} turns`;
  if (logs[name] !== actions.length) return `logs ${String(logs[name])} turns of ${actions.length}`;
  if (scores !== Number(won)) return `scores ${String(scores)}`;
  const should = won ? 1 - 0.1 * (actions.length - 1) : 0;
  return Math.abs((reward ?? NaN) - should) < 1e-6 ? undefined : `reward ${String(reward)} instead of ${should}`;
}

/** What was said, one after the other, in the marks of the chat template. */
function conversation({ prompt, text, actions }: Sample, hint: string): string | undefined {
  const feedback = `\n<|im_start|>user\n${hint}${END}\n<|im_start|>assistant\n`;
  const should = prompt + actions.join(feedback);
  // What the model has not ended, the template ends, or not.
  const plain = (said: string): string => said.replaceAll(END, '');
  return plain(text) === plain(should) && !text.includes(END + END) ? undefined : `the text is ${JSON.stringify(text)}`;
}

const multiturn = (sample: Sample): string | undefined =>
  turnsOf(sample, 'turns') ??
  conversation(sample, 'That is not right. Look for the mistake, then give another answer.');
const openai = (sample: Sample): string | undefined =>
  turnsOf(sample, 'requests') ?? conversation(sample, 'That is not right. Look for the mistake, then answer again.');
const picture: readonly (readonly [string, string])[] = [['<|vision_start|><|image_pad|><|vision_end|>', '<image>']];
const pictures = '--data.max_images_per_prompt 8 --data.max_len 2000';
const moves = ['left', 'right', 'left', 'right'].map((side) => `<move>${side}</move>${END}`);

/** Won exactly if the episode ended before its turns, with as many pictures as turns but the last, and the prompt's. */
function game({ actions, logs, reward, scores, text }: Sample): string | undefined {
  const won = reward === 1;
  if (!won && (reward !== 0 || actions.length !== 6)) return `reward ${String(reward)} after ${actions.length} turns`;
  if (scores !== reward || logs['won'] !== reward || logs['turns'] !== actions.length) return JSON.stringify(logs);
  const shown = text.split('<|vision_start|>').length - 1;
  return shown === actions.length ? undefined : `${shown} pictures in ${actions.length} turns`;
}

const THOUGHT = 4;
const forced = 'THINK_TOKENS = 1024';

/** A thought of at most four characters, closed, and an answer. */
function closed({ actions, text, prompt, logs, truncated }: Sample): string | undefined {
  const [thought = '', answer = ''] = actions;
  if (actions.length !== 2 || thought.length > THOUGHT || logs['thought_closed'] !== 1) return JSON.stringify(actions);
  if (truncated !== !answer.endsWith(END)) return `truncated: ${String(truncated)}`;
  return text === `${prompt}${thought}\n</think>\n\n${answer}` ? undefined : `the text is ${JSON.stringify(text)}`;
}

/** The cases of all templates but that of the judge. */
export const templateCases: readonly TemplateCase[] = [
  templateCase('reward', 'right and wrong answers', equal, { texts: answers }),
  templateCase('reward', 'bad answers', nothing, { texts: HOPELESS, hopeless: true }),
  templateCase(
    'math-reward',
    'values in several notations',
    rewarded((answer, label) => Number(math[answer] === label)),
    {
      texts: mathAnswers.map((text) => text + END),
      labels: ['3.5', '1200', 'new york', '-2.0', '3.5', '1200'],
    },
  ),
  templateCase(
    'math-reward',
    'labels that are solutions',
    rewarded((answer) => Number(answer.startsWith('so \\'))),
    {
      texts: mathAnswers.map((text) => text + END),
      labels: ['7/2', 'as 2 + 1.5 is\n#### 3.50', '\\boxed{\\frac{7}{2}}', '3.5', ' 3.5 ', '$3.5$'],
    },
  ),
  templateCase('math-reward', 'bad answers', nothing, { texts: HOPELESS, hopeless: true }),
  templateCase(
    'code-reward',
    'programs',
    rewarded((answer) => programs[answer] ?? NaN),
    {
      texts: Object.keys(programs).map((text) => text + END),
      labels: Array.from({ length: 6 }, () => tests),
      edits: [['TIME_LIMIT = 5.0', 'TIME_LIMIT = 0.8']],
    },
  ),
  templateCase('code-reward', 'bad answers', nothing, { texts: HOPELESS, hopeless: true }),
  templateCase('multi-objective-reward', 'right and wrong, with and without the layout', objectives, {
    texts: ['4', 'so 4.', '<think>a</think>\n<answer>4</answer>', '<think>4</think><answer>5</answer>'].map(
      (text) => text + END,
    ),
    labels: ['4', '4', '5', '3.4', '4', '5'],
  }),
  templateCase('multi-objective-reward', 'bad answers', objectives, { texts: HOPELESS, hopeless: true }),
  templateCase('multiturn-agent', 'right at once, later or never', multiturn, { launch: correction }),
  templateCase('multiturn-agent', 'dynamic filtering', multiturn, { launch: '--algo.dynamic_filtering_enable' }),
  templateCase('multiturn-agent', 'bad answers', multiturn, { texts: HOPELESS, hopeless: true, random: true }),
  templateCase('vlm-multiturn-agent', 'games', game, { texts: moves, edits: picture, launch: pictures, random: true }),
  templateCase('vlm-multiturn-agent', 'bad answers', game, {
    texts: HOPELESS,
    edits: picture,
    launch: pictures,
    hopeless: true,
    random: true,
  }),
  templateCase('openai-server-agent', 'right at once, later or never', openai, { launch: correction, random: true }),
  templateCase('openai-server-agent', 'bad answers', openai, { texts: HOPELESS, hopeless: true, random: true }),
  templateCase('token-level-agent', 'thoughts that end by themselves', contained, { launch: correction }),
  templateCase('token-level-agent', 'thoughts that are closed', closed, {
    launch: correction,
    edits: [[forced, `THINK_TOKENS = ${THOUGHT}`]],
    random: true,
  }),
  templateCase(
    'token-level-agent',
    'bad answers',
    rewarded(() => 0),
    { texts: HOPELESS, hopeless: true },
  ),
  templateCase('reward-server', 'one URL', equal, { texts: answers }),
  templateCase('reward-server', 'two URLs', equal, { texts: answers, urls: ['/get_reward', '/get_reward'] }),
  templateCase('reward-server', 'bad answers', nothing, { texts: HOPELESS, hopeless: true }),
];

function objectives({ actions, label, reward, scores, logs }: Sample): string | undefined {
  const answer = actions.join('').replace(END, '');
  const layout = /^<think>[^<]*<\/think>\s*<answer>([^<]*)<\/answer>$/.exec(answer);
  const said = (layout?.[1] ?? answer).replace(/\.$/, '').split(' ').at(-1);
  const correct = Number(said === label);
  const should = { correct, well_formed: Number(layout !== null), short: 1 };
  if (JSON.stringify(logs) !== JSON.stringify(should) || scores !== correct) return JSON.stringify({ scores, logs });
  const sum = should.correct + 0.2 * should.well_formed + 0.1;
  return Math.abs((reward ?? NaN) - sum) < 1e-6 ? undefined : `reward ${String(reward)} instead of ${sum}`;
}

/** The label stands in what follows on the thought, which is closed where neither the model nor its end mark did it. */
function contained({ actions, label, reward, logs }: Sample): string | undefined {
  const [first = ''] = actions;
  const isClosed = !first.endsWith(END) && !first.includes('</think>');
  const answer = isClosed ? actions.slice(1).join('') : (actions.join('').split('</think>').at(-1) ?? '');
  const should = Number(containsLabel(answer, label));
  return reward === should && logs['thought_closed'] === Number(isClosed) ? undefined : `should be ${should}`;
}

function containsLabel(answer: string, label: string): boolean {
  return new RegExp(`(?<![\\w.])${label.replace('.', '\\.')}(?!\\w|\\.\\w)`, 'i').test(answer);
}
