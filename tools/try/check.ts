import { cp } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../cache/chromium.ts';
import { ensureOpenrlhf } from '../cache/openrlhf.ts';
import { startSession } from '../editor/session.ts';
import { openWindow } from '../editor/window.ts';
import { Workbench } from '../editor/workbench.ts';
import { projectFolder } from '../project.ts';
import { fixExample } from './fixExample.ts';
import { realLaunches, realVerdict } from './launches.ts';
import { step } from './step.ts';

const release = '0.11.2';
const example = 'mistakes.sh';

/**
 * Does what a person would do with the example of planted mistakes, and asks the real program about the result.
 *
 * @returns the exit code
 */
export async function check(): Promise<number> {
  const source = await step('the releases of OpenRLHF are there', ensureOpenrlhf);
  const chromium = await step('Chromium is there', ensureChromium);
  const session = await step('VS Code is served, with the extension installed', () => startSession());
  try {
    const workspace = path.join(session.scratch, 'examples');
    const file = path.join(workspace, example);
    await cp(path.join(projectFolder, 'examples'), workspace, { recursive: true });
    const before = await step('bash starts the launches of the example', () => realLaunches(file));
    await step('the real parser refuses each of them', async () => {
      for (const launch of before) {
        if ((await realVerdict(release, launch, source)).ok) throw new Error(`${launch.entryPoint} is accepted`);
      }
    });
    const window = await openWindow({ port: session.port, chromium, workspace, file });
    try {
      await fixExample(new Workbench(window.page), file);
    } catch (error) {
      await window.page.screenshot({ path: path.join(projectFolder, 'out', 'try-check.png') });
      console.error('The window as it was then: out/try-check.png');
      throw error;
    } finally {
      await window.close();
    }
    await step(`the real parser of OpenRLHF ${release} accepts all of them now`, async () => {
      const after = await realLaunches(file);
      if (after.length !== before.length) throw new Error(`${after.length} launches instead of ${before.length}`);
      for (const launch of after) {
        const { ok, message } = await realVerdict(release, launch, source);
        if (!ok) throw new Error(`${launch.entryPoint}: ${String(message)}`);
      }
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
