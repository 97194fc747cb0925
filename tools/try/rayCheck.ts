import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mustRun } from '../cache/process.ts';
import type { Hands } from '../editor/hands.ts';
import type { Head } from '../ray/head.ts';
import { step } from './step.ts';

const example = 'train_ppo.sh';
const model = 'Qwen3-4B-Thinking-2507';
const name = `train_ppo_ray · ${model}`;
/** Milliseconds that a run may take on a busy machine. */
const runLimit = 150_000;

/**
 * Launches the example that is in front as a newcomer does, reads its log to the end, loads the window anew, stops a second
 * run, and asks Ray's own program about both.
 */
export async function rayCheck(hands: Hands, head: Head): Promise<void> {
  const first = await step(`${example} is launched on the local Ray from the palette`, async () => {
    await launch(hands, head, { known: false });
    return newJob(head, []);
  });
  await step('its log shows progress bars, and its end', async () => {
    await untilScreen(hands, /\d+%\|/);
    await untilScreen(hands, /── Succeeded after/);
    const seen = await hands.terminalText();
    const written = await logOf(head, first);
    for (const part of ['Train epoch [1/1]: 100%', 'Global step 1:', 'Saved the model to']) {
      if (!written.includes(part)) throw new Error(`${part} is not in the log of Ray:\n${written.slice(-3000)}`);
      if (!seen.includes(part)) throw new Error(`${part} is not in the view:\n${seen.slice(-3000)}`);
    }
  });
  await step('the message on its end names it', () => hands.message(`${name} succeeded`));
  await step('the log is there again after the window is loaded anew', async () => {
    await hands.reload();
    await untilScreen(hands, /── Succeeded after/);
  });
  const second = await step('it is launched once more', async () => {
    await launch(hands, head, { known: true });
    return newJob(head, [first]);
  });
  await step('it is stopped from the view of jobs, and saves a checkpoint', async () => {
    await untilScreen(hands, /Generate samples/);
    await hands.openViews();
    await hands.row(`${name}, running`);
    await hands.pressInRow(`${name}, running`, 'Stop Job');
    await hands.pressInDialog('Stop Job');
    await untilScreen(hands, /── Stopped after/);
    await hands.row(`${name}, stopped`);
    const written = await logOf(head, second);
    if (!written.includes('after SIGTERM')) throw new Error(`no checkpoint is named:\n${written.slice(-3000)}`);
  });
  await rayAgrees(head, [
    [first, 'SUCCEEDED'],
    [second, 'STOPPED'],
  ]);
}

/** Launches the script that is in front in spite of its bad flag, and reads what OpenRLHF says. */
export async function badFlagCheck(hands: Hands, head: Head): Promise<void> {
  const flag = '--train.colocate_evrything';
  const known = await jobIds(head);
  await step('a script with a bad flag is launched all the same', async () => {
    await hands.commandWhenThere('OpenRLHF: Launch on Ray');
    const { rows } = await hands.list('Launch Anyway');
    if (!rows.some((row) => row.includes(flag))) throw new Error(`no check names ${flag}:\n${rows.join('\n')}`);
    await hands.choose('Launch Anyway');
    await hands.pressInDialog('Launch Anyway');
    await hands.list('Submit to');
    await hands.choose('Submit to');
  });
  await step('it fails, and log and message have the words of the parser', async () => {
    await untilScreen(hands, /── Failed after .* with exit code 2/);
    const words = `unrecognized arguments: ${flag}`;
    const seen = await hands.terminalText();
    if (!seen.includes(words)) throw new Error(`‘${words}’ is not in the view:\n${seen.slice(-3000)}`);
    const told = await hands.message('Bad-Flag failed with exit code 2');
    if (!told.includes(words)) throw new Error(`‘${words}’ is not in the message: ${told}`);
    await hands.pressInMessage('Bad-Flag failed with exit code 2', 'Show Log');
  });
  await rayAgrees(head, [[await newJob(head, known), 'FAILED']]);
}

