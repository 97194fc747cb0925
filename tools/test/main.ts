// The test run behind `npm test`: phases, side by side where both cores help, and one closing line.
import { setMaxListeners } from 'node:events';
import { ensureOpenrlhf, openrlhfFolder } from '../cache/openrlhf.ts';
import { ensureRay, pinnedRays, usualRay } from '../cache/ray.ts';
import { ensureTorchPython } from '../cache/torchPython.ts';
import { startHead } from '../ray/head.ts';
import { versions } from '../versions.mjs';
import { build, lint, typecheck } from './checks.ts';
import { editorTests } from './editorTests.ts';
import { nodeTests } from './nodeTests.ts';
import { readOptions, usage } from './options.ts';
import type { TestOptions } from './options.ts';
import { runInTurn, runPhase, total } from './phase.ts';
import type { Counts, Phase } from './phase.ts';

/** Every pinned VS Code, or only the desktop one that the environment names. */
function editorsToTest(): readonly string[] {
  const desktop = process.env['VSCODE_EXECUTABLE'];
  return desktop === undefined || desktop === '' ? versions.editors.map(({ vscode }) => vscode) : [desktop];
}

/** Runs what the options ask for. */
async function runAll(options: TestOptions, interrupted: AbortSignal): Promise<Counts> {
  const { level, phases, grep, verbose } = options;
  const unit = nodeTests({
    name: 'unit and property tests',
    takes: (file) => !(level === 'fast' ? /^(truth|ray|editor|package)\// : /^(truth|ray|editor)\//).test(file),
    grep,
    verbose,
    // Some of them mostly wait.
    concurrency: 3,
    // These keep a core busy for long, or wait for others.
    first: ['shell/', 'client/ray', 'cli/process', 'lsp/'],
    together: [
      'text',
      'messages',
      'catalogue',
      'python',
      'launch',
      'config',
      'plan',
      'features',
      'rules',
      'client/jobs',
      'client/launch',
      'client/clusters',
      'client/logView',
    ],
  });
  const truth = nodeTests({
    name: 'truth tests',
    takes: (file) => file.startsWith('truth/'),
    grep,
    verbose: true,
    concurrency: 2,
    prepare: async () => {
      await ensureOpenrlhf();
      await ensureTorchPython();
      return undefined;
    },
  });
  const ray = nodeTests({
    name: 'tests on a real Ray',
    takes: (file) => file.startsWith('ray/'),
    grep,
    verbose: true,
    // Most of them wait for Ray.
    concurrency: 3,
    first: ['pretendTraining', 'headParts', 'cluster', 'logRestart', 'logFaults', 'likeRay'],
    prepare: () => prepareRay(level),
  });
  const editors = editorsToTest().map((vscode) => editorTests(vscode, options));

  const built =
    phases.has('build') || phases.has('editor') ? await runPhase(build, interrupted) : { passed: 0, failed: 0 };
  const chosen = (name: 'typecheck' | 'lint' | 'unit' | 'truth' | 'ray', phase: Phase) =>
    phases.has(name) ? [phase] : [];
  // Editors mostly wait; the truth tests keep the cores busy meanwhile.
  const [checked, tested] = await Promise.all([
    runInTurn(
      [...chosen('typecheck', typecheck), ...chosen('lint', lint), ...(phases.has('editor') ? editors : [])],
      interrupted,
    ),
    runInTurn([...chosen('unit', unit), ...chosen('truth', truth), ...chosen('ray', ray)], interrupted),
  ]);
  return total([built, checked, tested]);
}

/** The versions of Ray that the level asks for, and a head that the tests share. */
async function prepareRay(level: TestOptions['level']): Promise<() => Promise<void>> {
  await ensureOpenrlhf();
  for (const version of level === 'full' ? pinnedRays : [usualRay]) await ensureRay(version);
  const head = await startHead({ version: usualRay });
  process.env['RAY_TEST_ADDRESS'] = head.address;
  return head.stop;
}

async function main(): Promise<void> {
  let options: TestOptions;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exitCode = 2;
    return;
  }
  process.env['TEST_LEVEL'] = options.level;
  process.env['OPENRLHF_SRC'] = openrlhfFolder();
  const interruption = new AbortController();
  // Every test file that waits listens to it.
  setMaxListeners(0, interruption.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interruption.abort();
    });
  }
  const { passed, failed } = await runAll(options, interruption.signal);
  if (interruption.signal.aborted) {
    console.error('interrupted');
    process.exit(130);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
