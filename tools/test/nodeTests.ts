import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { projectFolder } from '../project.ts';
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
  /** Runs first: what the tests need. What it resolves with runs at the end. */
  readonly prepare?: () => Promise<(() => Promise<void>) | undefined>;
}

/** A phase of `node:test` tests, each file in a process of its own. */
export function nodeTests({ name, takes, grep, verbose, concurrency, first = [], prepare }: NodeTests): Phase {
  return {
    name,
    run: async (print, interrupted) => {
      const files = inOrder(testFiles().filter(takes), first);
      if (files.length === 0) return { passed: 0, failed: 0 };
      const cleanUp = await prepare?.();
      try {
        const report = new NodeTestReport(print, verbose);
        const events: AsyncIterable<TestEvent> = run({
          files: files.map((file) => path.join(projectFolder, 'test', file)),
          concurrency,
          // A file that does not end would hold everything up.
          timeout: limit,
          signal: interrupted,
          ...(grep === undefined ? {} : { testNamePatterns: grep }),
        });
        for await (const event of events) report.take(event);
        return report.counts();
      } finally {
        await cleanUp?.();
      }
    },
  };
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