/** Launches the script that is in front, which asks for twice the GPUs of the head, and stops it from the message on that. */
export async function neverFitsCheck(hands: Hands, head: Head): Promise<void> {
  const known = await jobIds(head);
  await step('a script for 16 GPUs is launched where there are 8, against advice', async () => {
    await hands.commandWhenThere('OpenRLHF: Launch on Ray');
    await hands.list('Needs 16 GPUs, the cluster has 8');
    await hands.choose('Launch Anyway');
    const asked = await hands.dialog();
    if (!asked.includes('16 GPUs')) throw new Error(`the question does not name the GPUs: ${asked}`);
    await hands.pressInDialog('Launch Anyway');
    await hands.list('Submit to');
    await hands.choose('Submit to');
  });
  await step('within a minute a message says that it waits for ever, and stops it', async () => {
    const told = await hands.message('will wait for ever', 60_000);
    if (!told.includes('16') || !told.includes('8')) throw new Error(`the message does not name the GPUs: ${told}`);
    await hands.pressInMessage('will wait for ever', 'Stop Job');
    await hands.pressInDialog('Stop Job');
    await untilScreen(hands, /── Stopped after/);
  });
  await rayAgrees(head, [[await newJob(head, known), 'STOPPED']]);
}

/** Launches the script that is in front, which names an agent, and reads its log to the end. */
export async function agentCheck(hands: Hands, head: Head): Promise<void> {
  const known = await jobIds(head);
  await step('a script that names an agent is launched', async () => {
    await hands.commandWhenThere('OpenRLHF: Launch on Ray');
    await hands.list('eeds 8 GPUs');
    await hands.choose('Launch');
    await hands.list('Submit to');
    await hands.choose('Submit to');
  });
  await step('it runs to its end', () => untilScreen(hands, /── Succeeded after/));
  await rayAgrees(head, [[await newJob(head, known), 'SUCCEEDED']]);
}

async function rayAgrees(head: Head, jobs: readonly (readonly [id: string, status: string])[]): Promise<void> {
  await step('Ray’s own “ray job list” says the same', async () => {
    const listed = await jobList(head);
    for (const [id, status] of jobs) {
      const own = listed.find((job) => job.includes(`'${id}'`));
      if (own?.includes(status) !== true) throw new Error(`${id} is not ${status}:\n${listed.join('\n')}`);
    }
  });
}

/** From the palette to a job whose log is open. @param known whether the window knows the cluster */
async function launch(hands: Hands, head: Head, { known }: { readonly known: boolean }): Promise<void> {
  await hands.commandWhenThere('OpenRLHF: Launch on Ray');
  await hands.list('known only when the script runs');
  await hands.choose('Take the Script');
  await hands.list('LOGGING');
  await hands.choose('adds nothing');
  if (!known) {
    await hands.list('Where shall it run?');
    await hands.choose('Connect to Ray Cluster');
    await hands.answer('Address of the Ray dashboard', head.address);
    await hands.answer('A name for the cluster', 'local Ray');
  }
  await hands.list('Needs 8 GPUs');
  await hands.choose('Launch');
  await hands.list('Submit to');
  await hands.choose('Submit to');
}

async function untilScreen(hands: Hands, wanted: RegExp): Promise<void> {
  const end = Date.now() + runLimit;
  let screen = await hands.terminalScreen();
  while (!wanted.test(screen) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    screen = await hands.terminalScreen();
  }
  if (wanted.test(screen)) return;
  throw new Error(`${wanted.source} does not come in the terminal:\n${screen}`);
}

/** What the driver wrote, on the disk of the head. */
async function logOf({ folder }: Head, id: string): Promise<string> {
  return readFile(path.join(folder, 'session_latest', 'logs', `job-driver-${id}.log`), 'utf8');
}

/** What `ray job list` prints, by job. */
async function jobList({ bin, address }: Head): Promise<readonly string[]> {
  const printed = await mustRun(path.join(bin, 'ray'), ['job', 'list', '--address', address]);
  return printed.split('JobDetails(').slice(1);
}

async function jobIds(head: Head): Promise<readonly string[]> {
  return (await jobList(head)).flatMap((job) => /submission_id='([^']+)'/.exec(job)?.[1] ?? []);
}

/** Waits for a job that is not among the known ones. @returns its submission id */
async function newJob(head: Head, known: readonly string[]): Promise<string> {
  const end = Date.now() + 60_000;
  do {
    const id = (await jobIds(head)).find((found) => !known.includes(found));
    if (id !== undefined) return id;
  } while (Date.now() < end);
  throw new Error('Ray lists no new job');
}
