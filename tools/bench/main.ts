import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { pinnedRays } from '../cache/ray.ts';
import { buildOnce } from './build.ts';
import { benchEditing } from './editing.ts';
import { benchLinting } from './linting.ts';
import { benchLog } from './log.ts';
import { benchPackaging } from './packaging.ts';
import { tablesOf } from './table.ts';
import { benchTyping } from './typing.ts';
import type { SectionResult } from './table.ts';

/** What can be measured, by the name that the command line takes. */
const sections = {
  editing: benchEditing,
  typing: benchTyping,
  linting: benchLinting,
  packaging: benchPackaging,
  log: benchLog,
} as const;

type Section = keyof typeof sections;

function isSection(word: string): word is Section {
  return Object.hasOwn(sections, word);
}

function load(): string {
  return (loadavg()[0] ?? NaN).toFixed(1);
}

// `npm run bench [-- editing typing linting packaging log --runs 5]`: prints tables in Markdown, see docs/benchmarks.md.
const words = process.argv.slice(2);
const at = words.indexOf('--runs');
const runs = at === -1 ? 5 : Number(words[at + 1]);
const asked = words.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
const unknown = asked.filter((word) => !isSection(word));
if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(`Expected: npm run bench [-- ${Object.keys(sections).join(' ')} --runs N], not ${words.join(' ')}`);
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
for (const name of (asked.length === 0 ? Object.keys(sections) : asked).filter(isSection)) {
  const before = load();
  results.push(await sections[name]({ version, runs, scratch }));
  loads.push(`${name} ${before} to ${load()}`);
}
const cpu = cpus();
console.log(
  `Node ${process.version}, Ray ${version}, ${cpu.length} × ${cpu[0]?.model.trim() ?? 'CPU'}, ${process.platform} ${process.arch}; ` +
    `${runs} runs, in turn; minimum / median / maximum. Load of the machine: ${loads.join(', ')}.\n`,
);
console.log(tablesOf(results));
for (const { note } of results) if (note !== undefined) console.log(`\n${note}`);
