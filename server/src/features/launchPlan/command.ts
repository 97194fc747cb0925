import type { Launch } from '../../launch/model.ts';
import { readRaySubmit } from '../../ray/submit.ts';
import type { Item } from '../../text/items.ts';
import type { LaunchSummary } from './model.ts';

const PYTHON = /^(?:python|pypy)[\d.]*(?:-dbg)?$/;
const LAUNCHERS = /^(?:deepspeed|torchrun|accelerate|accelerate-launch|horovodrun|colossalai|ipython)$/;
const SHELL = /^(?:ba|da|z|k)?sh$/;

/** Programs that run another one here, and would do nothing good on a cluster. */
const LOCAL = new Set([
  'nohup',
  'srun',
  'setsid',
  'time',
  'nice',
  'ionice',
  'exec',
  'command',
  'sudo',
  'env',
  'xargs',
  'parallel',
]);

/** True where the launch is behind `ray job submit`, directly or by a string that that runs. */
export function isSubmitted({ wrappers }: Launch): boolean {
  return wrappers.some(({ kind }) => kind === 'ray job submit');
}

/**
 * The program and its arguments as the cluster shall run them: what `ray job submit` is given, or the command without what
 * only makes sense on the machine of the script. Variables of `env` in front are among `Launch.env` and not here.
 */
export function commandOf(launch: Launch): readonly Item[] {
  const submit = readRaySubmit(launch);
  if (submit !== null) return submit.entrypoint;
  const { launcher } = launch;
  const program = LOCAL.has(nameAt(launcher, 0) ?? '') ? launcher.slice(programFrom(launcher, 0)) : launcher;
  return [...program, { kind: 'known', value: launch.module, location: launch.moduleLocation }, ...launch.argv];
}

/** The index of the first word from `start` on that names a program to keep; `start` where none does. */
function programFrom(items: readonly Item[], start: number): number {
  const found = items.findIndex((_, index) => {
    const name = index < start ? undefined : nameAt(items, index);
    return name !== undefined && (PYTHON.test(name) || LAUNCHERS.test(name) || SHELL.test(name));
  });
  return found < 0 ? start : found;
}

function textAt(items: readonly Item[], index: number): string | undefined {
  const item = items[index];
  return item?.kind === 'known' ? item.value : undefined;
}

function nameAt(items: readonly Item[], index: number): string | undefined {
  const text = textAt(items, index);
  return text?.slice(text.lastIndexOf('/') + 1);
}

/** What runs the module, for a label. */
export function wrapperOf(launch: Launch): LaunchSummary['wrapper'] {
  if (isSubmitted(launch)) return 'ray job submit';
  const kinds = launch.wrappers.map(({ kind }) => kind);
  if (kinds.some((kind) => kind === 'deepspeed' || kind.startsWith('deepspeed.'))) return 'deepspeed';
  if (kinds.some((kind) => kind === 'torchrun' || kind.startsWith('torch.distributed.'))) return 'torchrun';
  if (kinds.some((kind) => kind.startsWith('accelerate'))) return 'accelerate';
  const names = launch.launcher.map((_, index) => nameAt(launch.launcher, index) ?? '');
  return names.some((name) => PYTHON.test(name)) ? 'python' : 'other';
}
