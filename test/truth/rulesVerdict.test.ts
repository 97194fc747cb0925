import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY_POINTS } from '../../server/src/catalogue/schema.ts';
import { RULES } from '../../server/src/rules/registry.ts';
import { applyFix, catalogues, checkScript } from '../rules/pipeline.ts';
import { argvsOf } from '../rules/realBash.ts';
import { generate } from './binding/generate.ts';
import { parseAll, realFlags, type Verdict } from './binding/program.ts';
import { byLevel } from '../support/level.ts';

/** Errors against the real parser: a command line has one if and only if argparse refuses it. */

const SEED = Number(process.env['TEST_SEED'] ?? 20261130);
const COUNT = byLevel({ fast: 500, default: 500, full: 4000 });

/** Stage S0 less what is told of the script or of the module. */
const OURS = new Set(RULES.filter(({ stage }) => stage === 'S0').map(({ id }) => id));

/** A word in quotes, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

for (const [index, release] of catalogues.releases.entries()) {
  test(`${release}: an error where argparse refuses, and nowhere else`, async () => {
    const tag = `v${release}`;
    const flags = await realFlags(tag);
    const foreign = ENTRY_POINTS.flatMap((entry) => (flags.get(entry) ?? []).map(({ name }) => name));
    const seed = SEED + index;
    const cases = generate({ tag, flags, foreign, oldPython: false, seed }, COUNT);
    const verdicts = await parseAll(cases);
    let refused = 0;
    cases.forEach(({ entry, argv }, i) => {
      const verdict = verdicts[i]?.verdict;
      if (verdict === 'help' || argv.some((word) => word.includes('\0') || word.includes('\r'))) return;
      const text = `python3 -m openrlhf.cli.${entry} ${argv.map(quoted).join(' ')}\n`;
      const { findings } = checkScript(text, { release });
      const errors = findings.filter(
        ({ code, severity }) => severity === 'error' && (OURS.has(code) || code === 'placeholder-value'),
      );
      if (verdict === 'refused') refused++;
      assert.equal(
        errors.length > 0,
        verdict === 'refused',
        `seed ${seed}, ${JSON.stringify(verdicts[i])}:\n${text}${JSON.stringify(errors.map(({ code }) => code))}`,
      );
    });
    console.log(`${release}: ${cases.length} command lines, ${refused} refused, 0 disagreements (seed ${seed})`);
    assert.ok(refused > COUNT / 10 && refused < COUNT * 0.95);
  });
}

/** Fixes that must not change what is run. */
const HARMLESS = ['abbrev-used', 'repeated-flag'];

/** The default of the run's name is made from the clock. */
function valuesOf(verdict: Verdict | undefined): unknown {
  return verdict?.verdict === 'accepted' ? { ...verdict.values, 'logger.wandb.run_name': null } : verdict;
}

function mended(text: string, release: string): string {
  let result = text;
  for (let round = 0; round < 200; round++) {
    const [fix] = checkScript(result, { release })
      .findings.filter(({ code }) => HARMLESS.includes(code))
      .flatMap(({ fixes }) => fixes);
    if (!fix) return result;
    result = applyFix(result, fix);
  }
  throw new Error(`fixes without end:\n${text}`);
}

test('flags spelled out and repetitions removed: the real parser sees the same values', async () => {
  const release = catalogues.newest;
  const tag = `v${release}`;
  const source = { tag, flags: await realFlags(tag), foreign: ['--pretrain'], oldPython: false, seed: SEED };
  const cases = generate(source, 2 * COUNT).filter(({ argv }) => !argv.some((word) => /[\0\r]/.test(word)));
  const accepted = (await parseAll(cases)).flatMap((verdict, i) => {
    const item = cases[i];
    return item && verdict.verdict === 'accepted' ? [{ ...item, verdict }] : [];
  });
  const scripts = accepted.map(({ entry, argv }) => `python3 -m openrlhf.cli.${entry} ${argv.map(quoted).join(' ')}\n`);
  const results = scripts.map((text) => mended(text, release));
  const changed = accepted
    .map((item, i) => ({ ...item, before: scripts[i] ?? '', after: results[i] ?? '' }))
    .filter(({ before, after }) => before !== after);
  const argvs = argvsOf(changed.map(({ after }) => after)).map((launches) => launches[0]?.slice(3) ?? []);
  const verdicts = await parseAll(changed.map(({ entry }, i) => ({ tag, entry, argv: argvs[i] ?? [] })));
  changed.forEach(({ verdict, before, after }, i) => {
    assert.deepEqual(valuesOf(verdicts[i]), valuesOf(verdict), `seed ${SEED}:\n${before}\n${after}`);
  });
  console.log(`${accepted.length} accepted command lines, ${changed.length} mended, values unchanged in all`);
  assert.ok(changed.length > 20);
});
