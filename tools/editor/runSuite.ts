import { runTests } from '@vscode/test-electron';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Counts } from '../test/phase.ts';
import { projectFolder } from '../project.ts';
import type { Head } from '../ray/head.ts';
import { bundledTests } from './bundleTests.ts';
import { toEnvironment } from './hostSettings.ts';
import type { HostSettings } from './hostSettings.ts';
import { writeSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import type { Suite } from './suites.ts';

const launcher = fileURLToPath(new URL('codeHost.mjs', import.meta.url));
const workspaces = path.join(projectFolder, 'test', 'editor', 'workspaces');

const examples = path.join(projectFolder, 'examples');

function settingsFor({ address }: Head): Settings {
  return {
    'openrlhf.clusters': [{ name: 'pretend', address }],
    'terminal.integrated.scrollback': 10_000,
  };
}

/**
 * Runs one suite in a window of its own, on a copy of its workspace.
 *
 * @param grep only tests whose name matches; empty for all
 * @param ray the head of a suite that needs one
 * @returns the counts that the suite wrote
 * @throws Error when the suite did not come to its end
 */
export async function runSuite(
  suite: Suite,
  editor: HostSettings['editor'],
  { grep, verbose, ray }: { readonly grep: string; readonly verbose: boolean; readonly ray: Head | undefined },
): Promise<Counts> {
  const scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'openrlhf-suite-')));
  try {
    await cp(workspaces, path.join(scratch, 'workspaces'), { recursive: true });
    const userData = path.join(scratch, 'user-data');
    if (ray) await cp(examples, path.join(scratch, 'workspaces', suite.workspace), { recursive: true });
    await writeSettings(userData, suite.trusted, ray ? settingsFor(ray) : {});
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
        ...(ray
          ? { EDITOR_TESTS_RAY: ray.address, EDITOR_TESTS_RAY_FOLDER: ray.folder, EDITOR_TESTS_RAY_BIN: ray.bin }
          : {}),
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
