import { runScript } from './control.ts';
import { createMachine } from './machine.ts';
import type { ScriptModel, ScriptRequest } from './model.ts';
import { parseSource } from './parse.ts';
import { foreignShell } from './shebang.ts';
import { Source } from './source.ts';

/**
 * What a bash file does, as far as OpenRLHF is concerned: its launches with their words, its assignments, and what is odd
 * about its text. It never throws, whatever the text; files it lacks come back in `needs`.
 */
export function evaluateScript(request: ScriptRequest): ScriptModel {
  const foreign = foreignShell(request.text);
  if (foreign !== undefined) return { launches: [], notes: [], assignments: [], needs: [], foreignShell: foreign };
  const m = createMachine(request);
  const { script, source } = parseSource(Source.file(request.uri, request.text));
  runScript(m, source, script.commands);
  return {
    launches: m.launches,
    notes: m.notes,
    assignments: m.assignments,
    needs: [...m.needs],
    outputs: [...m.outputs],
    others: m.others,
  };
}
