import { sourceDocument } from '../../server/src/features/document.ts';
import type { PythonAnalysis } from '../../server/src/features/python/analysis.ts';
import type { PythonRole } from '../../server/src/rules/python/context.ts';
import { ServiceBench } from './service.ts';

/** Where the Python file of a test lies unless it says otherwise. */
export const PYTHON = 'file:///work/file.py';

/** How a launch leads to the file: it names it, or it asks the server that the file is. */
export type LaunchedAs = PythonRole | 'reward-server';

/** The words of a launch that lead to the file. */
const WORDS: Readonly<Record<LaunchedAs, string>> = {
  'reward-function': '--reward.remote_url file.py',
  agent: '--train.agent_func_path file.py',
  'reward-server': '--reward.remote_url http://10.0.0.1:5000/get_reward',
};

export interface PythonOptions {
  /** `null` for a file that no launch leads to. */
  readonly role?: LaunchedAs | null;
  /** Further words of the launch. */
  readonly flags?: string;
  /** The release that the script states; else the newest is assumed. */
  readonly release?: string;
  /** Other files, by paths below the workspace folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A Python file judged through all stages, as a launch beside it names it. */
export async function analysePythonFile(text: string, options: PythonOptions = {}): Promise<PythonAnalysis> {
  const { role = 'reward-function', flags = '', release, files = {} } = options;
  const bench = new ServiceBench({ [PYTHON]: text });
  for (const [path, content] of Object.entries(files)) bench.files.set(`file:///work/${path}`, content);
  const stated = release === undefined ? '' : `# openrlhf: release ${release}\n`;
  const named = role === null ? '' : WORDS[role];
  bench.files.set('file:///work/train.sh', `${stated}python3 -m openrlhf.cli.train_ppo_ray ${named} ${flags}\n`);
  // A file is looked at for launches where its text has one of the names, or a script that names it is known.
  const script = sourceDocument(
    'file:///work/train.sh',
    'shellscript',
    1,
    bench.files.get('file:///work/train.sh') ?? '',
  );
  await bench.service.analysis(script);
  return bench.service.pythonAnalysis(sourceDocument(PYTHON, 'python', 1, text));
}
