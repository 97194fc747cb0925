// Our checks against the recorded verdicts of the real executors: never an error on a file that trains, and nearly every
// file that ends a run is told.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import * as z from 'zod/mini';
import type { Finding } from '../../../server/src/rules/model.ts';
import { raising } from '../../../server/src/rules/python/raising.ts';
import { byLevel } from '../../support/level.ts';
import { allCases } from './cases.ts';
import { findingsOn } from './checked.ts';
import type { ContractCase } from './corpus.ts';
import { judgedReleases, type JudgedRelease, type Verdict } from './harness.ts';
import { readRecorded, verdictOf } from './recorded.ts';

/** At least this share of the files that end a run is told as an error or a warning. */
const TOLD = 0.9;

const releases = byLevel<readonly JudgedRelease[]>({
  fast: ['v0.11.2'],
  default: ['v0.11.0', 'v0.11.2'],
  full: judgedReleases,
});
const cases = allCases();
const Misses = z.record(z.string(), z.string());

/** Classes of which no file is told, with the reason. */
const UNTOLD: Readonly<Record<string, string>> = {
  'server/empty-batches': 'told at the URLs of the launch, by http-multi-url',
};

/** Rules whose warnings a file that trains must not get either. */
const RAISING = new Set(raising.rules.map(({ id }) => id));

interface Checked {
  readonly one: ContractCase;
  readonly release: JudgedRelease;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

const checked: Checked[] = [];
const told = ({ findings }: Checked): boolean =>
  findings.some(({ severity }) => severity === 'error' || severity === 'warning');
const describeFindings = (findings: readonly Finding[]): string =>
  findings.map(({ code, severity }) => `${severity} ${code}`).join(', ');

before(async () => {
  const record = readRecorded();
  for (const one of cases) {
    for (const release of releases) {
      const verdict = verdictOf(record, one.id, release);
      checked.push({ one, release, verdict, findings: await findingsOn(one, release) });
    }
  }
});

describe('the checks of Python files and the real executors', () => {
  it('no error on a file that the release trains on', () => {
    const alarms = checked
      .filter(({ verdict, findings }) => verdict.verdict === 'ok' && findings.some((one) => one.severity === 'error'))
      .map(({ one, release, findings }) => `${one.id} (${release}): ${describeFindings(findings)}`);
    assert.deepEqual(alarms, []);
    console.log(`${String(checked.filter(({ verdict }) => verdict.verdict === 'ok').length)} times without an error`);
  });

  it('of what raises on some samples, no word on a file that the release trains on', () => {
    const said = checked
      .filter(({ verdict }) => verdict.verdict === 'ok')
      .flatMap(({ one, findings }) =>
        findings.filter(({ code }) => RAISING.has(code)).map(({ code }) => `${one.id}: ${code}`),
      );
    assert.deepEqual(said, []);
  });

  it('nearly every file that ends a run is told, and the others are listed with the reason', () => {
    const failing = checked.filter(({ verdict }) => verdict.verdict === 'fails');
    const files = new Set(failing.map(({ one }) => one.id));
    const missed = new Set(failing.filter((one) => !told(one)).map(({ one }) => one.id));
    const text = readFileSync(new URL('../../contracts/misses.json', import.meta.url), 'utf8');
    const listed = Misses.parse(JSON.parse(text));
    console.log(`${String(files.size - missed.size)} of ${String(files.size)} files that end a run are told`);
    assert.deepEqual(
      [...missed].sort(),
      Object.keys(listed)
        .filter((id) => files.has(id))
        .sort(),
    );
    assert.ok(missed.size <= (1 - TOLD) * files.size, `${String(missed.size)} of ${String(files.size)} are not told`);
    assert.ok(Object.values(listed).every((reason) => reason.length > 10));
  });

  it('every class of mistakes is told at least once', () => {
    const classes = new Map<string, boolean>();
    for (const each of checked) {
      const { role, className, claim } = each.one;
      if (className === 'generated' || claim === 'good' || claim === 'advice') continue;
      const key = `${role}/${className}`;
      const noticed = claim === 'silent' ? each.findings.length > 0 : told(each);
      classes.set(key, classes.get(key) === true || (each.verdict.verdict !== 'ok' && noticed));
    }
    const never = [...classes].filter(([, once]) => !once).map(([key]) => key);
    assert.deepEqual(never.sort(), Object.keys(UNTOLD).sort());
    console.log(`${String(classes.size)} classes`);
  });
});
