// Records what the real executors say:
//   node --import tsx test/truth/contracts/record.ts             of every case, anew
//   node --import tsx test/truth/contracts/record.ts --missing   of cases that have no verdict yet; drops those that are gone
//   node --import tsx test/truth/contracts/record.ts PATTERN     only shows what they say of cases whose id holds it
import { rename, writeFile } from 'node:fs/promises';
import { allCases } from './cases.ts';
import type { ContractCase } from './corpus.ts';
import { judge, judgedReleases } from './harness.ts';
import { readRecorded, recordedPath, summed, toRecord, type Recorded } from './recorded.ts';

const [pattern] = process.argv.slice(2);
const cases = allCases();

if (pattern === undefined) {
  await write(await judged(cases));
} else if (pattern === '--missing') {
  const before = readRecorded();
  const added = await judged(cases.filter(({ id }) => before[id] === undefined));
  const all = { ...before, ...added };
  await write(Object.fromEntries(cases.flatMap(({ id }) => (all[id] === undefined ? [] : [[id, all[id]]]))));
} else {
  console.log(JSON.stringify(await judged(cases.filter(({ id }) => id.includes(pattern))), null, 1));
}

async function judged(chosen: readonly ContractCase[]): Promise<Recorded> {
  const byRelease = new Map<(typeof judgedReleases)[number], Awaited<ReturnType<typeof judge>>>();
  for (const release of judgedReleases) byRelease.set(release, await judge(release, chosen));
  return toRecord(chosen, byRelease);
}

async function write(record: Recorded): Promise<void> {
  await writeFile(`${recordedPath}.new`, `${JSON.stringify(record, null, 1)}\n`);
  await rename(`${recordedPath}.new`, recordedPath);
  for (const line of summed(cases, record)) console.log(line);
}
