import type { Binding } from '../../launch/binding.ts';
import type { LaunchFile } from './model.ts';

const ROLES: Readonly<Record<string, LaunchFile['role']>> = {
  'reward.remote_url': 'reward function',
  'train.agent_func_path': 'agent',
  'data.prompt_dataset': 'dataset',
  'data.dataset': 'dataset',
  'data.pretrain_dataset': 'dataset',
  'eval.dataset': 'dataset',
  'data.tokenizer_chat_template': 'template',
  'actor.model_name_or_path': 'model',
  'critic.model_name_or_path': 'model',
  'reward.model_name_or_path': 'model',
  'ref.model_name_or_path': 'model',
  'model.model_name_or_path': 'model',
  'ds.deepspeed_config': 'config',
};

/** Files of data and code, by the end of their names. */
const FILE = /\.(?:py|jsonl?|parquet|csv|arrow|txt|jinja2?|ya?ml)$/i;
const URL = /^[a-z][a-z0-9+.-]*:\/\//i;

/** What the program will open by a path of the machine that it runs on. */
export function filesOf({ uses }: Pick<Binding, 'uses'>): LaunchFile[] {
  const byFlag = new Map<string, LaunchFile[]>();
  for (const use of uses) {
    const role = ROLES[use.spec.dest];
    const [first] = use.values;
    const text = use.inline ?? (first?.kind === 'known' ? first.value : undefined);
    const flag = use.spec.name;
    // Of a flag that is given twice the last counts.
    const paths = role === undefined || text === undefined ? [] : pathsIn(text, role);
    byFlag.set(flag, role === undefined ? [] : paths.map((path) => ({ flag, path, role })));
  }
  return [...byFlag.values()].flat();
}

function pathsIn(text: string, role: LaunchFile['role']): string[] {
  switch (role) {
    case 'reward function':
    case 'dataset':
    case 'model':
      return text.split(',').flatMap((part) => path(part.trim(), role) ?? []);
    case 'agent':
    case 'config':
      return text === '' || URL.test(text) ? [] : [text];
    case 'template':
      return path(text, role) === undefined ? [] : [text];
  }
}

/** The text where it names a file of the machine; models and datasets of the Hub have the form `owner/name`. */
function path(text: string, role: LaunchFile['role']): string | undefined {
  if (text === '' || URL.test(text) || /\s/.test(text)) return undefined;
  if (role === 'reward function') return text.endsWith('.py') ? text : undefined;
  return /^(?:\/|\.{1,2}(?:\/|$)|~\/)/.test(text) || (role !== 'model' && FILE.test(text)) ? text : undefined;
}
