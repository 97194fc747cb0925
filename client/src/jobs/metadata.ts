import type { Job } from '../ray/model.ts';
import { splitCommand } from './words.ts';

/**
 * What a launch of ours writes into the metadata of its job (`POST /api/jobs/`, text to text), so that any window can tell
 * where it came from. The names begin with `openrlhf.`, other metadata is the user's own.
 */
export interface JobOrigin {
  /** URI of the script. */
  readonly script: string | null;
  /** Line of the launch in it, from 1. */
  readonly line: number | null;
  /** `train_ppo_ray`, … */
  readonly entryPoint: string | null;
  /** The value of the model flag. */
  readonly model: string | null;
  /** OpenRLHF release that the script was judged by. */
  readonly release: string | null;
  /** Version of this extension. */
  readonly version: string | null;
}

const KEYS = {
  script: 'openrlhf.script',
  line: 'openrlhf.line',
  entryPoint: 'openrlhf.entry_point',
  model: 'openrlhf.model',
  release: 'openrlhf.release',
  version: 'openrlhf.tools_version',
} as const;

/** The metadata for a job; what is not known is left out. */
export function originMetadata(origin: Partial<JobOrigin>): Readonly<Record<string, string>> {
  const pairs = (Object.keys(KEYS) as (keyof JobOrigin)[]).flatMap((name) => {
    const value = origin[name];
    return value === null || value === undefined || value === '' ? [] : [[KEYS[name], String(value)] as const];
  });
  return Object.fromEntries(pairs);
}

/** Where a job came from: its metadata, else what its command says. */
export function originOf(job: Pick<Job, 'metadata' | 'entrypoint'>): JobOrigin {
  const { metadata } = job;
  const words = splitCommand(job.entrypoint);
  const line = Number(metadata[KEYS.line]);
  return {
    script: metadata[KEYS.script] ?? null,
    line: Number.isSafeInteger(line) && line > 0 ? line : null,
    entryPoint: metadata[KEYS.entryPoint] ?? entryPointIn(words),
    model: metadata[KEYS.model] ?? modelIn(words),
    release: metadata[KEYS.release] ?? null,
    version: metadata[KEYS.version] ?? null,
  };
}

/** `openrlhf.cli.train_ppo_ray` behind `-m` or `--module`, or `…/openrlhf/cli/train_ppo_ray.py`. */
function entryPointIn(words: readonly string[]): string | null {
  for (const word of words) {
    const found = /^(?:--module=)?openrlhf\.cli\.(\w+)$|(?:^|\/)openrlhf\/cli\/(\w+)\.py$/.exec(word);
    if (found) return found[1] ?? found[2] ?? null;
  }
  return null;
}

/** Flags that name the model that is trained, today's before those of OpenRLHF before 0.10.2. */
const MODEL_FLAGS = ['--actor.model_name_or_path', '--model.model_name_or_path', '--pretrain'];

function modelIn(words: readonly string[]): string | null {
  for (const flag of MODEL_FLAGS) {
    const at = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
    if (at < 0) continue;
    const word = words[at] ?? '';
    const value = word === flag ? words[at + 1] : word.slice(flag.length + 1);
    if (value !== undefined && value !== '' && !value.startsWith('--')) return value;
  }
  return null;
}

/** `Qwen/Qwen3-4B` → `Qwen3-4B`, `/data/models/qwen/` → `qwen`: what tells models apart in a narrow list. */
export function shortModel(model: string): string {
  return model.replace(/\/+$/, '').split('/').at(-1) ?? model;
}
