import { sourceDocument } from '../../server/src/features/document.ts';
import type { PythonAnalysis } from '../../server/src/features/python/analysis.ts';
import type { PythonRole } from '../../server/src/rules/python/context.ts';
import { ServiceBench } from './service.ts';

/** Where the Python file of a test lies unless it says otherwise. */
export const PYTHON = 'file:///work/file.py';

/** The flag that names a file of a role. */
const FLAGS: Readonly<Record<PythonRole, string>> = {
  'reward-function': '--reward.remote_url',
  agent: '--train.agent_func_path',
};

export interface PythonOptions {
  /** How the launch names the file; `null` for a file that no launch names. */
  readonly role?: PythonRole | null;
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
  const named = role === null ? '' : `${FLAGS[role]} file.py`;
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
