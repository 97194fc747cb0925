import { sourceDocument } from '../../../server/src/features/document.ts';
import type { Finding } from '../../../server/src/rules/model.ts';
import { ServiceBench } from '../../support/service.ts';
import { usualLaunch, type ContractCase } from './corpus.ts';
import type { JudgedRelease } from './harness.ts';

const folder = 'file:///work';

/** What our checks say of the Python file of a case that a launch names, judged by a release. */
export async function findingsOn(one: ContractCase, release: JudgedRelease): Promise<readonly Finding[]> {
  const files = { ...one.files, 'train.sh': launchScript(one, release) };
  const bench = new ServiceBench(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  );
  await bench.service.analysis(sourceDocument(`${folder}/train.sh`, 'shellscript', 1, files['train.sh']));
  const text = one.files[one.entry] ?? '';
  const document = sourceDocument(`${folder}/${one.entry}`, 'python', 1, text);
  return (await bench.service.pythonAnalysis(document)).findings;
}

/** A script that launches a run with the file, as its working directory has it. */
export function launchScript(
  { role, entry, launch, unlabelled, urls = ['/get_reward'] }: ContractCase,
  release: JudgedRelease,
): string {
  const servers = urls.map((path, index) => `http://10.0.0.${index + 1}:5000${path}`);
  const names =
    role === 'agent'
      ? `--train.agent_func_path ${entry}`
      : `--reward.remote_url ${role === 'server' ? servers.join() : entry}`;
  return [
    '#!/bin/bash',
    `# openrlhf: release ${release.slice(1)}`,
    'ray job submit --runtime-env-json=\'{"working_dir": "."}\' -- python3 -m openrlhf.cli.train_ppo_ray \\',
    '  --actor.model_name_or_path Qwen/Qwen2.5-0.5B --data.prompt_dataset data.jsonl --data.input_key prompt \\',
    `  ${unlabelled ? '' : '--data.label_key answer'} ${usualLaunch} \\`,
    `  ${names} ${flagsOf(launch, release).join(' ')}`,
    '',
  ].join('\n');
}

/** The words that the release has: cases name the switch of every release for the same thing. */
function flagsOf(launch: readonly string[], release: JudgedRelease): readonly string[] {
  const newest = release === 'v0.11.2';
  const kept: string[] = [];
  for (let at = 0; at < launch.length; at++) {
    const word = launch[at] ?? '';
    if (word === '--algo.advantage.is_correction_level' && !newest) at++;
    else if (word !== '--algo.advantage.is_correction_enable' || !newest) kept.push(word);
  }
  return kept;
}
