import { ENTRY_POINTS } from '../catalogue/schema.ts';
import type { LaunchCommand, ScriptModel } from '../shell/model.ts';
import type { Launch } from './model.ts';

/** Names beside the six entry points and their wrappers. */
export interface ModuleNames {
  /** Entry points that there are; the six that every release has, unless given. */
  readonly entryPoints?: readonly string[];
  /** A user's own modules or `.py` paths, each with the entry point it stands for. */
  readonly modules?: Readonly<Record<string, string>>;
}

/** What a module or `.py` path stands for. */
interface ResolvedModule {
  /** `null` for a name below `openrlhf.cli` that no release has. */
  readonly entryPoint: string | null;
  /** It is not OpenRLHF's own module. */
  readonly wrapper: boolean;
}

/**
 * The entry point behind a module (`openrlhf.cli.train_sft`) or path (`openrlhf/cli/train_sft.py`). A module of another
 * package, or a file elsewhere, whose name is that of an entry point is a wrapper of it. `undefined` for all others.
 */
export function resolveModule(moduleOrPath: string, names: ModuleNames = {}): ResolvedModule | undefined {
  const stated = Object.entries(names.modules ?? {}).find(
    ([name]) => moduleOrPath === name || (name.endsWith('.py') && moduleOrPath.endsWith(`/${name}`)),
  );
  if (stated !== undefined) return { entryPoint: stated[1], wrapper: true };

  const path = moduleOrPath.endsWith('.py');
  const components = path ? moduleOrPath.slice(0, -'.py'.length).split('/') : moduleOrPath.split('.');
  const name = components.at(-1) ?? '';
  const own = components.at(-2) === 'cli' && components.at(-3) === 'openrlhf' && (path || components.length === 3);
  if ((names.entryPoints ?? ENTRY_POINTS).includes(name)) return { entryPoint: name, wrapper: !own };
  return own && name !== '__init__' ? { entryPoint: null, wrapper: false } : undefined;
}

/** True for a module or `.py` path whose launch is ours to judge. */
export function isEntryPointModule(moduleOrPath: string, names: ModuleNames = {}): boolean {
  return resolveModule(moduleOrPath, names) !== undefined;
}

/** The launches of a script, in the order of execution. A module that does not resolve has `entryPoint: null`. */
export function launchesOf(model: ScriptModel, names: ModuleNames = {}): Launch[] {
  const occurrences = new Map<string, number>();
  return model.launches.map((command) => {
    const launch = toLaunch(command, names);
    const place = `${launch.entryPoint ?? launch.module}@${launch.moduleLocation.range.start}`;
    const occurrence = (occurrences.get(place) ?? 0) + 1;
    occurrences.set(place, occurrence);
    return { ...launch, id: occurrence === 1 ? place : `${place}#${occurrence}` };
  });
}

function toLaunch(command: LaunchCommand, names: ModuleNames): Omit<Launch, 'id'> {
  const { module, location, conditional, repeated, via, launcher, submit, folder, elsewhere, env, wrappers, argv } =
    command;
  const resolved = resolveModule(module.value, names);
  return {
    entryPoint: resolved?.entryPoint ?? null,
    ...(resolved?.wrapper === true ? { wrapper: true } : {}),
    module: module.value,
    moduleLocation: module.location,
    location,
    conditional,
    repeated,
    via,
    launcher,
    ...(submit === undefined ? {} : { submit }),
    ...(folder === undefined ? {} : { folder }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
    env,
    wrappers,
    argv,
  };
}
