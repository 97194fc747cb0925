import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import type { EntryPointSpec } from '../../server/src/catalogue/schema.ts';
import { bind } from '../../server/src/launch/bind.ts';
import type { PythonValue } from '../../server/src/launch/binding.ts';
import { difference, known } from './binding/compare.ts';
import { generate, type Source } from './binding/generate.ts';
import {
  parseAll,
  pythonVersion,
  realFlags,
  runAll,
  type Case,
  type FullRun,
  type Values,
  type Verdict,
} from './binding/program.ts';
import { byLevel } from '../support/level.ts';

/** Our binding against the real program, on generated command lines of every release. */

const RELEASES = ['0.10.2', '0.10.3', '0.10.4', '0.11.0', '0.11.1', '0.11.2'];
const COUNT = byLevel({ fast: 5_000, default: 5_000, full: 20_000 });
/** Cases that the whole program runs too, over all releases. */
const FULL_RUNS = 300;
const SEED = Number(process.env['TEST_SEED'] ?? 20260);

const catalogues = createCatalogues();

function entryPoint({ tag, entry }: Case): EntryPointSpec {
  const found = catalogues.entryPoint(tag.slice(1), entry);
  assert.ok(found, `the catalogue has no ${entry} of ${tag}`);
  return found.spec;
}

function differences(cases: readonly Case[], verdicts: readonly Verdict[]): string[] {
  return cases.flatMap((item, index) => {
    const real = verdicts[index];
    assert.ok(real);
    const told = difference(bind(entryPoint(item), known(item.argv)), real);
    return told === null ? [] : [`${item.entry} ${item.tag} ${JSON.stringify(item.argv)}: ${told}`];
  });
}

function tally(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    const key = verdict.verdict === 'refused' ? verdict.kind : verdict.verdict;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

describe('binding and the real parser', { concurrency: 2 }, () => {
  let oldPython = false;
  const flags = new Map<string, Source['flags']>();
  let foreign: string[] = [];

  before(async () => {
    const [major = 0, minor = 0] = await pythonVersion();
    oldPython = major === 3 && minor < 12;
    const tags = RELEASES.map((release) => `v${release}`);
    for (const tag of tags) flags.set(tag, await realFlags(tag));
    const flat = JSON.parse(readFileSync(new URL('../facts/flag_renames.json', import.meta.url), 'utf8')) as {
      renames: Record<string, Record<string, unknown>>;
    };
    const options = [...flags.values()].flatMap((parsers) => [...parsers.values()].flat().map(({ name }) => name));
    foreign = [...new Set([...options, ...Object.values(flat.renames).flatMap((names) => Object.keys(names))])];
  });

  for (const [index, release] of RELEASES.entries()) {
    test(`${release}: ${COUNT} command lines`, async (t) => {
      const tag = `v${release}`;
      const seed = SEED + index * 1_000_003;
      const source = { tag, flags: flags.get(tag) ?? new Map<string, never>(), foreign, oldPython, seed };
      const cases = generate(source, COUNT);
      const verdicts = await parseAll(cases);
      const wrong = differences(cases, verdicts);
      t.diagnostic(
        `${release}, seed ${seed}: ${cases.length} lines, ${wrong.length} disagreements; ${tally(verdicts)}`,
      );
      assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} disagreements, seed ${seed}`);

      const step = Math.floor(COUNT / (FULL_RUNS / RELEASES.length));
      const sample = cases.flatMap((item, at) => (at % step === 0 ? [{ item, verdict: verdicts[at] }] : []));
      const runs = await runAll(sample.map(({ item }) => item));
      const unlike = sample.filter(({ verdict }, at) => !agrees(verdict, runs[at]));
      assert.deepEqual(unlike.slice(0, 5), [], 'the parser alone and the whole program differ');
      const withArguments = runs.filter(({ args }) => args !== undefined).length;
      assert.ok(withArguments > 0);
      t.diagnostic(
        `${release}: ${sample.length} of them with the same answer from the whole program, ${withArguments} with its arguments`,
      );
    });
  }
});

/** True if the whole program went as the parser alone says. */
function agrees(verdict: Verdict | undefined, run: FullRun | undefined): boolean {
  if (verdict === undefined || run === undefined) return false;
  switch (verdict.verdict) {
    case 'help':
      return run.stage === 'argparse' && run.code === 0;
    case 'refused':
      return run.stage === 'argparse' && run.code === 2 && run.message?.endsWith(verdict.last) === true;
    case 'accepted':
      return run.stage !== 'argparse' && sameArguments(verdict.values, run);
  }
}

/** True if the program's arguments, before its own checks change them, are those that the parser alone gives. */
function sameArguments(values: Values, { args = {}, mutated = {} }: FullRun): boolean {
  return Object.entries(args).every(([dest, value]) => {
    const parsed = values[dest];
    // Arguments that the program adds itself, and a name made from the clock.
    if (parsed === undefined || dest === CLOCK) return true;
    return isDeepStrictEqual(plain(parsed), mutated[dest] === undefined ? value : mutated[dest].from);
  });
}

const CLOCK = 'logger.wandb.run_name';
const NON_FINITE: Readonly<Record<string, string>> = { inf: 'Infinity', '-inf': '-Infinity', nan: 'NaN' };

/** A value as `oracle.py` prints it. */
function plain({ type, value }: PythonValue): unknown {
  if (typeof value === 'object' && value !== null) return value.map(plain);
  if (type === 'int') return Number(value);
  return type === 'float' && typeof value === 'string' ? NON_FINITE[value] : value;
}
