import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { ContractCase } from './corpus.ts';
import { judgedReleases, Verdict, type Judged, type JudgedRelease } from './harness.ts';

/** Where the verdicts are kept, apart from everything that the checker is made of. */
export const recordedPath = fileURLToPath(new URL('../../contracts/verdicts.json', import.meta.url));

const Entry = z.object({
  /** What releases say, each with the releases that say it. */
  verdicts: z.array(z.object({ releases: z.array(z.enum(judgedReleases)), verdict: Verdict })),
  /** Lines of `return` statements that no sample came to in any release. */
  unreached: z.optional(z.array(z.number())),
});
const Recorded = z.record(z.string(), Entry);
export type Recorded = z.infer<typeof Recorded>;

/** The verdicts as they are committed. */
export function readRecorded(): Recorded {
  return Recorded.parse(JSON.parse(readFileSync(recordedPath, 'utf8')));
}

/** What a release says of a case. */
export function verdictOf(record: Recorded, id: string, release: JudgedRelease): Verdict {
  const found = record[id]?.verdicts.find(({ releases }) => releases.includes(release));
  if (found === undefined) throw new Error(`no verdict on ${id} is recorded for ${release}`);
  return found.verdict;
}

/** Verdicts in the form in which they are committed. */
export function toRecord(
  cases: readonly ContractCase[],
  judged: ReadonlyMap<JudgedRelease, ReadonlyMap<string, Judged>>,
): Recorded {
  const record: Recorded = {};
  for (const { id } of cases) {
    const verdicts: { releases: JudgedRelease[]; verdict: Verdict }[] = [];
    let unreached: readonly number[] | undefined;
    for (const [release, byId] of judged) {
      const one = byId.get(id);
      if (one === undefined) continue;
      const same = verdicts.find(({ verdict }) => JSON.stringify(verdict) === JSON.stringify(one.verdict));
      if (same === undefined) verdicts.push({ releases: [release], verdict: one.verdict });
      else same.releases.push(release);
      unreached = unreached === undefined ? one.unreached : unreached.filter((line) => one.unreached.includes(line));
    }
    record[id] = {
      verdicts,
      ...(unreached === undefined || unreached.length === 0 ? {} : { unreached: [...unreached] }),
    };
  }
  return record;
}

/** Counts by claim and worst verdict, as lines. */
export function summed(cases: readonly ContractCase[], record: Recorded): readonly string[] {
  const counts = new Map<string, number>();
  for (const { id, role, claim } of cases) {
    const kinds = new Set(record[id]?.verdicts.map(({ verdict }) => verdict.verdict));
    const worst = kinds.has('fails') ? 'fails' : kinds.has('silent') ? 'silent' : 'ok';
    const key = `${role}, claimed ${claim}: ${worst}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${key} ${String(count)}`).concat(`${String(cases.length)} cases`);
}
