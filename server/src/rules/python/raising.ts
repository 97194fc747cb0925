import type { FunctionOutline } from '../../python/outline/model.ts';
import type { Draft } from '../context.ts';
import { fix, say } from '../finding.ts';
import { acceptedExecutor } from './agentExecutor.ts';
import { agentClassesOf, methodOf } from './agents.ts';
import type { PythonContext, PythonFamily } from './context.ts';
import { rewardFunctionOf } from './rewardFunction.ts';
import { insertion, isStraight, ownParameters, place, textAt } from './shared.ts';

/** Exceptions that some samples are sure to meet; one ends the run of all (`openrlhf/utils/agent.py:303-320` of 0.11.2). */
export const raising: PythonFamily = {
  rules: [
    { id: 'match-may-be-none', severity: 'warning', stage: 'S7' },
    { id: 'rf-list-as-text', severity: 'error', stage: 'S7' },
  ],
  *check(context) {
    const reward = rewardFunctionOf(context);
    const executor = acceptedExecutor(context);
    const execute = executor === null ? undefined : methodOf(executor.kin, 'execute');
    const methods = agentClassesOf(context).flatMap(({ reset, step }) => [reset, step]);
    for (const fn of [reward, execute, ...methods]) {
      if (fn && !isGuarded(fn)) yield* uncheckedMatches(context, fn);
    }
    if (reward !== null && reward.owner === null && !isGuarded(reward)) yield* listsAsText(reward);
  },
};

/** Some exception may be caught. */
function isGuarded(fn: FunctionOutline): boolean {
  return /\btry\s*:|\bsuppress\b/.test(textAt(fn.file, fn.range));
}

const MATCHING = /^(?:re|regex)\.(?:search|match|fullmatch)$/;

/** `re.search(…).group(1)`: without a match there is nothing to take a group of. */
function* uncheckedMatches({ flow }: PythonContext, fn: FunctionOutline): Iterable<Draft> {
  for (const { callee, at, through } of flow.calls(fn)) {
    if (through.length > 0 || at.uri !== fn.file.uri || !MATCHING.test(callee)) continue;
    const behind = textAt(fn.file, { start: at.range.end, end: fn.range.end });
    const used = /^\s*(?:\.\s*(?:group|groups|groupdict|span|start|end)\b|\[)/.exec(behind)?.[0];
    // `… if re.search(…) else …` asks first, though it is written behind.
    const isAsked = /^.*\bif\b.*\belse\b/.test(behind);
    if (used === undefined || isAsked || !isStraight(fn, at.range.start)) continue;
    yield {
      code: 'match-may-be-none',
      location: place(fn.file, { start: at.range.start, end: at.range.end + used.length }),
      message: say('match-may-be-none', { callee }),
      subjects: [],
    };
  }
}

/** Methods that texts have and lists have not. */
const OF_TEXT =
  'capitalize|casefold|encode|endswith|find|format|isalnum|isalpha|isdecimal|isdigit|isnumeric|join|ljust|lower|lstrip|partition|removeprefix|removesuffix|replace|rfind|rindex|rpartition|rsplit|rstrip|split|splitlines|startswith|strip|swapcase|title|translate|upper|zfill';

/** OpenRLHF passes lists of one text each. */
function* listsAsText(fn: FunctionOutline): Iterable<Draft> {
  const text = textAt(fn.file, fn.range);
  for (const { name, kind } of ownParameters(fn).slice(0, 3)) {
    if (kind.startsWith('var') || kind === 'keyword-only' || mayBeOther(text, name)) continue;
    const [first] = text.matchAll(new RegExp(`(?<![\\w.'"])${name}\\.(?:${OF_TEXT})(?=\\()`, 'g'));
    if (first === undefined) continue;
    const start = fn.range.start + first.index;
    yield {
      code: 'rf-list-as-text',
      severity: isStraight(fn, start) ? 'error' : 'warning',
      location: place(fn.file, { start, end: start + first[0].length }),
      message: say('rf-list-as-text', { name, used: first[0] }),
      fixes: [fix(say('fix-first-of', { name }), [insertion(fn.file, start + name.length, '[0]')], true)],
      subjects: [],
    };
  }
}

/** The name is bound again, within a comprehension or another function too, or looked at before it is used. */
function mayBeOther(text: string, name: string): boolean {
  const body = text.slice(text.indexOf(':') + 1);
  return new RegExp(
    `(?<![\\w.])${name}\\s*(?:,[^\\n=()]*)?(?::[^=\\n]*)?(?:[-+*/|&]|:)?=(?!=)|\\bfor\\b[^\\n:]*\\b${name}\\b[^\\n:]*\\bin\\b|\\b(?:as|lambda|def|global|isinstance|type|hasattr)\\b[^\\n]*\\b${name}\\b`,
  ).test(body);
}
