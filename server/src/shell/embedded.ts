import type { Location } from '../text/location.ts';
import type { Condition } from './branches.ts';
import { anyCondition } from './branches.ts';
import { runCommands } from './control.ts';
import { setPositional } from './expand/positional.ts';
import { forget } from './forget.ts';
import type { Machine } from './machine.ts';
import { nested, serial, unknown } from './machine.ts';
import { parseSource } from './parse.ts';
import { Source } from './source.ts';
import { subshell } from './subshell.ts';
import type { Field, Fields, Text } from './values.ts';
import { environmentValue, reachesProcesses, write } from './variables.ts';

/** Runs a text as a script in the present shell: `eval`, `source`. */
export function runText(m: Machine, text: Text, at: Location): Condition {
  return nested(
    m,
    () => {
      const { script, source } = parseSource(Source.embedded(text, at));
      return runCommands(m, source, script.commands);
    },
    () => anyCondition(m),
  );
}

/** Runs a string in a shell of its own: `bash -c`. It sees only what the script exported. */
export function runString(m: Machine, text: Field, args: Fields, at: Location, clean: boolean): Condition {
  return runShell(m, text.text, args, text.word.uri === '' ? at : text.word, clean);
}

export function runShell(m: Machine, text: Text, args: Fields, at: Location, clean: boolean): Condition {
  let condition: Condition = anyCondition(m);
  subshell(m, () => {
    if (clean) dropUnexported(m);
    setPositional(m, args);
    condition = runText(m, text, at);
    return () => undefined;
  });
  return condition;
}

/** A new process has the exported variables only; what else has the same name in its environment is not known. */
function dropUnexported(m: Machine): void {
  for (const name of m.state.names()) {
    if (name.startsWith(' function')) {
      if (m.state.get(name)?.flags.includes('x') !== true) write(m, name, { value: { kind: 'unset' }, flags: '' });
      continue;
    }
    // Nor does it have the options of this shell.
    if (name.startsWith(' option ')) write(m, name, { value: { kind: 'unset' }, flags: '' });
    if (name.startsWith(' ')) continue;
    const flags = m.state.get(name)?.flags ?? '';
    if (reachesProcesses(flags)) continue;
    // Exported on some ways only: on the others a process gets what was assigned if the environment had the name.
    if (flags.includes('x')) forget(m, name, unknown('unknown-condition', name), serial(m, 'exported'));
    else write(m, name, { value: environmentValue(name), flags: '' });
  }
}
