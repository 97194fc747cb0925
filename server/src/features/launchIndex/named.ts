import { effectiveConfig } from '../../config/effective.ts';
import type { EffectiveConfig } from '../../config/model.ts';
import type { Binding } from '../../launch/binding.ts';
import type { BoundLaunch, BoundWay } from '../../launch/bound.ts';
import type { ReleaseChoice } from '../../catalogue/release.ts';
import type { PythonRole, PythonUse, ServerUse } from '../../rules/python/context.ts';
import { valuesOf } from '../../rules/strings.ts';
import { placeOf, type TextOf } from '../../rules/words.ts';
import type { Launch } from '../../launch/model.ts';
import type { KnownWord, Word } from '../../text/items.ts';
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

/** A URL that a launch asks for rewards. */
export interface AskedServer {
  readonly use: ServerUse;
  readonly release: ReleaseChoice;
}

/** The URLs that the launches of a script ask for rewards, in the order of the launches. */
export function askedServers({ uri, launches, release, textOf }: NamingScript): AskedServer[] {
  const found = new Map<string, { readonly asked: AskedServer; readonly configs: (() => EffectiveConfig)[] }>();
  for (const { launch, ways } of launches) {
    for (const { binding } of ways) {
      for (const { text, word, from } of hasAgent(binding) ? [] : urlsOf(binding)) {
        const location = placeOf(word, textOf, from, from + text.length);
        const key = JSON.stringify([launch.id, text, location]);
        const configs = found.get(key)?.configs ?? [];
        configs.push(() => effectiveConfig(launch.entryPoint ?? '', binding));
        if (configs.length > 1) continue;
        let made: readonly EffectiveConfig[] | undefined;
        const use: ServerUse = {
          script: uri,
          launch: launch.id,
          location,
          flag: URL_FLAG,
          path: text,
          route: routeOf(text),
          get configs() {
            return (made ??= configs.map((config) => config()));
          },
          release: release.release,
          assumed: release.from === 'assumed',
        };
        found.set(key, { asked: { use, release }, configs });
      }
    }
  }
  return [...found.values()].map(({ asked }) => asked);
}

const URL_FLAG = 'reward.remote_url';

/** The items of the list that are URLs, where the first is none of a file. */
function urlsOf(binding: Binding): { readonly text: string; readonly word: KnownWord; readonly from: number }[] {
  const value = binding.values.get(URL_FLAG);
  const [given] = value?.known === true && value.origin === 'given' ? valuesOf(value.use) : [];
  if (given === undefined || !HTTP.test(given.text)) return [];
  let { from } = given;
  return given.text.split(',').flatMap((text) => {
    const item = { text, word: given.word, from };
    from += text.length + 1;
    return HTTP.test(text) ? [item] : [];
  });
}

const HTTP = /^https?:\/\//i;

/** The path of a URL. */
function routeOf(url: string): string {
  const path = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return path === '' ? '/' : path;
}

function hasAgent(binding: Binding): boolean {
  const agent = binding.values.get('train.agent_func_path');
  return agent !== undefined && (!agent.known || (agent.value.value !== null && agent.value.value !== ''));
}

/** With an agent OpenRLHF never looks at the reward function: `train_ppo_ray.py:636` of 0.11.2 puts `agent` in its place. */
function namingsOf(binding: Binding, textOf: TextOf): Naming[] {
  const withAgent = hasAgent(binding);
  return [...PYTHON_FLAGS].flatMap(([dest, role]) => {
    if (role === 'reward-function' && withAgent) return [];
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
