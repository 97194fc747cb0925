/** What a launch does with a file that is made from a template. */
export type TemplateRole = 'reward-function' | 'agent' | 'reward-server';

/** A kind of Python file that OpenRLHF loads or asks, with a template for it. */
export interface TemplateKind {
  /** What the command line calls it; behind `openrlhf-` the prefix of its snippet. */
  readonly id: string;
  readonly title: string;
  /** What it is for, in one line. */
  readonly detail: string;
  readonly role: TemplateRole;
  /** Name of the template below `templates/`, and of a new file unless another is given. */
  readonly file: string;
  /** Texts of the template that a person decides, in the order in which the snippet asks for them. */
  readonly stops: readonly string[];
}

/** Every kind, the simplest first. */
export const TEMPLATE_KINDS: readonly TemplateKind[] = [
  {
    id: 'reward',
    title: 'Reward function',
    detail: 'Compares the answer with the label; the place to start from',
    role: 'reward-function',
    file: 'reward_func.py',
    stops: ['float(answer.casefold() == label.strip().casefold())', '"answer_chars": float(len(answer))'],
  },
  {
    id: 'math-reward',
    title: 'Reward function for mathematics',
    detail: 'Final answers in \\boxed{…}, behind #### or as the last number, compared by their exact value',
    role: 'reward-function',
    file: 'math_reward.py',
    stops: ['"has_answer": float(answer is not None)'],
  },
  {
    id: 'code-reward',
    title: 'Reward function that runs code',
    detail: 'Runs the program of the answer on tests, in a process with limits on time, memory and output',
    role: 'reward-function',
    file: 'code_reward.py',
    stops: ['5.0', '2 << 30', '1 << 20'],
  },
  {
    id: 'multi-objective-reward',
    title: 'Reward function with several objectives',
    detail: 'Correct, well-formed and short answers, weighed against each other and logged by name',
    role: 'reward-function',
    file: 'multi_objective_reward.py',
    stops: ['1.0, "well_formed": 0.2, "short": 0.1', '2000'],
  },
  {
    id: 'judge-reward',
    title: 'Reward function that asks a language model',
    detail: 'Grades by a judge over an OpenAI-compatible HTTP interface, with time limit and further tries',
    role: 'reward-function',
    file: 'judge_reward.py',
    stops: [
      '60.0',
      'You grade answers. Compare the answer with the reference and judge whether it is right and complete.',
    ],
  },
  {
    id: 'multiturn-agent',
    title: 'Agent of several turns',
    detail: 'The model answers, gets feedback from an environment, and goes on',
    role: 'agent',
    file: 'multiturn_agent.py',
    stops: [
      '3',
      '(1.0 - 0.1 * (self.turns - 1)) if correct else 0.0',
      'That is not right. Look for the mistake, then give another answer.',
    ],
  },
  {
    id: 'vlm-multiturn-agent',
    title: 'Agent of several turns for vision models',
    detail: 'An environment that answers with pictures, here a game on a board',
    role: 'agent',
    file: 'vlm_multiturn_agent.py',
    stops: ['<|vision_start|><|image_pad|><|vision_end|>', '6'],
  },
  {
    id: 'openai-server-agent',
    title: 'Executor with an OpenAI-compatible server',
    detail: 'Agents written for the OpenAI API run as they are; what they ask and get is trained on',
    role: 'agent',
    file: 'openai_server_agent.py',
    stops: ['3', '256'],
  },
  {
    id: 'token-level-agent',
    title: 'Executor on the level of tokens',
    detail: 'Full control of what is generated and trained, here a limit on how long the model thinks',
    role: 'agent',
    file: 'token_level_agent.py',
    stops: ['1024', 'END_OF_THOUGHT = "</think>"', '"\\n</think>\\n\\n"'],
  },
  {
    id: 'reward-server',
    title: 'Reward server over HTTP',
    detail: 'Rewards from a machine of its own, with nothing but Python’s standard library',
    role: 'reward-server',
    file: 'reward_server.py',
    stops: ['float(answer.casefold() == label.strip().casefold())', '5000'],
  },
];

/**
 * The words with which a launch names a file of a kind. A reward server is named by where it listens, not by its file;
 * HOST stands for the machine.
 *
 * @param path of the file as the workers find it
 */
export function launchWords({ role }: TemplateKind, path: string): string {
  switch (role) {
    case 'reward-function':
      return `--reward.remote_url ${quoted(path)}`;
    case 'agent':
      return `--train.agent_func_path ${quoted(path)}`;
    case 'reward-server':
      return '--reward.remote_url http://HOST:5000/get_reward';
  }
}

/** A path as one word of bash. */
function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
