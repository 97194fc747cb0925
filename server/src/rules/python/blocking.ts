import type { CallSite } from '../../python/flow/model.ts';
import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix } from '../model.ts';
import { acceptedExecutor } from './agentExecutor.ts';
import { agentClassesOf, methodOf, type AgentClass } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { insertion, isStraight, place, textAt } from './shared.ts';
import { rewardFunctionOf } from './rewardFunction.ts';

/** What samples do to each other: on the event loop of an engine, in its threads, in what they share. */
export const blocking: PythonFamily = {
  rules: [
    { id: 'ag-blocking-call', severity: 'warning', stage: 'S6' },
    { id: 'ag-shared-state', severity: 'warning', stage: 'S6' },
    { id: 'ag-run-in-loop', severity: 'error', stage: 'S6' },
    { id: 'rf-event-loop', severity: 'error', stage: 'S7' },
    { id: 'rf-signal', severity: 'error', stage: 'S7' },
    { id: 'rf-multiprocessing', severity: 'warning', stage: 'S7' },
    { id: 'torch-dtype-call', severity: 'warning', stage: 'S7' },
    { id: 'rf-batch-is-one', severity: 'info', stage: 'S6' },
    { id: 'rf-state-per-engine', severity: 'info', stage: 'S6' },
  ],
  *check(context) {
    const agents = agentClassesOf(context);
    const executor = acceptedExecutor(context);
    const execute = executor === null ? undefined : methodOf(executor.kin, 'execute');
    for (const fn of [...agents.flatMap(({ reset, step }) => [reset, step]), execute]) {
      if (!fn?.async) continue;
      yield* blockingCalls(context, fn);
      yield* loopInLoop(context, fn);
    }
    for (const agent of agents) yield* sharedState(agent);
    const reward = rewardFunctionOf(context);
    if (reward !== null) yield* inThreads(context, reward);
    yield* signals(context, [reward, execute, ...agents.flatMap(({ reset, step }) => [reset, step])]);
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

/** A loop that is to run within the one that awaits the method (`asyncio/runners.py` of CPython). */
function* loopInLoop({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  const ofText = [...textAt(fn.file, fn.range).matchAll(/\b[\w.]+\.run_until_complete(?=\()/g)].map((match) => ({
    callee: 'run_until_complete',
    at: place(fn.file, { start: fn.range.start + match.index, end: fn.range.start + match.index + match[0].length }),
    through: [] as readonly string[],
    offLoop: false,
  }));
  const runs = flow.calls(fn).filter(({ callee }) => callee === 'asyncio.run');
  if (/\bnest_asyncio\b/.test(fn.file.source.text)) return;
  for (const { callee, at, through, offLoop } of [...runs, ...ofText]) {
    if (offLoop) continue;
    yield {
      code: 'ag-run-in-loop',
      severity: through.length === 0 && isStraight(fn, at.range.start) ? 'error' : 'warning',
      location: at,
      message: say('ag-run-in-loop', { callee }),
      subjects: [],
    };
  }
}

/** `signal.signal` and `setitimer` handlers outside of the main thread, where all of a file runs. */
function* signals(
  { flow, file }: PythonContext,
  functions: readonly (FunctionOutline | null | undefined)[],
): Iterable<Draft> {
  const { text } = file.source;
  if (/\bmain_thread\b/.test(text)) return;
  const told = new Set<number>();
  for (const fn of functions) {
    for (const { callee, at, through } of fn ? flow.calls(fn) : []) {
      if (callee !== 'signal.signal' || at.uri !== file.uri || told.has(at.range.start)) continue;
      told.add(at.range.start);
      const severity = fn && through.length === 0 && isStraight(fn, at.range.start) ? 'error' : 'warning';
      yield { code: 'rf-signal', severity, location: at, message: say('rf-signal', { callee }), subjects: [] };
    }
  }
  // What is reached by a decorator or a context manager.
  for (const match of text.matchAll(/^([ \t]+)(?:\w+\s*=\s*)?(signal\.signal)(?=\()/gm)) {
    const start = match.index + match[0].length - 'signal.signal'.length;
    if (told.has(start)) continue;
    const location = place(file, { start, end: start + 'signal.signal'.length });
    const message = say('rf-signal', { callee: 'signal.signal' });
    yield { code: 'rf-signal', severity: 'warning', location, message, subjects: [] };
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
    if (/^asyncio\.(?:get_event_loop|get_running_loop|create_task|ensure_future)$/.test(callee)) {
      const makesOne = /\b(?:new_event_loop|set_event_loop|asyncio\.run)\b/.test(fn.file.source.text);
      if (makesOne) continue;
      yield {
        code: 'rf-event-loop',
        severity: through.length === 0 && isStraight(fn, at.range.start) ? 'error' : 'warning',
        location: at,
        message: say('rf-event-loop', { callee }),
        subjects: [],
      };
    }
    if (
      /^math_verify\.(?:parse|verify)$/.test(callee) &&
      at.uri === fn.file.uri &&
      !textAt(fn.file, at.range).includes('timeout')
    ) {
      yield {
        code: 'rf-signal',
        severity: 'warning',
        location: at,
        message: say('rf-signal-math', { callee }),
        subjects: [],
      };
    }
    if (/^torch\.(?:float|double|half|bfloat16|int|long|short|bool|u?int\d+|float\d+)$/.test(callee)) {
      yield { code: 'torch-dtype-call', location: at, message: say('torch-dtype-call', { callee }), subjects: [] };
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
  const spawned = /\bget_context\(\s*["'](?:spawn|forkserver)["']\s*\)/.exec(textAt(fn.file, fn.range));
  if (spawned !== null && fn.file.uri === file.uri) {
    const start = fn.range.start + spawned.index;
    const location = place(file, { start, end: start + spawned[0].length });
    yield { code: 'rf-multiprocessing', location, message: say('rf-multiprocessing'), subjects: [] };
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
