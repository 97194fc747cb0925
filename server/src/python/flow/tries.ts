import type { SyntaxNode } from '@lezer/common';
import { tryParts } from '../outline/blocks.ts';
import { children, splitAtCommas, textOf } from '../tree.ts';
import { unknown } from './domain.ts';
import { distinct } from './join.ts';
import { type Frame, type Machine, type Outcome, locate } from './machine.ts';
import { NOTHING, join, outcome } from './outcomes.ts';
import { havocEscaped, type State } from './state.ts';
import { bindName, bindTarget } from './targets.ts';

/** `try` and `with`. */

/** States at which a handler can be entered that are told apart. */
const MAX_RAISED = 6;

/** Runs a block and gives the states at which it can raise as well. */
function watched(machine: Machine, run: () => Outcome): { result: Outcome; raised: State[] } {
  const raised: State[] = [];
  machine.raisers.push(raised);
  try {
    const result = run();
    return { result, raised: distinct(raised, MAX_RAISED) };
  } finally {
    machine.raisers.pop();
  }
}

export function tryBlock(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const { body, handlers, otherwise, finally: last } = tryParts(node);
  if (!body) return outcome([state]);
  if (last) {
    // What raises in the body or a handler runs the last part as well, and goes on only where that returns.
    const { result, raised } = watched(machine, () => guarded(machine, frame, state, body, handlers, otherwise));
    const escaping = raised.length > 0 ? machine.steps.block(machine, frame, raised, last) : NOTHING;
    return join([
      finishing(machine, frame, result, last),
      { ...NOTHING, returns: escaping.returns, breaks: escaping.breaks, continues: escaping.continues },
    ]);
  }
  return guarded(machine, frame, state, body, handlers, otherwise);
}

function guarded(
  machine: Machine,
  frame: Frame,
  state: State,
  body: SyntaxNode,
  handlers: ReturnType<typeof tryParts>['handlers'],
  otherwise: SyntaxNode | null,
): Outcome {
  if (handlers.length === 0)
    return withElse(machine, frame, machine.steps.block(machine, frame, [state], body), otherwise);
  const start = state.clone();
  const { result, raised } = watched(machine, () => machine.steps.block(machine, frame, [state], body));
  const outcomes: Outcome[] = [withElse(machine, frame, result, otherwise)];
  // A handler that seems never to be entered was written for something.
  const entries = raised.length > 0 ? raised : [start];
  for (const handler of handlers) {
    const states = entries.map((each) => each.clone());
    const name = handler.name;
    if (name)
      for (const each of states) bindName(frame, each, textOf(frame.file.source, name), unknown(locate(frame, name)));
    const handled = machine.steps.block(machine, frame, states, handler.body);
    if (name) for (const each of handled.states) each.delete(frame.scope, textOf(frame.file.source, name));
    outcomes.push(handled);
  }
  return join(outcomes);
}

function withElse(machine: Machine, frame: Frame, result: Outcome, otherwise: SyntaxNode | null): Outcome {
  if (!otherwise || result.states.length === 0) return result;
  return join([{ ...result, states: [] }, machine.steps.block(machine, frame, result.states, otherwise)]);
}

/** Runs `finally` on every way out; where it leaves by itself, that counts. */
function finishing(machine: Machine, frame: Frame, result: Outcome, last: SyntaxNode): Outcome {
  const run = (states: readonly State[]): Outcome =>
    states.length > 0 ? machine.steps.block(machine, frame, states, last) : NOTHING;
  const normal = run(result.states);
  const breaks = run(result.breaks);
  const continues = run(result.continues);
  const returns = result.returns.map((way) => {
    const after = run([way.state]);
    return { ...after, states: [], returns: [...after.returns, ...after.states.map((state) => ({ ...way, state }))] };
  });
  return join([
    normal,
    { ...breaks, states: [], breaks: [...breaks.breaks, ...breaks.states] },
    { ...continues, states: [], continues: [...continues.continues, ...continues.states] },
    ...returns,
  ]);
}

/** Context managers that let exceptions through. */
const TRANSPARENT =
  /^(open|(torch\.)?(no_grad|inference_mode|enable_grad|set_grad_enabled|device|autocast)|torch\.\w+\.(autocast|device|stream)|(\w+\.)*(_?lock|_?mutex|_?sem|semaphore|_?cond)\w*|(threading\.|asyncio\.)?(Lock|RLock|Semaphore|Condition|BoundedSemaphore|timeout)|(tempfile\.)?(TemporaryDirectory|NamedTemporaryFile|TemporaryFile)|(warnings\.)?catch_warnings|(concurrent\.futures\.|futures\.)?(Thread|Process)PoolExecutor|(multiprocessing\.|mp\.)?Pool|(contextlib\.)?(closing|redirect_stdout|redirect_stderr|nullcontext)|(aiohttp\.)?ClientSession|(httpx\.)?(Async)?Client|(requests\.)?Session|session\.\w+|client\.\w+)$/i;

export function withBlock(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const body = node.getChild('Body');
  if (!body) return outcome([state]);
  const parts = children(node).filter(({ name }) => name !== 'with' && name !== 'Body');
  const isAsync = parts[0]?.name === 'async';
  let swallows: 'no' | 'yes' | 'perhaps' = 'no';
  for (const group of splitAtCommas(isAsync ? parts.slice(1) : parts)) {
    const [item] = group;
    if (!item) continue;
    machine.steps.evaluate(machine, frame, state, item);
    const text = textOf(frame.file.source, item.name === 'CallExpression' && item.firstChild ? item.firstChild : item);
    if (/^(contextlib\.)?suppress$/.test(text)) swallows = 'yes';
    else if (!TRANSPARENT.test(text) && swallows === 'no') swallows = 'perhaps';
    const target = group.findIndex(({ name }) => name === 'as') + 1;
    if (target > 0) bindTarget(machine, frame, state, group.slice(target), unknown(locate(frame, item)));
  }
  machine.raises(state);
  havocEscaped(state);
  const run = (): Outcome => machine.steps.block(machine, frame, [state], body);
  if (swallows === 'no') return run();
  const { result, raised } = watched(machine, run);
  if (swallows === 'perhaps') for (const each of raised) each.doubt = 'all';
  return join([result, outcome(raised)]);
}
