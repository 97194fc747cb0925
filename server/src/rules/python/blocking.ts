import type { CallSite } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { acceptedExecutor } from './agentExecutor.ts';
import { agentClassesOf, methodOf, type AgentClass } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { insertion, place, textAt } from './shared.ts';
import { rewardFunctionOf } from './rewardFunction.ts';

/** What samples do to each other: on the event loop of an engine, in its threads, in what they share. */
export const blocking: PythonFamily = {
  rules: [
    { id: 'ag-blocking-call', severity: 'warning', stage: 'S6' },
    { id: 'ag-shared-state', severity: 'warning', stage: 'S6' },
    { id: 'rf-signal', severity: 'error', stage: 'S7' },
    { id: 'rf-multiprocessing', severity: 'warning', stage: 'S7' },
    { id: 'rf-batch-is-one', severity: 'info', stage: 'S6' },
    { id: 'rf-state-per-engine', severity: 'info', stage: 'S6' },
  ],
  *check(context) {
    const agents = agentClassesOf(context);
    const executor = acceptedExecutor(context);
    const execute = executor === null ? undefined : methodOf(executor.kin, 'execute');
    for (const fn of [...agents.flatMap(({ reset, step }) => [reset, step]), execute]) {
      if (fn?.async) yield* blockingCalls(context, fn);
    }
    for (const agent of agents) yield* sharedState(agent);
    const reward = rewardFunctionOf(context);
    if (reward !== null) yield* inThreads(context, reward);
  },
};

/** Calls that wait without giving the loop to others. */
const BLOCKING =
  /^(?:time\.sleep|requests\.(?:get|post|put|delete|patch|head|request)|urllib\.request\.urlopen|subprocess\.(?:run|call|check_call|check_output)|os\.system|httpx\.(?:get|post|put|delete|patch|request)|socket\.create_connection)$/;

function* blockingCalls({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const told = new Set<string>();
  for (const call of flow.calls(fn)) {
    const key = `${call.at.uri} ${call.at.range.start}`;
    if (!BLOCKING.test(call.callee) || call.awaited || call.offLoop || told.has(key)) continue;
    told.add(key);
    yield {
      code: 'ag-blocking-call',
      location: call.at,
      message: say('ag-blocking-call', { callee: call.callee }),
      fixes: call.through.length === 0 ? offLoop(fn, call) : [],
      subjects: [],
    };
  }
}

/** Awaits the sleep of asyncio, or the call in a thread. */
function offLoop(fn: FunctionOutline, { callee, at }: CallSite): Fix[] {
  const { file } = fn;
  if (at.uri !== file.uri) return [];
  const text = textAt(file, at.range);
  const [, written, args] = /^([\w.]+)\(([\s\S]*)\)$/.exec(text) ?? [];
  if (written === undefined || args === undefined) return [];
  const asyncio = file.names.has('asyncio') ? [] : [insertion(file, importPlace(file), 'import asyncio\n')];
  if (callee === 'time.sleep') {
    return [fix(say('fix-await-sleep'), [{ location: at, newText: `await asyncio.sleep(${args})` }, ...asyncio], true)];
  }
  const rest = args.trim() === '' ? '' : `, ${args.trim()}`;
  return [
    fix(say('fix-to-thread'), [{ location: at, newText: `(await asyncio.to_thread(${written}${rest}))` }, ...asyncio]),
  ];
}

function importPlace(file: FunctionOutline['file']): number {
  const first = file.imports.find(({ atLoad, module }) => atLoad && module !== '__future__');
  return first === undefined ? 0 : file.source.text.lastIndexOf('\n', first.range.start - 1) + 1;
}

/** Lists, dicts and sets of a class body that methods change through `self`. */
function* sharedState({ cls, kin }: AgentClass): Iterable<Draft> {
  if (kin.open) return;
  const text = textAt(cls.file, cls.range);
  const attributes = text.matchAll(/^[ \t]+(\w+)(?:\s*:[^=\n]+)?\s*=\s*(?:\[|\{|list\(|dict\(|set\(|defaultdict\()/gm);
  for (const match of attributes) {
    const [, name = ''] = match;
    const start = cls.range.start + match.index + match[0].indexOf(name);
    const inMethod = [...cls.methods.values()].some(({ range }) => range.start <= start && start < range.end);
    const own = new RegExp(`\\bself\\.${name}\\s*(?::[^=\\n]+)?=(?!=)`).test(text);
    const changed = new RegExp(
      `\\bself\\.${name}\\s*(?:\\.(?:append|extend|add|update|pop|insert|setdefault|clear|remove)\\s*\\(|\\[[^\\]\\n]*\\]\\s*[+-]?=(?!=))`,
    ).test(text);
    if (inMethod || own || !changed) continue;
    yield {
      code: 'ag-shared-state',
      location: place(cls.file, { start, end: start + name.length }),
      message: say('ag-shared-state', { name }),
      subjects: [],
    };
  }
}

function* inThreads({ flow, file }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const told = new Set<string>();
  for (const { callee, at, through } of flow.calls(fn)) {
    const key = `${at.uri} ${at.range.start}`;
    if (told.has(key)) continue;
    told.add(key);
    if (/^signal\.(?:signal|alarm|setitimer)$/.test(callee)) {
      const isSure =
        through.length === 0 &&
        !/\btry\b|\bif\b/.test(textAt(fn.file, fn.range).slice(0, at.range.start - fn.range.start));
      yield {
        code: 'rf-signal',
        severity: isSure && callee === 'signal.signal' ? 'error' : 'warning',
        location: at,
        message: say('rf-signal', { callee }),
        subjects: [],
      };
    }
    if (/^(?:multiprocessing\.Pool|concurrent\.futures\.ProcessPoolExecutor|multiprocessing\.Process)$/.test(callee)) {
      yield { code: 'rf-multiprocessing', location: at, message: say('rf-multiprocessing'), subjects: [] };
    }
    if (/^(?:torch|numpy|statistics)\.(?:std|stdev|var|variance|pstdev)$/.test(callee)) {
      yield {
        code: 'rf-batch-is-one',
        location: at,
        message: say('rf-batch-is-one', { callee, effect: 'has nothing to compare' }),
        subjects: [],
      };
    }
  }
  yield* globals(fn, file.uri);
}

function* globals(fn: FunctionOutline, uri: string): Iterable<Draft> {
  if (fn.file.uri !== uri) return;
  const match = /^[ \t]+global[ \t]+(\w+)/m.exec(textAt(fn.file, fn.range));
  const [whole, name] = match ?? [];
  if (match === null || whole === undefined || name === undefined) return;
  const start = fn.range.start + match.index + whole.length - name.length;
  yield {
    code: 'rf-state-per-engine',
    location: place(fn.file, { start, end: start + name.length }),
    message: say('rf-state-per-engine', { name }),
    subjects: [],
  };
}
