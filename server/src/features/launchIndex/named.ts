import { effectiveConfig } from '../../config/effective.ts';
import type { EffectiveConfig } from '../../config/model.ts';
import type { Binding } from '../../launch/binding.ts';
import type { BoundLaunch, BoundWay } from '../../launch/bound.ts';
import type { ReleaseChoice } from '../../catalogue/release.ts';
import type { PythonRole, PythonUse } from '../../rules/python/context.ts';
import { valuesOf } from '../../rules/strings.ts';
import { placeOf, type TextOf } from '../../rules/words.ts';
import type { Launch } from '../../launch/model.ts';
import type { Word } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';

/** A Python file as a launch names it, before anybody has looked for it. */
export interface NamedPython {
  readonly use: PythonUse;
  readonly launch: Launch;
  /** The release that judges the script, and why. */
  readonly release: ReleaseChoice;
  /** The ways through the launch on which it is named. */
  readonly ways: readonly BoundWay[];
  /** As written. */
  readonly path: string;
  readonly word: Word;
  /** Where a cursor is on it: the text itself, and where that is used. */
  readonly places: readonly Location[];
}

/** The flags whose value is a Python file, by dest. */
export const PYTHON_FLAGS: ReadonlyMap<string, PythonRole> = new Map([
  ['reward.remote_url', 'reward-function'],
  ['train.agent_func_path', 'agent'],
]);

/** What `namedPython` looks at. */
export interface NamingScript {
  readonly uri: string;
  readonly launches: readonly BoundLaunch[];
  readonly release: ReleaseChoice;
  readonly textOf: TextOf;
}

/** The Python files that the launches of a script name, in the order of the launches. */
export function namedPython(script: NamingScript): NamedPython[] {
  return script.launches.flatMap((bound) => namedByLaunch(bound, script));
}

interface Naming {
  readonly dest: string;
  readonly role: PythonRole;
  readonly path: string;
  readonly word: Word;
  readonly location: Location;
}

/** By an assignment before the command, an export, or in the runtime environment. */
function setsPythonPath({ env, launcher, submit }: Launch): boolean {
  if (env.some(({ name }) => name === 'PYTHONPATH')) return true;
  return [...launcher, ...(submit ?? [])].some((item) => item.kind !== 'known' || item.value.includes('PYTHONPATH'));
}

function namedByLaunch({ launch, ways }: BoundLaunch, { uri, release, textOf }: NamingScript): NamedPython[] {
  const found = new Map<string, { naming: Naming; ways: BoundWay[] }>();
  for (const way of ways) {
    for (const naming of namingsOf(way.binding, textOf)) {
      const key = JSON.stringify([naming.dest, naming.path, naming.location]);
      const entry = found.get(key) ?? { naming, ways: [] };
      entry.ways.push(way);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ naming: { dest, role, path, word, location }, ways: own }) => {
    let configs: readonly EffectiveConfig[] | undefined;
    return {
      use: {
        role,
        script: uri,
        launch: launch.id,
        location,
        flag: dest,
        path,
        setsPythonPath: setsPythonPath(launch),
        // Made when a file that is there is judged by them.
        get configs() {
          return (configs ??= own.map(({ binding }) => effectiveConfig(launch.entryPoint ?? '', binding)));
        },
        release: release.release,
        assumed: release.from === 'assumed',
      },
      launch,
      release,
      ways: own,
      path,
      word,
      places: [location, ...(word.use === undefined ? [] : [word.use])],
    };
  });
}

const URL = /^[a-z][a-z0-9+.-]*:\/\//i;

/** With an agent OpenRLHF never looks at the reward function: `train_ppo_ray.py:636` of 0.11.2 puts `agent` in its place. */
function namingsOf(binding: Binding, textOf: TextOf): Naming[] {
  const agent = binding.values.get('train.agent_func_path');
  const hasAgent = agent?.known !== true || (agent.value.value !== null && agent.value.value !== '');
  return [...PYTHON_FLAGS].flatMap(([dest, role]) => {
    if (role === 'reward-function' && agent !== undefined && hasAgent) return [];
    const value = binding.values.get(dest);
    if (value?.known !== true || value.origin !== 'given') return [];
    const [given] = valuesOf(value.use);
    if (given === undefined) return [];
    const { text, word, from } = given;
    // `utils/agent.py:198` of 0.11.2: of several the first decides, and blanks around it are part of its name.
    const path = role === 'reward-function' ? (text.split(',')[0] ?? '') : text;
    if (!path.endsWith('.py') || URL.test(path)) return [];
    return [{ dest, role, path, word, location: placeOf(word, textOf, from, from + path.length) }];
  });
}
