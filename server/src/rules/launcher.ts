import type { Word } from '../text/items.ts';
import type { Draft, LaunchFamily, RuleContext, View } from './context.ts';
import { say } from './finding.ts';
import { wordsOf } from './words.ts';

/** Programs that start one process per GPU and tell each its rank. */
const PER_GPU: readonly string[] = ['deepspeed', 'torchrun', 'accelerate'];
const PER_GPU_MODULES =
  /^(?:torch\.distributed\.(?:run|launch)|deepspeed\.launcher\.runner|accelerate\.commands\.launch)$/;

/** Words that may stand before Python without changing what it is told. */
const TRANSPARENT: readonly string[] = ['nohup', 'time', 'exec', 'env', 'command', 'stdbuf', 'nice'];

/** Wrappers that run a string in the environment of the script. */
const SHELL = /^(?:ba|da)?sh -\w*c$|^eval$/;

/** Launchers that do not fit the entry point. */
export const launchers: LaunchFamily = {
  rules: [{ id: 'launcher-mismatch', severity: 'error', stage: 'S2' }],
  *check(view, context) {
    const words = view.launch.launcher.flatMap(wordsOf);
    if (view.entryPoint === 'train_ppo_ray') yield* perGpu(view, words);
    if (['train_sft', 'train_rm', 'train_dpo'].includes(view.entryPoint)) yield* alone(view, words, context);
  },
};

function* perGpu({ launch }: View, words: readonly Word[]): Iterable<Draft> {
  const at = words.findLastIndex(
    (word) => word.kind === 'known' && (PER_GPU.includes(nameOf(word.value)) || PER_GPU_MODULES.test(word.value)),
  );
  const program = words[at];
  if (program?.kind !== 'known') return;
  // A word that is only called so: `conda run -n deepspeed python3 -m …`, an image of that name, `--working-dir deepspeed`.
  if (words.slice(at + 1).some((word) => word.kind === 'known' && isPython(word.value))) return;
  const before = words[at - 1];
  if (before?.kind === 'known' && before.value.startsWith('--')) return;
  yield {
    code: 'launcher-mismatch',
    location: program.location,
    message: say('launcher-per-gpu', { program: nameOf(program.value) }),
    related: [{ location: launch.moduleLocation, message: say('related-module') }],
    subjects: [],
  };
}

/**
 * Only where each word is known and none but Python starts the program, and never an error: a cluster's job controller
 * can set the ranks in the environment, and so can what runs the string that the command stands in.
 */
function* alone({ launch, entryPoint }: View, words: readonly Word[], context: RuleContext): Iterable<Draft> {
  const plain = words.every(
    (word) =>
      word.kind === 'known' && (isPython(word.value) || /^-[a-zA-Z]$/.test(word.value) || isTransparent(word.value)),
  );
  if (!plain || words.length === 0) return;
  if (!launch.wrappers.every(({ kind }) => SHELL.test(kind) || isTransparent(kind))) return;
  if (context.notes.some(({ kind }) => kind === 'missing-source')) return;
  const names = [...launch.env, ...context.assignments].map(({ name }) => name);
  if (names.some((name) => ['RANK', 'WORLD_SIZE', 'LOCAL_RANK'].includes(name))) return;
  yield {
    code: 'launcher-mismatch',
    severity: 'warning',
    location: launch.moduleLocation,
    message: say('launcher-alone', { entryPoint, module: launch.module }),
    subjects: [],
  };
}

function isPython(word: string): boolean {
  return /^python[\d.]*$/.test(nameOf(word));
}

function isTransparent(word: string): boolean {
  return TRANSPARENT.includes(word) || /^\w+=/.test(word);
}

function nameOf(program: string): string {
  return program.split('/').at(-1) ?? program;
}
