import { AGENT_MODULE, EXECUTOR_BASES, INSTANCE_BASE } from '../../contracts/agent.ts';
import { superInits } from '../../python/outline/superInit.ts';
import type { ClassOutline, FunctionOutline } from '../../python/outline/model.ts';
import type { OffsetRange } from '../../text/location.ts';
import type { PythonContext } from './context.ts';
import { resolved } from './shared.ts';

/** Bases of which it is known that they are neither an executor nor an agent of OpenRLHF. */
const PLAIN_BASES = new Set(['object', 'abc.ABC', 'ABC', 'typing.Generic', 'typing.Protocol', 'builtins.object']);

/** What a class is on, as far as OpenRLHF's own classes go. */
export interface Kin {
  /** Names of OpenRLHF's own classes: `MultiTurnAgentExecutor`. */
  readonly own: readonly string[];
  /** The class itself and its bases of the workspace. */
  readonly classes: readonly ClassOutline[];
  /** Some base is not known, so that it may be on anything. */
  readonly open: boolean;
}

export function kinOf({ flow }: Pick<PythonContext, 'flow'>, cls: ClassOutline): Kin {
  const { names, classes, complete } = flow.bases(cls);
  const own = names
    .filter((name) => name.startsWith(`${AGENT_MODULE}.`))
    .map((name) => name.slice(AGENT_MODULE.length + 1));
  const strange = names.some((name) => !name.startsWith(`${AGENT_MODULE}.`) && !PLAIN_BASES.has(name));
  const all = classes.includes(cls) ? classes : [cls, ...classes];
  const changed = all.some(({ mayHaveMore }) => mayHaveMore);
  return { own, classes: all, open: !complete || strange || changed };
}

export function isExecutor({ own }: Kin): boolean {
  return own.some((name) => (EXECUTOR_BASES as readonly string[]).includes(name));
}

export function isInstance({ own }: Kin): boolean {
  return own.includes(INSTANCE_BASE);
}

/** A method of the class or its workspace bases; `null` where there is certainly none, `undefined` where one may be. */
export function methodOf({ classes, open }: Kin, name: string): FunctionOutline | null | undefined {
  for (const cls of classes) {
    const method = cls.methods.get(name);
    if (method !== undefined) return method;
  }
  return open ? undefined : null;
}

/** The class that OpenRLHF makes; `null` where there is none that can be judged. */
export function executorOf(context: PythonContext): ClassOutline | null {
  if (!context.roles.includes('agent') || context.file.syntaxError !== null) return null;
  const definition = resolved(context, context.file, 'AgentExecutor');
  return definition?.kind === 'class' ? definition : null;
}

/** A class of agents with the methods that OpenRLHF calls. */
export interface AgentClass {
  readonly cls: ClassOutline;
  readonly kin: Kin;
  readonly init: FunctionOutline | null | undefined;
  readonly reset: FunctionOutline | null | undefined;
  readonly step: FunctionOutline | null | undefined;
}

/** The classes of a file that are on `AgentInstanceBase`, in their order; only those that the executor is given, where that is told. */
export function agentClassesOf(context: PythonContext): AgentClass[] {
  if (!context.roles.includes('agent') || context.file.syntaxError !== null) return [];
  const classes = [...context.file.names.values()].filter((definition) => definition.kind === 'class');
  const executor = executorOf(context);
  const given = executor === null ? undefined : givenTo(context, executor);
  const chosen = given?.definition?.kind === 'class' ? [given.definition] : classes;
  return chosen.flatMap((cls) => {
    const kin = kinOf(context, cls);
    if (!isInstance(kin)) return [];
    return [{ cls, kin, init: methodOf(kin, '__init__'), reset: methodOf(kin, 'reset'), step: methodOf(kin, 'step') }];
  });
}

/** What `super().__init__(…)` of an executor is given. */
export interface Given {
  readonly range: OffsetRange;
  readonly text: string;
  readonly definition: ReturnType<typeof resolved>;
}

/** The class that an executor gives to `MultiTurnAgentExecutor`; `undefined` where that is not plain. */
export function givenTo(context: PythonContext, executor: ClassOutline): Given | undefined {
  const init = methodOf(kinOf(context, executor), '__init__');
  if (!init) return undefined;
  const [first] = superInits(init);
  const [only, ...others] = first?.arguments ?? [];
  const isClass = only?.keyword === null || only?.keyword === 'agent_instance_cls';
  if (only === undefined || others.length > 0 || !isClass || !only.isName) return undefined;
  return { range: only.range, text: only.text, definition: resolved(context, init.file, only.text) };
}
