import { readFile } from 'node:fs/promises';
import type { Workbench } from '../editor/workbench.ts';
import { step } from './step.ts';

/** A line of the example below which the completion is typed. */
const lineAbove = '--vllm.num_engines 8';
const typed = '--algo.kl.est';
const completed = '--algo.kl.estimator';
const mostFixes = 20;

/** Finds and fixes the mistakes of the example with the keyboard, completes a flag in it, and saves. */
export async function fixExample(workbench: Workbench, file: string): Promise<void> {
  await workbench.editorShown();
  await step('the example shows a squiggle', () => workbench.squiggle('error'));
  await step(`typing ${typed} offers ${completed}, and Enter completes it`, async () => {
    const line = (await readFile(file, 'utf8')).split('\n').findIndex((text) => text.includes(lineAbove)) + 1;
    await workbench.goTo(line);
    await workbench.typeOnNewLine(typed);
    await workbench.acceptCompletion(completed);
    await workbench.page.keyboard.type(' k3');
  });
  let left = await step('the problems are counted', () => countedProblems(workbench));
  for (let fixed = 1; left > 0; fixed += 1) {
    if (fixed > mostFixes) throw new Error(`${left} problems are left after ${mostFixes} fixes`);
    await workbench.nextProblem();
    const [title = ''] = await workbench.quickFixes();
    left = await step(`quick fix: ${title.trim()}`, async () => {
      await workbench.applyQuickFix();
      return fewerProblems(workbench, left);
    });
  }
  await step('the file is saved', () => workbench.save());
  if (!(await readFile(file, 'utf8')).includes(`${completed} k3`)) throw new Error('the completion is not in the file');
}

/** The number of problems, once it stays the same for a while. */
async function countedProblems(workbench: Workbench): Promise<number> {
  let count = await workbench.problemCount();
  for (let same = 0; same < 5;) {
    await workbench.page.waitForTimeout(200);
    const next = await workbench.problemCount();
    same = next === count ? same + 1 : 0;
    count = next;
  }
  return count;
}

/** Waits until a fix has taken a problem away. @returns how many are left */
async function fewerProblems(workbench: Workbench, before: number): Promise<number> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const count = await countedProblems(workbench);
    if (count < before) return count;
  }
  throw new Error(`there are still ${before} problems`);
}
