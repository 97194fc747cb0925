import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ReturnPath, Value } from '../../../server/src/python/flow/model.ts';
import { byLevel } from '../../support/level.ts';
import { covers, type Concrete } from './covers.ts';
import { ARGUMENTS, programOf, type Program } from './generate.ts';
import { functionOf, runPython, workspace } from './runs.ts';
import { show } from './show.ts';

const SEED = 20261201;

interface Tally {
  values: number;
  known: number;
  givenUp: number;
  readonly wrong: { readonly code: string; readonly text: string }[];
}

const programs = fc
  .sample(fc.array(fc.nat(10_000), { minLength: 40, maxLength: 200 }), {
    seed: SEED,
    numRuns: byLevel({ fast: 150, default: 600, full: 8000 }),
  })
  .map(programOf);
const results = runPython(programs);

/** Compares what is said of each program with what Python returned from one of its calls. */
function compare(
  say: (program: Program, call: readonly string[]) => readonly ReturnPath[] | null,
  calls: number,
): Tally {
  const tally: Tally = { values: 0, known: 0, givenUp: 0, wrong: [] };
  programs.forEach((program, index) => {
    results[index]?.forEach((concrete: Concrete | null, number) => {
      if (!concrete || number % (16 / calls) !== index % (16 / calls)) return;
      const call = program.calls[number] ?? [];
      const paths = say(program, call);
      tally.values++;
      if (!paths) tally.givenUp++;
      else if (paths.every(({ value }) => value.kind !== 'unknown')) tally.known++;
      if (!paths || paths.some(({ value }) => covers(value, concrete))) return;
      const said = paths.map(({ value }) => show(value)).join('\n      ');
      tally.wrong.push({
        code: program.code,
        text: `f(${call.join(', ')}) gives ${JSON.stringify(concrete)}\nsaid: ${said}`,
      });
    });
  });
  tally.wrong.sort((a, b) => a.code.length - b.code.length);
  return tally;
}

function check({ values, known, givenUp, wrong }: Tally, least: number): void {
  const [first] = wrong;
  const report =
    first && `seed ${String(SEED)}: ${String(wrong.length)} of ${String(values)}\n${first.code}\n${first.text}`;
  assert.equal(wrong.length, 0, report);
  // Silence everywhere would be sound as well.
  assert.ok(values > programs.length, `only ${String(values)} values came back`);
  assert.ok(known > values * least, `${String(known)} of ${String(values)} values are known on every way`);
  assert.ok(givenUp < values * 0.08, `${String(givenUp)} of ${String(values)} were given up`);
}

function flowOf(program: Program, given?: ReadonlyMap<number, Value>): readonly ReturnPath[] | null {
  const { flow, file } = workspace({ generated: program.code });
  assert.equal(file('generated').syntaxError, null, program.code);
  return flow.returns(functionOf(file('generated'), program.name), given);
}

test('every value that Python returns is covered by a way out that was read', () => {
  const read = new Map(programs.map((program) => [program, flowOf(program)]));
  check(
    compare((program) => read.get(program) ?? null, 16),
    0.05,
  );
});

test('so it is where the arguments are said', () => {
  const say = (program: Program, call: readonly string[]): readonly ReturnPath[] | null =>
    flowOf(
      program,
      new Map(call.flatMap((written, place) => (ARGUMENTS[written] ? [[place, ARGUMENTS[written]] as const] : []))),
    );
  check(compare(say, 4), 0.8);
});
