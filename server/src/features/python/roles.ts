import type { PythonFile } from '../../python/outline/model.ts';
import { routesOf, type Route } from '../../python/outline/routes.ts';
import type { PythonRole, PythonUse, ServerUse } from '../../rules/python/context.ts';
import { PYTHON_WORDS } from '../../text/pythonWords.ts';

/** True for a text that is worth a look for the launches that name the file. */
export function mayMatter(text: string): boolean {
  return PYTHON_WORDS.some((word) => text.includes(word));
}

/**
 * How OpenRLHF would load a file: as the launches that name it do. Where none does, by what it defines, if it imports
 * `openrlhf` as well: other trainers call their functions by the same names.
 */
export function rolesOf(file: PythonFile, uses: readonly PythonUse[]): readonly PythonRole[] {
  if (uses.length > 0) return [...new Set(uses.map(({ role }) => role))];
  if (!importsOpenrlhf(file)) return [];
  const defined = (name: string): boolean => {
    const kind = file.names.get(name)?.kind;
    return kind !== undefined && kind !== 'module' && kind !== 'imported';
  };
  return [
    ...(defined('reward_func') ? ['reward-function' as const] : []),
    ...(defined('AgentExecutor') || hasAgentClass(file) ? ['agent' as const] : []),
  ];
}

function importsOpenrlhf({ imports }: PythonFile): boolean {
  return imports.some(({ module }) => module === 'openrlhf' || module.startsWith('openrlhf.'));
}

/** A file that imports OpenRLHF may answer anything; what speaks of rewards is for it. */
const REWARD_PATH = /reward/i;

/** Where a file answers launches: at the paths that they ask at; where none does, where it takes rewards to be asked, if it imports `openrlhf`. */
export function rewardRoutesOf(file: PythonFile, asking: readonly ServerUse[]): readonly Route[] {
  const routes = routesOf(file);
  const paths = new Set(asking.map(({ route }) => route));
  if (paths.size > 0) return routes.filter(({ path }) => paths.has(path));
  return importsOpenrlhf(file)
    ? routes.filter(({ path, methods }) => REWARD_PATH.test(path) && methods.includes('POST'))
    : [];
}

const AGENT_MODULE = 'openrlhf.utils.agent';

/** A class on one that comes from OpenRLHF's own module of agents. */
function hasAgentClass({ names }: PythonFile): boolean {
  return [...names.values()].some(
    (definition) =>
      definition.kind === 'class' &&
      definition.bases.some(({ text }) => {
        const [head = ''] = text.split('.');
        const source = names.get(head);
        if (source?.kind === 'imported')
          return source.module === AGENT_MODULE || `${source.module}.${source.name}` === AGENT_MODULE;
        return source?.kind === 'module' && (source.module === AGENT_MODULE || text.startsWith(`${AGENT_MODULE}.`));
      }),
  );
}
