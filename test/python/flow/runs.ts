import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createFlow } from '../../../server/src/python/flow/flow.ts';
import type { Flow } from '../../../server/src/python/flow/model.ts';
import type { FunctionOutline, PythonFile } from '../../../server/src/python/outline/model.ts';
import { readOutline } from '../../../server/src/python/outline/read.ts';
import type { Concrete } from './covers.ts';

export interface Run {
  readonly code: string;
  readonly name: string;
  /** Arguments of each call, as Python writes them. */
  readonly calls: readonly (readonly string[])[];
}

/** What Python returns, by program and call; `null` where it raises. Machines without torch take `standin.py` for it. */
export function runPython(runs: readonly Run[]): (Concrete | null)[][] {
  const output = execFileSync('python3', ['-W', 'ignore', join(import.meta.dirname, 'driver.py')], {
    input: JSON.stringify(runs),
    maxBuffer: 1 << 30,
    encoding: 'utf8',
    timeout: 600_000,
  });
  return JSON.parse(output) as (Concrete | null)[][];
}

/** Files of a workspace by module name, with their flow. */
export function workspace(texts: Readonly<Record<string, string>>): {
  flow: Flow;
  file: (module: string) => PythonFile;
} {
  const files = new Map(
    Object.entries(texts).map(([module, text]) => [
      module,
      readOutline(`file:///w/${module.replaceAll('.', '/')}.py`, module, text),
    ]),
  );
  const flow = createFlow({
    resolve: (_, module) => files.get(module.replace(/^\.+/, '')) ?? null,
  });
  return {
    flow,
    file: (module) => {
      const file = files.get(module);
      assert.ok(file, module);
      return file;
    },
  };
}

/** A function of a file, or a method as `Class.name`. */
export function functionOf(file: PythonFile, name: string): FunctionOutline {
  const [first = '', method] = name.split('.');
  const definition = file.names.get(first);
  const found = method === undefined ? definition : definition?.kind === 'class' && definition.methods.get(method);
  assert.ok(found && found.kind === 'function', `${name} in ${file.uri}`);
  return found;
}
