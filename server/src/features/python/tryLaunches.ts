import type { EffectiveConfig } from '../../config/model.ts';
import type { PythonValue } from '../../launch/binding.ts';
import type { PythonRole } from '../../rules/python/context.ts';
import type { TextOf } from '../../rules/words.ts';
import type { Location } from '../../text/location.ts';
import { encodedSegment, folderOfUri } from '../../text/uri.ts';
import type { PythonAnalysis } from './analysis.ts';
import { tryEnvironment, type TryVariable } from './tryEnvironment.ts';

/** What a trial of a Python file takes from a launch that names it; what is not known before the script runs is absent. */
export interface TryLaunch {
  readonly role: PythonRole;
  /** URI of the script. */
  readonly script: string;
  /** Line of the launch, from 0. */
  readonly line: number;
  readonly entryPoint: string | null;
  /** URI of the folder that the path of the file starts from. */
  readonly folder: string;
  /** The path of the file as the launch has it. */
  readonly path: string;
  /** `data.prompt_dataset`, the first where there are several. */
  readonly dataset?: string;
  readonly inputKey: string;
  readonly labelKey?: string;
  readonly template?: string;
  readonly chat: boolean;
  /** Bounds where the launch filters. */
  readonly filtering?: readonly [number, number];
  /** What it sets in the environment, in its order: the last of a name counts. */
  readonly env: readonly TryVariable[];
}

/** What launches are read with. */
export interface TryLaunchHost {
  /** The line at which a place begins, from 0. */
  readonly lineOf: (place: Location) => number;
  readonly textOf: TextOf;
  /** Text of a file by its path in a script, from the folder that the script has changed to. */
  readonly readFile: (script: string, folder: string | null, path: string) => Promise<string | null>;
}

/** The launches that name a Python file, as trials need them. */
export async function tryLaunches(
  { document, context, named }: PythonAnalysis,
  { lineOf, textOf, readFile }: TryLaunchHost,
): Promise<TryLaunch[]> {
  const found = (context?.uses ?? []).map(async ({ role, script, launch: id, path, configs }) => {
    const launch = named.find(({ use, launch: one }) => use.script === script && one.id === id)?.launch;
    const [config] = configs;
    if (config === undefined) return [];
    const text = (name: string): string | undefined => known(config, name, 'string');
    const dataset = text('data.prompt_dataset')?.split(',')[0]?.trim();
    const [labelKey, template] = [text('data.label_key'), text('data.input_template')];
    const filtering = boundsOf(config);
    const env =
      launch === undefined
        ? []
        : await tryEnvironment(launch, textOf, (name) => readFile(script, launch.folder ?? null, name));
    return [
      {
        role,
        script,
        line: launch === undefined ? 0 : lineOf(launch.location),
        entryPoint: launch?.entryPoint ?? null,
        folder: folderBefore(document.uri, path) ?? folderOfUri(script),
        path,
        inputKey: text('data.input_key') ?? 'input',
        chat: known(config, 'data.apply_chat_template', 'boolean') ?? false,
        ...(dataset === undefined || dataset === '' ? {} : { dataset }),
        ...(labelKey === undefined ? {} : { labelKey }),
        ...(template === undefined ? {} : { template }),
        ...(filtering === undefined ? {} : { filtering }),
        env,
      },
    ];
  });
  return (await Promise.all(found)).flat();
}

/** The folder from which a relative path leads to a file. */
function folderBefore(uri: string, path: string): string | undefined {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  const end = `/${steps.map(encodedSegment).join('/')}`;
  if (path.startsWith('/') || steps.includes('..') || !uri.endsWith(end)) return undefined;
  return uri.slice(0, -end.length);
}

function boundsOf(config: EffectiveConfig): readonly [number, number] | undefined {
  if (known(config, 'algo.dynamic_filtering_enable', 'boolean') !== true) return undefined;
  const range = config.get('algo.dynamic_filtering_range');
  const values: PythonValue['value'] = range?.known === true ? range.value.value : null;
  const [least, most] = Array.isArray(values) ? values.map((one: PythonValue) => one.value) : [];
  return typeof least === 'number' && typeof most === 'number' ? [least, most] : [0, 1];
}

function known(config: EffectiveConfig, name: string, type: 'string'): string | undefined;
function known(config: EffectiveConfig, name: string, type: 'boolean'): boolean | undefined;
function known(config: EffectiveConfig, name: string, type: 'string' | 'boolean'): string | boolean | undefined {
  const value = config.get(name);
  const found = value?.known === true ? value.value.value : null;
  return (typeof found === 'string' || typeof found === 'boolean') && typeof found === type ? found : undefined;
}
