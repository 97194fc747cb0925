import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { originMetadata } from '../../client/src/jobs/metadata.ts';
import { readAddress } from '../../client/src/ray/address.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, stopJob } from '../../client/src/ray/jobs.ts';
import { isTerminal } from '../../client/src/ray/model.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';
import { planPackage } from '../../client/src/ray/packaging/plan.ts';
import { uploadPackage } from '../../client/src/ray/packaging/upload.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { usualRay } from '../cache/ray.ts';
import type { Workbench } from '../editor/workbench.ts';
import { pretendTrainingEnvironment } from '../pretendTraining/environment.ts';
import { projectFolder } from '../project.ts';
import { startHead } from '../ray/head.ts';
import { runUnderBash } from '../try/launches.ts';
import { colours, withWindow } from './window.ts';

const patience = 180_000;
const script = 'train_ppo.sh';
/** High enough for all checks in the list. */
const size = { width: 1100, height: 1000 };

/** Pictures of a launch on a local Ray with pretend GPUs: checklist, log, jobs, cluster. */
export async function rayPictures(target: string): Promise<void> {
  const env = await pretendTrainingEnvironment({ ray: usualRay, seconds: 240 });
  const head = await startHead({ version: usualRay, gpus: 8, cpus: 32, env });
  try {
    const http = connect(head.address);
    try {
      await earlierJobs(http);
    } finally {
      http.dispose();
    }
    const settings = {
      'openrlhf.clusters': [{ name: 'lab', address: head.address }],
      'workbench.activityBar.location': 'top',
      'terminal.integrated.fontSize': 12,
      'terminal.integrated.fontFamily': "'JetBrains Mono', monospace",
      'terminal.integrated.tabs.enabled': false,
    };
    const prepare = async (workspace: string): Promise<void> => {
      const file = path.join(workspace, script);
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll('http://127.0.0.1:8265', head.address));
    };
    await withWindow({ file: script, size, scale: 1, settings, prepare }, async ({ workbench, setColours }) => {
      await launchPictures(workbench, async (what, clip) => {
        for (const name of colours) {
          await setColours(name);
          await workbench.picture(path.join(target, `${what}-${name}.png`), clip);
        }
      });
    });
  } finally {
    await head.stop();
  }
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function launchPictures(workbench: Workbench, save: (what: string, clip?: Clip) => Promise<void>): Promise<void> {
  const { page } = workbench;
  await workbench.statusItem(/OpenRLHF/);
  await workbench.statusItem('lab');
  // The palette has the command once the window knows that it is trusted.
  await page.locator('.editor-actions .codicon-rocket').first().waitFor();
  await workbench.command('View: Close Primary Side Bar');
  await launch(workbench, () => save('preflight', { x: 0, y: 0, width: size.width, height: 470 }));

  const log = page.locator('.terminal-wrapper').first();
  await log.filter({ hasText: 'Global step 1' }).waitFor({ timeout: patience });
  await log.filter({ hasText: /Generate samples: +[3-9]\d%/ }).waitFor({ timeout: patience });
  await page.locator('.tab', { hasText: script }).click();
  await workbench.command('View: Close Primary Side Bar');
  await page.setViewportSize({ width: size.width, height: 720 });
  await workbench.goTo(71);
  await quiet(workbench);
  await save('log');

  await launch(workbench);
  await page.locator('.part.sidebar .pane-header', { hasText: 'Jobs' }).waitFor();
  await page.setViewportSize(size);
  await widen(page, 500);
  await page.locator('.pane', { hasText: 'Waiting for resources' }).last().waitFor({ timeout: patience });
  await page.locator('.pane .monaco-list-row', { hasText: 'waits for' }).first().waitFor({ timeout: patience });
  for (const name of ['GPUs', 'Placement groups']) await expand(page, name);
  await quiet(workbench);
  const [jobs, cluster] = await Promise.all(['Jobs', 'Cluster'].map((name) => paneOf(page, name)));
  if (jobs === undefined || cluster === undefined) throw new Error('the views are not shown');
  await save('jobs', jobs);
  await save('cluster', cluster);
}

