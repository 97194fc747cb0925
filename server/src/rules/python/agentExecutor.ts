import { AGENT_MODULE } from '../../contracts/agent.ts';
import type { ClassOutline, FunctionOutline, PythonFile } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, listed, say } from '../finding.ts';
import type { Fix, TextEdit } from '../model.ts';
import { bodyIndent, onlyPass, superInits, type SuperInit } from '../../python/outline/superInit.ts';
import { executorOf, givenTo, isExecutor, isInstance, kinOf, methodOf, type Kin } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { hasOldStep } from './oldGenerations.ts';
import { firstLine } from './rewardFunction.ts';
import {
  insertion,
  ownParameters,
  place,
  replacement,
  requiredNames,
  resolved,
  textAt,
  withoutAsync,
  appended,
} from './shared.ts';

/** `AgentExecutor` as OpenRLHF makes it (`vllm_engine.py:19-30`, `agent.py:31-35` of 0.11.2). */
export const agentExecutor: PythonFamily = {
  rules: [
    { id: 'ag-class', severity: 'error', stage: 'S3' },
    { id: 'ag-instance-base', severity: 'error', stage: 'S3' },
  ],
  *check(context) {
    const { file, roles } = context;
    if (!roles.includes('agent') || file.syntaxError !== null) return;
    const definition = resolved(context, file, 'AgentExecutor');
    if (definition === undefined) return;
    if (definition === null) yield* missing(context);
    else if (definition.kind === 'function' || definition.kind === 'module') {
      const own = file.names.get('AgentExecutor');
      const range = own === undefined ? firstLine(file) : 'nameRange' in own ? own.nameRange : own.range;
      const args = { base: `${AGENT_MODULE}.AgentExecutorBase`, kind: `a ${definition.kind}` };
      yield { code: 'ag-class', location: place(file, range), message: say('ag-class-not-class', args), subjects: [] };
    } else if (definition.kind === 'class') yield* judged(context, definition);
    else if (definition.kind === 'value' && context.flow.moduleValue(file, 'AgentExecutor').kind === 'instance') {
      const args = { base: `${AGENT_MODULE}.AgentExecutorBase`, kind: 'an object' };
      const range = file.names.get('AgentExecutor')?.range ?? firstLine(file);
      yield { code: 'ag-class', location: place(file, range), message: say('ag-class-not-class', args), subjects: [] };
    }
  },
};

function* missing(context: PythonContext): Iterable<Draft> {
  const { file, roles } = context;
  // Told as such, with a way to today's classes.
  if (hasOldStep(file)) return;
  const reward = file.names.get('reward_func');
  const isReward = reward?.kind === 'function' && !roles.includes('reward-function');
  const near = [...file.names.values()].filter((one) => one.kind === 'class' && isExecutor(kinOf(context, one)));
  const [only] = near;
  const renames = near.length === 1 && only?.kind === 'class' ? [aliased(file, only.name)] : [];
  yield {
    code: 'ag-class',
    location: place(file, only?.kind === 'class' ? only.nameRange : isReward ? reward.nameRange : firstLine(file)),
    message: isReward ? say('ag-class-reward') : say('ag-class-missing'),
    fixes: renames,
    subjects: [],
  };
}

function aliased(file: PythonFile, name: string): Fix {
  return fix(say('fix-executor-alias', { name }), [appended(file, `AgentExecutor = ${name}`)], true);
}

function* judged(context: PythonContext, cls: ClassOutline): Iterable<Draft> {
  const kin = kinOf(context, cls);
  if (!isExecutor(kin)) {
    if (!kin.open) yield wrongBase(cls, kin);
    return;
  }
  const init = methodOf(kin, '__init__');
  if (init) yield* initOf(init);
  const isMulti = kin.own.includes('MultiTurnAgentExecutor');
  const overrides = methodOf(kin, 'execute');
  if (isMulti && !overrides) yield* multiTurn(context, cls, kin, init);
  if (!isMulti && !kin.own.includes('SingleTurnAgentExecutor') && overrides === null) {
    yield {
      code: 'ag-class',
      location: place(cls.file, cls.nameRange),
      message: say('ag-class-abstract'),
      subjects: [],
    };
  }
}

function wrongBase(cls: ClassOutline, kin: Kin): Draft {
  const message = say('ag-class-base', { base: isInstance(kin) ? 'MultiTurnAgentExecutor' : 'AgentExecutorBase' });
  return { code: 'ag-class', location: place(cls.file, cls.nameRange), message, subjects: [] };
}

