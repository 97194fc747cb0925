import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { TestEvent } from 'node:test/reporters';
import { projectFolder } from '../project.ts';
import { bundleTests } from './bundle.ts';
import { NodeTestReport } from './nodeTestReport.ts';
import type { Phase } from './phase.ts';

/** Milliseconds for one file, at the full level too. */
const limit = 25 * 60_000;

/** Which files a phase of `node:test` tests takes, and how. */
export interface NodeTests {
  readonly name: string;
  /** Whether a test file belongs to the phase; its path below `test/`, with slashes. */
  readonly takes: (file: string) => boolean;
  readonly grep: RegExp | undefined;
  /** Whether to show what passing tests print, such as counts. */
  readonly verbose: boolean;
  /** Files at once. */
  readonly concurrency: number;
  /** Files that begin first, as they take longest; a part of their path is enough. */
  readonly first?: readonly string[];
  /** Folders below `test/` whose files run in one process: starting one costs more than most files. */
  readonly together?: readonly string[];
  /** Runs first: what the tests need. What it resolves with runs at the end. */
  readonly prepare?: () => Promise<(() => Promise<void>) | undefined>;
}

/** A phase of `node:test` tests, each file in a process of its own, but for those of the folders that run together. */
export function nodeTests({
  name,
  takes,
  grep,
  verbose,
  concurrency,
  first = [],
  together = [],
  prepare,
}: NodeTests): Phase {
  return {
    name,
    run: async (print, interrupted) => {
      const files = inOrder(testFiles().filter(takes), first);
      if (files.length === 0) return { passed: 0, failed: 0 };
      const cleanUp = await prepare?.();
      try {
        const report = new NodeTestReport(print, verbose, files.map(absolute));
        const entries = await entriesOf(name, files, together);
        // The processes of the files get these options: no translation of sources, but places in the sources.
        process.execArgv = ['--enable-source-maps'];
        const events: AsyncIterable<TestEvent> = run({
          files: entries,
          concurrency,
          // A file that does not end would hold everything up.
          timeout: limit,
          signal: interrupted,
          ...(grep === undefined ? {} : { testNamePatterns: grep }),
        });
        for await (const event of events) report.take(event);
        if (grep === undefined) report.missing();
        return report.counts();
      } finally {
        await cleanUp?.();
      }
    },
  };
}

function absolute(file: string): string {
  return path.join(projectFolder, 'test', file);
}

/** What to run: the bundle of each file, and for each folder that runs together one module that imports its bundles. */
async function entriesOf(phase: string, files: readonly string[], together: readonly string[]): Promise<string[]> {
  const folder = path.join(projectFolder, 'out', 'tests', phase.replaceAll(' ', '-'));
  const bundles = await bundleTests(files.map(absolute), absolute(''), folder);
  const tests = files.map((file, i) => ({
    bundle: bundles[i] ?? absolute(file),
    group: together.find((name) => file.startsWith(`${name}/`)),
  }));
  const groups = together.map((name) => ({ name, own: tests.filter(({ group }) => group === name) }));
  const entries: string[] = [];
  for (const { name, own } of groups.filter((group) => group.own.length > 0)) {
    const entry = path.join(folder, `${name.replaceAll('/', '-')}.test.mjs`);
    await writeFile(entry, own.map(({ bundle }) => `import '${pathToFileURL(bundle).href}';\n`).join(''));
    entries.push(entry);
  }
  return [...entries, ...tests.filter(({ group }) => group === undefined).map(({ bundle }) => bundle)];
}

/** The same files, those first whose path has a part of the list. */
function inOrder(files: readonly string[], first: readonly string[]): readonly string[] {
  const rank = (file: string): number => {
    const at = first.findIndex((part) => file.includes(part));
    return at < 0 ? first.length : at;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}

/** Every test file, by its path below `test/` with slashes, in a fixed order. */
function testFiles(): readonly string[] {
  return readdirSync(path.join(projectFolder, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
}