/** Draws the border of the side bar to the right. */
async function widen(page: Page, width: number): Promise<void> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  if (bar === null) throw new Error('the side bar is not shown');
  const y = bar.y + bar.height / 2;
  await page.mouse.move(bar.x + bar.width, y);
  await page.mouse.down();
  await page.mouse.move(bar.x + width, y, { steps: 5 });
  await page.mouse.up();
}

async function expand(page: Page, name: string): Promise<void> {
  const found = page.locator('.part.sidebar .monaco-list-row[aria-expanded]', { hasText: name }).first();
  await found.waitFor();
  if ((await found.getAttribute('aria-expanded')) === 'false') await found.click();
}

/** A view of the side bar, down to its last row. */
async function paneOf(page: Page, name: string): Promise<Clip> {
  const pane = page.locator('.part.sidebar .pane').filter({ has: page.locator('.pane-header', { hasText: name }) });
  const [all, last] = await Promise.all([pane.boundingBox(), pane.locator('.monaco-list-row').last().boundingBox()]);
  if (all === null || last === null) throw new Error(`the view ${name} is not shown`);
  return { x: all.x, y: all.y, width: all.width, height: Math.min(all.height, last.y + last.height + 8 - all.y) };
}

/** Launches by the palette, with a look at the checklist. */
async function launch(workbench: Workbench, look?: () => Promise<void>): Promise<void> {
  const { page } = workbench;
  await workbench.command('OpenRLHF: Launch on Ray');
  await row(workbench, "Take the Script's Defaults").click();
  const checks = row(workbench, 'Show What Is Sent');
  const question = page.locator('.quick-input-title', { hasText: 'question' });
  const nothing = row(workbench, '(adds nothing)');
  for (;;) {
    await checks.or(question).first().waitFor({ timeout: patience });
    if (await checks.isVisible()) break;
    const asked = await question.innerText();
    if (await nothing.isVisible()) await nothing.click();
    else {
      await page.locator('.quick-input-widget:visible input.input').fill('Qwen3-4B-Thinking-2507');
      await page.keyboard.press('Enter');
    }
    await page.locator('.quick-input-title', { hasText: asked }).waitFor({ state: 'hidden' });
  }
  await quiet(workbench);
  await page.waitForTimeout(500);
  await look?.();
  await page.keyboard.press('Enter');
  await row(workbench, 'Submit to lab').click();
}

/** A row of the list that is open. */
function row({ page }: Workbench, text: string): Locator {
  return page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
}

async function quiet(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  for (const button of await page.locator('.notification-toast .codicon-notifications-clear').all()) {
    await button.click().catch(() => undefined);
  }
}

function connect(address: string): RayHttp {
  const read = readAddress(address);
  if (!read.ok) throw new Error(read.problem);
  return createRayHttp({ address: read.address });
}

/** Jobs of before: one that succeeded, one whose flag is wrong, one that was stopped. */
async function earlierJobs(http: RayHttp): Promise<void> {
  const folder = path.join(projectFolder, 'examples');
  const upload = await planPackage(folder);
  await uploadPackage(http, upload);
  const [ppo] = (await runUnderBash(path.join(folder, script))).launches;
  if (ppo === undefined) throw new Error(`bash launches nothing in ${script}`);
  const submit = async (argv: readonly string[], model: string, entryPoint = ppo.entryPoint): Promise<string> => {
    const { submissionId } = await submitJob(http, {
      submissionId: newSubmissionId(),
      entrypoint: ['python3', '-m', `openrlhf.cli.${entryPoint}`, ...argv].map(quoted).join(' '),
      runtimeEnv: { working_dir: upload.uri, env_vars: { PRETEND_SECONDS: '2' } },
      metadata: originMetadata({ entryPoint, model }),
    });
    return submissionId;
  };
  await ended(http, await submit(ppo.argv, 'Qwen/Qwen3-4B-Thinking-2507'));
  await ended(http, await submit([...ppo.argv, '--algo.kl.coef', '0.1'], 'Qwen/Qwen3-8B'));
  const third = await submit(ppo.argv, 'Qwen/Qwen3-8B');
  await stopJob(http, third);
  await ended(http, third);
}

async function ended(http: RayHttp, id: string): Promise<void> {
  const end = Date.now() + patience;
  while (!isTerminal((await getJob(http, id)).status)) {
    if (Date.now() > end) throw new Error(`${id} does not end`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
