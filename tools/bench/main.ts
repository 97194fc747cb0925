import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { pinnedRays } from '../cache/ray.ts';
import { buildOnce } from './build.ts';
import { benchLog } from './log.ts';
import { benchPackaging } from './packaging.ts';
import { tableOf } from './table.ts';
import { measureTyping, typingTable } from './typing.ts';
import type { SectionResult } from './table.ts';

/** What can be measured, by the name that the command line takes. */
const sections = { packaging: benchPackaging, log: benchLog } as const;

type Section = keyof typeof sections;

function isSection(word: string): word is Section {
  return Object.hasOwn(sections, word);
}

function load(): string {
  return (loadavg()[0] ?? NaN).toFixed(1);
}

// `npm run bench [-- packaging log typing --runs 5]`: prints a table in Markdown, see docs/ray/benchmarks.md.
const words = process.argv.slice(2);
const at = words.indexOf('--runs');
const runs = at === -1 ? 5 : Number(words[at + 1]);
const asked = words.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
const unknown = asked.filter((word) => !isSection(word) && word !== 'typing');
if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(
    `Expected: npm run bench [-- ${Object.keys(sections).join(' ')} typing --runs N], not ${words.join(' ')}`,
  );
  process.exit(1);
}
buildOnce();
const version = pinnedRays[1] ?? '2.55.0';
const results: SectionResult[] = [];
const loads: string[] = [];
const scratch = await mkdtemp(path.join(tmpdir(), 'openrlhf-bench-'));
// What was started ends with this process, also when it is told to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  rmSync(scratch, { recursive: true, force: true });
});
for (const name of asked.length === 0 ? (['packaging', 'log'] as const) : asked.filter(isSection)) {
  const before = load();
  results.push(await sections[name]({ version, runs, scratch }));
  loads.push(`${name} ${before} to ${load()}`);
}
const cpu = cpus();
console.log(
  `Node ${process.version}, Ray ${version}, ${cpu.length} × ${cpu[0]?.model.trim() ?? 'CPU'}, ${process.platform} ${process.arch}; ` +
    `${runs} runs, in turn; minimum / median / maximum. Load of the machine: ${loads.join(', ')}.\n`,
);
if (results.length > 0) console.log(tableOf(results));
for (const { note } of results) if (note !== undefined) console.log(`\n${note}`);
if (asked.length === 0 || asked.includes('typing')) {
  console.log(`\nKeystroke to diagnostics; load ${load()}.\n\n${typingTable(await measureTyping())}`);
}
