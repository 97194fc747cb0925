import type { Condition } from '../branches.ts';
import { anyCondition, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import { dispatch, runProgram } from '../commands.ts';
import { runCommands } from '../control.ts';
import { runText } from '../embedded.ts';
import { inFrame } from '../escapes.ts';
import { positionalFields, setPositional } from '../expand/positional.ts';
import { expandText } from '../expand/word.ts';
import { forgetAll } from '../forget.ts';
import type { Machine } from '../machine.ts';
import { nested, unknown } from '../machine.ts';
import { parseSource } from '../parse.ts';
import { basename, resolvePath } from '../paths.ts';
import { Source } from '../source.ts';
import { UNKNOWN_CHARACTER, flat, joinWords } from '../textops.ts';
import type { Text } from '../values.ts';
import { knownText } from '../values.ts';
import { folderOf, workspacePath } from './folders.ts';
import type { Builtin } from './registry.ts';
import { runBuiltin } from './registry.ts';

/** `eval`, `source`, `exec`, `command`, `builtin`: commands that run others in the present shell. */
export const running: Readonly<Record<string, Builtin>> = {
  eval: runEval,
  source: runSource,
  '.': runSource,
  exec,
  command,
  builtin: command,
};

/** Programs whose output people `eval` to set up an environment; what they print sets no variable of a launch. */
const SET_UP =
  /(?:conda|mamba|pyenv|rbenv|nodenv|direnv|brew|ssh-agent|dircolors|starship|module|modulecmd|lmod|spack|micromamba)\b/;

function runEval(m: Machine, call: Invocation): Condition {
  const text = joinWords(m, call.words.slice(1), ' ', call.at);
  const all = flat(text);
  if (all.trim() === '') return yes;
  if (all.trimStart().startsWith(UNKNOWN_CHARACTER)) {
    const written = call.source.text.slice(call.node.pos, call.node.end);
    const first = text.find((piece) => piece.kind !== 'text');
    if (first?.kind !== 'choice') {
      if (!SET_UP.test(written)) forgetAll(m, unknown('not-modelled', 'eval', call.at));
      if (all.trim() === UNKNOWN_CHARACTER) return anyCondition(m);
    }
  }
  const condition = runText(m, text, call.at);
  // After such a string bash 5.2 does not know a reserved word that follows, and ends with a syntax error.
  if (all.endsWith('\\\n')) m.doomed = true;
  return condition;
}

/** Files that set an environment up and no variable that a launch reads. */
const SET_UP_FILES =
  /(?:^|\/)(?:activate|conda\.sh|mamba\.sh|micromamba\.sh|\.bashrc|\.bash_profile|\.profile|\.zshrc|profile|bashrc|modules\.sh|lmod\.sh|setvars\.sh|nvm\.sh|functions|init\/bash|setup-env\.sh)$/;

function runSource(m: Machine, call: Invocation): Condition {
  const operand = pathOperand(m, call);
  if (operand === null) return missing(m, call, null, false);
  const known = knownText(operand);
  const uri = sourceUri(m, operand, call);
  const label = known ?? (uri === null ? null : relativeLabel(uri));
  const setUp = SET_UP_FILES.test(known ?? flat(operand));
  if (uri === null) return missing(m, call, label, setUp);
  if (m.sourcing.includes(uri) || m.sourcing.length > 16) return anyCondition(m);
  const text = m.request.file(uri);
  if (text === undefined) m.needs.add(uri);
  if (typeof text !== 'string') return missing(m, call, label, setUp);
  return runFile(m, call, uri, text);
}

/** The path that `source` and `cd` are given; `$(dirname $0)/x` without quotes counts as one word. */
export function pathOperand(m: Machine, call: Invocation): Text | null {
  const operands = call.words.slice(1).filter((word) => !/^-[LPe@]+$|^--$/.test(textOfWord(word) ?? ''));
  const first = operands[0];
  if (first?.kind === 'field') return first.text;
  const word = call.args.find((arg) => arg.type === 'Word' && !arg.text.startsWith('-'));
  return first === undefined || word?.type !== 'Word' || call.words.length > call.args.length + 1
    ? null
    : expandText(m, call.source, word);
}

function relativeLabel(uri: string): string {
  return basename(uri);
}

function runFile(m: Machine, call: Invocation, uri: string, text: string): Condition {
  let condition: Condition = yes;
  const args = call.words.slice(2);
  const before = positionalFields(m, call.at);
  m.via.push({ kind: 'source', location: call.at });
  m.sourcing.push(uri);
  inFrame(m, 'source', () => {
    if (args.length > 0) setPositional(m, args);
    condition = nested(
      m,
      () => {
        const { script, source } = parseSource(Source.file(uri, text));
        return runCommands(m, source, script.commands);
      },
      () => anyCondition(m),
    );
    m.status = condition;
  });
  condition = m.status;
  m.sourcing.pop();
  m.via.pop();
  if (args.length > 0) setPositional(m, before);
  // The status of the last command; a file that was read counts as done.
  return condition.leaf ? condition : yes;
}

/** The place of a sourced file: from the folder that `cd` went to, else from the script's own folder. */
function sourceUri(m: Machine, text: Text, call: Invocation): string | null {
  const known = knownText(text);
  return known?.startsWith('/') === true
    ? resolvePath(m.request.uri, known)
    : workspacePath(text, folderOf(m, call.at));
}

function missing(m: Machine, call: Invocation, path: string | null, setUp: boolean): Condition {
  const why = unknown('missing-source', path ?? undefined, call.at);
  if (!setUp) {
    m.notes.push({ kind: 'missing-source', location: call.at, path, why });
    forgetAll(m, why);
  }
  return yes;
}

/** `exec PROGRAM`: nothing follows. `exec > file` only redirects. */
function exec(m: Machine, call: Invocation): Condition {
  let words = call.words.slice(1);
  for (let text = textOfWord(words[0]); text !== null && /^-[cla]+$/.test(text); text = textOfWord(words[0]))
    words = words.slice(text.includes('a') ? 2 : 1);
  if (words.length === 0) return yes;
  const first = call.words[0];
  if (first?.kind === 'field') m.wrappers.push({ kind: 'exec', location: first.use ?? first.word });
  const condition = runProgram(m, { ...call, words }, textOfWord(words[0]));
  m.wrappers.pop();
  m.state.dead = true;
  return condition;
}

function textOfWord(word: Invocation['words'][number] | undefined): string | null {
  return word?.kind === 'field' ? knownText(word.text) : null;
}

/** `command NAME …`, `builtin NAME …`: not the function of that name. `command -v` only asks. */
function command(m: Machine, call: Invocation): Condition | undefined {
  let words = call.words.slice(1);
  while (textOfWord(words[0]) === '-p' || textOfWord(words[0]) === '--') words = words.slice(1);
  const name = textOfWord(words[0]);
  if (words.length === 0) return yes;
  if (name === '-v' || name === '-V') return undefined;
  if (name === null) return dispatch(m, { ...call, words }, []);
  const args = call.args.slice(call.words.length - words.length);
  return nested(
    m,
    () => runBuiltin(m, { ...call, words, args }, name) ?? runProgram(m, { ...call, words }, name),
    () => anyCondition(m),
  );
}
