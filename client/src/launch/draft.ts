import path from 'node:path';
import type { LaunchPlan, LaunchVariable } from '../../../server/src/lsp/protocol.ts';
import type { Submission } from '../ray/model.ts';
import { joinWords, quoteWord } from './quote.ts';

/** Where the program shall run. */
export type JobFolder =
  /** A folder of this machine, absolute, that is packed and sent. */
  | { readonly kind: 'upload'; readonly path: string }
  /** A package that Ray fetches by itself, such as `s3://…/code.zip`. */
  | { readonly kind: 'uri'; readonly uri: string }
  /** A folder that is on the machines of the cluster already. */
  | { readonly kind: 'onCluster'; readonly path: string }
  /** Wherever Ray starts it. */
  | { readonly kind: 'none' };

/** What of a launch a person may change before it is sent. */
export interface LaunchChoices {
  readonly folder: JobFolder;
  /** Names of {@link LaunchPlan.env} that go along. */
  readonly carried: readonly string[];
}

/** What will be sent, but for the URI of an uploaded folder and the submission id. */
export interface LaunchDraft {
  /** For `/bin/sh -c` on the cluster. */
  readonly entrypoint: string;
  /** As the script has it, with the environment of the job; `working_dir` only where it is a URI. */
  readonly runtimeEnv: Readonly<Record<string, unknown>>;
  /** Names in the runtime env that are neither the script's nor asked for by it. */
  readonly added: readonly string[];
  readonly driver: Pick<
    Submission,
    'entrypointNumCpus' | 'entrypointNumGpus' | 'entrypointMemory' | 'entrypointResources' | 'entrypointLabelSelector'
  >;
}

/** Variables that say something about the machine where they are set. */
const ofThisMachine = new Set(
  (
    'PATH HOME PWD OLDPWD SHELL USER LOGNAME TMPDIR VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV LD_LIBRARY_PATH PYTHONHOME ' +
    'RAY_ADDRESS RAY_API_SERVER_ADDRESS MASTER_ADDR MASTER_PORT CUDA_VISIBLE_DEVICES CUDA_HOME'
  ).split(' '),
);

/**
 * What `train()` of `openrlhf/cli/train_ppo_ray.py` (0.10.2 to 0.11.2) gives to `ray.init(runtime_env=…)`. Ray refuses to
 * join that with a job that sets the same names, unless the override is on (`_merge_runtime_env` of
 * `ray/runtime_env/runtime_env.py`; "Failed to merge the Job's runtime env" on 2.55.0).
 */
const setByTraining = ['TOKENIZERS_PARALLELISM', 'NCCL_DEBUG', 'RAY_ENABLE_ZERO_COPY_TORCH_TENSORS'];
const override = 'RAY_OVERRIDE_JOB_RUNTIME_ENV';

/** True where the script's own environment would reach the program by itself, but does not on Ray. */
export function losesEnvironment(plan: LaunchPlan): boolean {
  return plan.submit === null && plan.env.length > 0;
}

/** Variables of the script that can go along, each once, the value that counts. */
export function carriable(plan: LaunchPlan): readonly LaunchVariable[] {
  const byName = new Map<string, LaunchVariable>();
  for (const from of ['export', 'prefix'] as const) {
    for (const variable of plan.env) if (variable.from === from) byName.set(variable.name, variable);
  }
  return [...byName.values()].filter(({ value }) => value !== null);
}

/**
 * What a launch begins with: what the script says, and for a launch that is not behind `ray job submit` what it would have
 * where it is written.
 *
 * @param scriptFolder where a person runs the script; `null` for one that is not saved, outside of any folder
 * @param isFolder whether an absolute path is a folder of this machine
 */
export function firstChoices(
  plan: LaunchPlan,
  scriptFolder: string | null,
  changedInto: string | null,
  isFolder: (path: string) => boolean,
): LaunchChoices {
  const carried =
    plan.submit === null
      ? carriable(plan)
          .map(({ name }) => name)
          .filter((name) => !ofThisMachine.has(name))
      : [];
  const base = changedInto ?? scriptFolder;
  if (plan.submit === null) return { carried, folder: base === null ? { kind: 'none' } : here(base, isFolder) };
  const written = plan.submit.workingDir;
  if (written === null) return { carried, folder: { kind: 'none' } };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return { carried, folder: { kind: 'uri', uri: written } };
  const expanded = written.replace(/^~(?=\/|$)/, process.env['HOME'] ?? '~');
  // Where a script is nowhere, a relative folder is none of this machine.
  if (base === null && !path.isAbsolute(expanded)) return { carried, folder: { kind: 'none' } };
  return { carried, folder: here(path.resolve(base ?? '/', expanded), isFolder) };
}

function here(folder: string, isFolder: (path: string) => boolean): JobFolder {
  return isFolder(folder) ? { kind: 'upload', path: folder } : { kind: 'onCluster', path: folder };
}

/**
 * Puts a launch together.
 *
 * @param defaults environment variables for every job; what the script sets counts more
 */
export function draftLaunch(
  plan: LaunchPlan,
  choices: LaunchChoices,
  defaults: Readonly<Record<string, string>>,
): LaunchDraft {
  const command = joinWords(plan.argv ?? plan.shown);
  const given = plan.submit?.runtimeEnv ?? {};
  const own = recordOf(given['env_vars']);
  const carried = carriable(plan)
    .filter(({ name }) => choices.carried.includes(name))
    .flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]));
  const variables: Record<string, unknown> = { ...Object.fromEntries(carried), ...own };
  const added = Object.keys(defaults).filter((name) => !(name in variables));
  for (const name of added) variables[name] = defaults[name];
  if (plan.summary.entryPoint === 'train_ppo_ray' && clashes(variables)) {
    variables[override] = '1';
    added.push(override);
  }
  const runtimeEnv: Record<string, unknown> = { ...given };
  if (Object.keys(variables).length > 0) runtimeEnv['env_vars'] = variables;
  if (choices.folder.kind === 'uri') runtimeEnv['working_dir'] = choices.folder.uri;
  return {
    entrypoint:
      choices.folder.kind === 'onCluster' ? `cd ${quoteWord(choices.folder.path)} && exec ${command}` : command,
    runtimeEnv,
    added,
    driver: driverOf(plan),
  };
}

function clashes(variables: Readonly<Record<string, unknown>>): boolean {
  return !(override in variables) && setByTraining.some((name) => name in variables);
}

function driverOf({ submit }: LaunchPlan): LaunchDraft['driver'] {
  if (submit === null) return {};
  return {
    ...(submit.entrypointNumCpus === null ? {} : { entrypointNumCpus: submit.entrypointNumCpus }),
    ...(submit.entrypointNumGpus === null ? {} : { entrypointNumGpus: submit.entrypointNumGpus }),
    ...(submit.entrypointMemory === null ? {} : { entrypointMemory: submit.entrypointMemory }),
    ...(isEmpty(submit.entrypointResources) ? {} : { entrypointResources: submit.entrypointResources }),
    ...(isEmpty(submit.entrypointLabelSelector) ? {} : { entrypointLabelSelector: submit.entrypointLabelSelector }),
  };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
