import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFlow } from '../../../server/src/python/flow/flow.ts';
import type { ReturnPath } from '../../../server/src/python/flow/model.ts';
import { readOutline } from '../../../server/src/python/outline/read.ts';
import { byLevel } from '../../support/level.ts';
import { covers, type Concrete } from './covers.ts';
import { programOf, type Program } from './generate.ts';

const SEED = 20261201;

/** What Python returns, by program and call; `null` where it raises. */
function runPython(programs: readonly Program[]): (Concrete | null)[][] {
  const output = execFileSync('python3', ['-W', 'ignore', join(import.meta.dirname, 'driver.py')], {
    input: JSON.stringify(programs),
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  return JSON.parse(output) as (Concrete | null)[][];
}

function returnsOf({ code, name }: Program): readonly ReturnPath[] | null {
  const file = readOutline('file:///generated.py', 'generated', code);
  assert.equal(file.syntaxError, null, code);
  const fn = file.names.get(name);
  assert.ok(fn?.kind === 'function', code);
  return createFlow({ resolve: () => null }).returns(fn);
}

test('every value that Python returns is covered by a way out that was read', () => {
  const count = byLevel({ fast: 200, default: 800, full: 8000 });
  const programs = fc
    .sample(fc.array(fc.nat(10_000), { minLength: 60, maxLength: 260 }), { seed: SEED, numRuns: count })
    .map(programOf);
  const results = runPython(programs);
  const failures: { code: string; text: string }[] = [];
  let values = 0;
  let known = 0;
  let silent = 0;
  programs.forEach((program, index) => {
    const paths = returnsOf(program);
    if (!paths) silent++;
    results[index]?.forEach((concrete, call) => {
      if (!concrete || !paths) return;
      values++;
      if (paths.every(({ value }) => value.kind !== 'unknown')) known++;
      if (paths.some(({ value }) => covers(value, concrete))) return;
      const said = JSON.stringify(
        paths.map(({ value }) => value),
        (key, value: unknown) => (key === 'at' || key === 'keyAt' ? undefined : value),
        1,
      );
      const given = JSON.stringify(concrete);
      failures.push({
        code: program.code,
        text: `f(${program.calls[call]?.join(', ') ?? ''}) gives ${given}\nsaid: ${said}`,
      });
    });
  });
  failures.sort((a, b) => a.code.length - b.code.length);
  const [first] = failures;
  assert.equal(
    failures.length,
    0,
    first && `seed ${String(SEED)}: ${String(failures.length)} of ${String(values)}\n${first.code}\n${first.text}`,
  );
  // Silence everywhere would be sound as well.
  assert.ok(values > count, `${String(values)} values of ${String(count)} programs`);
  assert.ok(known > values / 4, `all ways are known for ${String(known)} of ${String(values)} values`);
  assert.ok(silent < count / 20, `${String(silent)} of ${String(count)} programs were given up`);
});
