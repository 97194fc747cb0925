import { runTests } from '@vscode/test-electron';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Counts } from '../test/phase.ts';
import { projectFolder } from '../project.ts';
import { bundledTests } from './bundleTests.ts';
import { toEnvironment } from './hostSettings.ts';
import type { HostSettings } from './hostSettings.ts';
import { writeSettings } from './settings.ts';
import type { Suite } from './suites.ts';

const launcher = fileURLToPath(new URL('codeHost.mjs', import.meta.url));
const workspaces = path.join(projectFolder, 'test', 'editor', 'workspaces');

/**
 * Runs one suite in a window of its own, on a copy of its workspace.
 *
 * @param grep only tests whose name matches; empty for all
 * @returns the counts that the suite wrote
 * @throws Error when the suite did not come to its end
 */
export async function runSuite(
  suite: Suite,
  editor: HostSettings['editor'],
  { grep, verbose }: { readonly grep: string; readonly verbose: boolean },
): Promise<Counts> {
  const scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'openrlhf-suite-')));
  try {
    await cp(workspaces, path.join(scratch, 'workspaces'), { recursive: true });
    const userData = path.join(scratch, 'user-data');
    await writeSettings(userData, suite.trusted);
    const report = path.join(scratch, 'report.json');
    const failure = await runTests({
      vscodeExecutablePath: launcher,
      extensionDevelopmentPath: projectFolder,
      extensionTestsPath: path.join(bundledTests, 'index.cjs'),
      launchArgs: [
        path.join(scratch, 'workspaces', suite.workspace),
        `--user-data-dir=${userData}`,
        `--extensions-dir=${path.join(scratch, 'extensions')}`,
      ],
      extensionTestsEnv: {
        ...toEnvironment({ editor, trusted: suite.trusted, verbose }),
        EDITOR_TESTS: path.join(bundledTests, suite.name),
        EDITOR_TESTS_REPORT: report,
        EDITOR_TESTS_GREP: grep,
      },
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return checked(await readReport(report), failure);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readReport(file: string): Promise<Counts | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Counts;
  } catch {
    return undefined;
  }
}

/** The counts, when they and the end of the window tell the same. */
function checked(counts: Counts | undefined, failure: unknown): Counts {
  if (counts === undefined) throw new Error('the suite wrote no counts', { cause: failure });
  if (failure !== undefined && counts.failed === 0) throw new Error('the window failed', { cause: failure });
  return counts;
}
