// Records what the real executors say of every case: node --import tsx test/truth/contracts/record.ts [PATTERN]
// With a pattern only shows what they say of the cases whose id holds it.
import { rename, writeFile } from 'node:fs/promises';
import { allCases } from './cases.ts';
import { judge, judgedReleases } from './harness.ts';
import { recordedPath, summed, toRecord } from './recorded.ts';

const pattern = process.argv[2];
const cases = allCases().filter(({ id }) => pattern === undefined || id.includes(pattern));
const judged = new Map<(typeof judgedReleases)[number], Awaited<ReturnType<typeof judge>>>();
for (const release of judgedReleases) judged.set(release, await judge(release, cases));
const record = toRecord(cases, judged);
if (pattern === undefined) {
  await writeFile(`${recordedPath}.new`, `${JSON.stringify(record, null, 1)}\n`);
  await rename(`${recordedPath}.new`, recordedPath);
  for (const line of summed(cases, record)) console.log(line);
} else {
  console.log(JSON.stringify(record, null, 1));
}
