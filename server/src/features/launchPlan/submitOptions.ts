import { parse } from 'yaml';
import type { Launch } from '../../launch/model.ts';
import { render } from '../../messages/render.ts';
import type { RaySubmit } from '../../ray/model.ts';
import { readRaySubmit } from '../../ray/submit.ts';
import type { SubmitOptions } from './model.ts';

/** Text of a file by its path as the script has it; `null` where it cannot be read. */
export type ReadFile = (path: string) => Promise<string | null>;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The options of the `ray job submit` that a launch is behind, as Ray's own client reads them (`dashboard/modules/job/cli.py`,
 * `dashboard_sdk.py`, 2.48 to 2.60); `null` where there is none. Values that are not known, or that Ray would refuse, count
 * as not given: the questions and the findings tell of them.
 */
export async function submitOptions(launch: Launch, readFile: ReadFile): Promise<SubmitOptions | null> {
  const submit = readRaySubmit(launch);
  if (submit === null) return null;
  const text = (name: string): string | null => valueOf(submit, name);
  const { environment, problem } = await runtimeEnvironment(submit, readFile);
  const { working_dir: inEnvironment, ...runtimeEnv } = environment;
  return {
    address: addressIn(launch) ?? text('--address'),
    submissionId: text('--submission-id') ?? text('--job-id'),
    workingDir: text('--working-dir') ?? (typeof inEnvironment === 'string' ? inEnvironment : null),
    runtimeEnv,
    metadata: texts(objectIn(text('--metadata-json'))),
    entrypointNumCpus: number(text('--entrypoint-num-cpus')),
    entrypointNumGpus: number(text('--entrypoint-num-gpus')),
    entrypointMemory: number(text('--entrypoint-memory')),
    entrypointResources: numbers(objectIn(text('--entrypoint-resources'))),
    entrypointLabelSelector: texts(objectIn(text('--entrypoint-label-selector'))),
    noWait: submit.options.some(({ spec }) => spec.name === '--no-wait'),
    headers: texts(objectIn(text('--headers') ?? exported(launch, 'RAY_JOB_HEADERS'))),
    verify: verification(text('--verify')),
    ...(problem === undefined ? {} : { problem }),
  };
}

function valueOf({ options }: RaySubmit, name: string): string | null {
  return options.find(({ spec, counts }) => counts && spec.name === name)?.value?.text ?? null;
}

/** Variables that win over `--address`, in Ray's order. */
function addressIn(launch: Launch): string | null {
  return exported(launch, 'RAY_API_SERVER_ADDRESS') ?? exported(launch, 'RAY_ADDRESS');
}

function exported({ env }: Launch, name: string): string | null {
  const item = env.find((variable) => variable.name === name)?.item;
  return item?.kind === 'known' && item.value !== '' ? item.value : null;
}

/** `--runtime-env` is a YAML file; Ray takes one of both options only. */
async function runtimeEnvironment(
  submit: RaySubmit,
  readFile: ReadFile,
): Promise<{ readonly environment: JsonObject; readonly problem?: string }> {
  const path = valueOf(submit, '--runtime-env');
  if (path === null) return { environment: objectIn(valueOf(submit, '--runtime-env-json')) ?? {} };
  const unread = { environment: {}, problem: render({ key: 'runtime-env-file', args: { path } }) };
  const text = await readFile(path);
  if (text === null) return unread;
  const environment = yamlObject(text);
  return environment === null ? unread : { environment };
}

function yamlObject(text: string): JsonObject | null {
  try {
    return asObject(parse(text));
  } catch {
    return null;
  }
}

function objectIn(text: string | null): JsonObject | null {
  if (text === null) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

function texts(object: JsonObject | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function numbers(object: JsonObject | null): Record<string, number> {
  return Object.fromEntries(
    Object.entries(object ?? {}).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  );
}

function number(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? value : null;
}

function verification(text: string | null): boolean | string {
  if (text === null || text === '1' || text.toLowerCase() === 'true') return true;
  return text === '0' || text.toLowerCase() === 'false' ? false : text;
}