function* initOf(init: FunctionOutline): Iterable<Draft> {
  const needed = requiredNames(ownParameters(init));
  if (needed.length > 0) {
    yield {
      code: 'ag-class',
      location: place(init.file, init.parametersRange),
      message: say('ag-class-init', { names: listed(needed) }),
      subjects: [],
    };
  }
  if (init.async !== null) {
    yield {
      code: 'ag-class',
      location: place(init.file, init.async),
      message: say('ag-instance-init-async', { name: 'AgentExecutor' }),
      fixes: withoutAsync(init),
      subjects: [],
    };
  }
}

function* multiTurn(
  context: PythonContext,
  cls: ClassOutline,
  kin: Kin,
  init: FunctionOutline | null | undefined,
): Iterable<Draft> {
  const agents = [...context.file.names.values()].filter(
    (one) => one.kind === 'class' && isInstance(kinOf(context, one)),
  );
  const [agent] = agents;
  const name = agents.length === 1 && agent?.kind === 'class' ? agent.name : 'AgentInstance';
  if (init === null) {
    yield {
      code: 'ag-class',
      location: place(cls.file, cls.nameRange),
      message: say('ag-class-no-init'),
      fixes: agents.length === 1 ? withInit(cls, name) : [],
      subjects: [],
    };
    return;
  }
  if (!init) return;
  const supers = superInits(init);
  if (supers.length === 0) {
    const setsItself = cls.file.source.text.includes('agent_instance_cls');
    if (!setsItself && !kin.open) {
      yield {
        code: 'ag-class',
        location: place(init.file, init.nameRange),
        message: say('ag-class-no-super', { name }),
        subjects: [],
      };
    }
    return;
  }
  const [first] = supers;
  if (
    first?.arguments.length === 0 &&
    !kin.open &&
    cls.bases.every(({ text }) => text.endsWith('MultiTurnAgentExecutor'))
  ) {
    yield {
      code: 'ag-class',
      location: place(init.file, first.range),
      message: say('ag-class-no-init'),
      subjects: [],
    };
  }
  const given = givenTo(context, cls);
  if (given?.definition?.kind === 'function' || isObject(context, init, first)) {
    const range = given?.range ?? first?.arguments[0]?.range ?? init.nameRange;
    yield {
      code: 'ag-instance-base',
      location: place(init.file, range),
      message: say('ag-instance-object'),
      subjects: [],
    };
  }
  if (given?.definition?.kind !== 'class') return;
  const its = kinOf(context, given.definition);
  if (isInstance(its) || its.open) return;
  yield {
    code: 'ag-instance-base',
    location: place(init.file, given.range),
    message: say('ag-instance-base', { name: given.text }),
    subjects: [],
  };
}

/** True for `super().__init__(Agent())`, also by way of a name. */
function isObject(context: PythonContext, init: FunctionOutline, call: SuperInit | undefined): boolean {
  const [only] = call?.arguments ?? [];
  if (only === undefined) return false;
  const text = only.isName
    ? new RegExp(`\\b${only.text}\\s*=\\s*(\\w+\\([^\\n]*\\))`).exec(textAt(init.file, init.range))?.[1]
    : only.text;
  const made = /^(\w+)\([^\n]*\)$/.exec(text ?? '')?.[1];
  return made !== undefined && resolved(context, init.file, made)?.kind === 'class';
}

function withInit(cls: ClassOutline, name: string): Fix[] {
  return [
    fix(say('fix-add-init', { name }), [withMethod(cls, `def __init__(self):\n{}super().__init__(${name})`)], true),
  ];
}

/** Adds a method at the end of a class. @param method its text, with `{}` before each line of its body */
export function withMethod(cls: ClassOutline, method: string): TextEdit {
  const indent = bodyIndent(cls);
  const text = method.replaceAll('{}', `${indent}    `);
  const pass = onlyPass(cls);
  if (pass !== null) return replacement(cls.file, pass.range, `${pass.before}${text}`);
  return insertion(cls.file, cls.range.end, `\n\n${indent}${text}`);
}

/** The executor, where it can be judged as one that OpenRLHF accepts. */
export function acceptedExecutor(context: PythonContext): { readonly cls: ClassOutline; readonly kin: Kin } | null {
  const cls = executorOf(context);
  if (cls === null) return null;
  const kin = kinOf(context, cls);
  return isExecutor(kin) ? { cls, kin } : null;
}
