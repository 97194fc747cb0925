import { cpus } from 'node:os';
import { pinnedRays } from '../cache/ray.ts';
import { buildOnce } from './build.ts';
import { benchLog } from './log.ts';
import { benchPackaging } from './packaging.ts';

/** What can be measured, by the name that the command line takes. */
const sections = { packaging: benchPackaging, log: benchLog } as const;

type Section = keyof typeof sections;

function isSection(word: string): word is Section {
  return Object.hasOwn(sections, word);
}

// `npm run bench [-- packaging log --runs 5]`: prints tables in Markdown, see docs/ray/benchmarks.md.
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
const cpu = cpus();
console.log(
  `Node ${process.version}, Ray ${version}, ${cpu.length} × ${cpu[0]?.model.trim() ?? 'CPU'}, ${process.platform} ${process.arch}; ` +
    `${runs} runs, in turn; minimum / median / maximum\n`,
);
for (const name of asked.length === 0 ? (['packaging', 'log'] as const) : asked.filter(isSection)) {
  await sections[name]({ version, runs });
}
