import { cp } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../cache/chromium.ts';
import { ensureOpenrlhf } from '../cache/openrlhf.ts';
import { ensureTorchPython } from '../cache/torchPython.ts';
import { startSession } from '../editor/session.ts';
import { Hands } from '../editor/hands.ts';
import { openWindow } from '../editor/window.ts';
import type { OpenWindow, WindowOptions } from '../editor/window.ts';
import { Workbench } from '../editor/workbench.ts';
import { projectFolder } from '../project.ts';
import { processesUsing } from '../ray/leftovers.ts';
import { fixExample } from './fixExample.ts';
import { realVerdict, runUnderBash } from './launches.ts';
import type { RealLaunch } from './launches.ts';
import { startLocalRay } from './localRay.ts';
import { agentCheck, badFlagCheck, neverFitsCheck, rayCheck } from './rayCheck.ts';
import { step } from './step.ts';
import { tryFileCheck } from './tryFileCheck.ts';

const release = '0.11.2';
const example = 'mistakes.sh';
/** How long the steps of a training take together: long enough to stop one in the middle. */
const secondsOfRun = 15;

/**
 * Does what a person would do with the example of planted mistakes, and asks the real program about the result; then what one
 * would do with the correct example, and asks Ray.
 *
 * @returns the exit code
 */
export async function check(): Promise<number> {
  const source = await step('the releases of OpenRLHF are there', ensureOpenrlhf);
  const chromium = await step('Chromium is there', ensureChromium);
  const python = await step('a Python with torch is there', ensureTorchPython);
  const session = await step('VS Code is served, with the extension installed', () =>
    startSession({ settings: { 'openrlhf.pythonPath': python } }),
  );
  try {
    const workspace = path.join(session.scratch, 'examples');
    const file = path.join(workspace, example);
    await cp(path.join(projectFolder, 'examples'), workspace, { recursive: true });
    for (const script of ['bad_flag.sh', 'too_large.sh']) {
      await cp(path.join(projectFolder, 'test', 'editor', 'workspaces', 'ray', script), path.join(workspace, script));
    }
    const before = await step('bash and the real parser refuse the example', async () => {
      const run = await runUnderBash(file);
      if (run.status === 0) throw new Error('bash runs it to the end');
      const refusals = await refusalsOf(run.launches, source);
      if (refusals.length === 0) throw new Error('the parser accepts it');
      return run.launches.length;
    });
    await inWindow({ port: session.port, chromium, workspace, file }, ({ page }) =>
      fixExample(new Workbench(page), file),
    );
    await step(`bash runs all ${before} launches now, and the parser of OpenRLHF ${release} accepts them`, async () => {
      const run = await runUnderBash(file);
      if (run.status !== 0) throw new Error(`bash ends with ${run.status}`);
      if (run.launches.length !== before) throw new Error(`${run.launches.length} launches instead of ${before}`);
      const refusals = await refusalsOf(run.launches, source);
      if (refusals.length > 0) throw new Error(refusals.join('\n'));
    });
    const reward = path.join(workspace, 'reward_func.py');
    await inWindow({ port: session.port, chromium, workspace, file: reward }, ({ page }) =>
      tryFileCheck(new Hands(page)),
    );
    const head = await step('a local Ray with 8 pretend GPUs runs', () => startLocalRay(secondsOfRun));
    try {
      for (const [script, act] of [
        ['train_ppo.sh', rayCheck],
        ['train_agent.sh', agentCheck],
        ['bad_flag.sh', badFlagCheck],
        ['too_large.sh', neverFitsCheck],
      ] as const) {
        const file = path.join(workspace, script);
        await inWindow({ port: session.port, chromium, workspace, file }, ({ page }) => act(new Hands(page), head));
      }
    } finally {
      await head.stop();
    }
    await step('nothing of Ray is left', async () => {
      const end = Date.now() + 15_000;
      let left = await processesUsing(head.folder);
      // Workers that lost their node need a moment to notice it.
      while (left.length > 0 && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        left = await processesUsing(head.folder);
      }
      if (left.length > 0) throw new Error(`the processes ${left.join(', ')} still run`);
    });
    console.log('\nIt works.');
    return 0;
  } catch (error) {
    console.error(`\nIt does not work: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await session.stop();
  }
}

/** Does something in a window of its own; a picture tells how it was when that fails. */
async function inWindow(options: WindowOptions, action: (window: OpenWindow) => Promise<void>): Promise<void> {
  const window = await openWindow(options);
  try {
    await action(window);
  } catch (error) {
    await window.page.screenshot({ path: path.join(projectFolder, 'out', 'try-check.png') });
    console.error('The window as it was then: out/try-check.png');
    throw error;
  } finally {
    await window.close();
  }
}

/** What the real program says of the launches that it refuses. */
async function refusalsOf(launches: readonly RealLaunch[], source: string): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const launch of launches) {
    const { ok, message } = await realVerdict(release, launch, source);
    if (!ok) refusals.push(`${launch.entryPoint}: ${String(message)}`);
  }
  return refusals;
}
