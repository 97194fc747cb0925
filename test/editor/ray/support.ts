import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { openFixture } from '../support/documents.ts';
import { hands } from '../support/hands.ts';
import { until } from '../support/until.ts';

/** Milliseconds that a job may take from one state to the next on a busy machine. */
export const jobLimit = 90_000;

function given(variable: string): string {
  const value = process.env[variable];
  assert.ok(value, `${variable} is not set: this suite needs a Ray`);
  return value;
}

/** Runs Ray's own program. @returns what it prints */
export function ray(...args: readonly string[]): string {
  return execFileSync(path.join(given('EDITOR_TESTS_RAY_BIN'), 'ray'), args, { encoding: 'utf8', env: environment() });
}

/** Runs a script as in a shell of this machine; its `ray` submits to the Ray of the suite. */
export function runScript(file: string): void {
  execFileSync('bash', [file], { cwd: path.dirname(file), encoding: 'utf8', env: environment() });
}

function environment(): NodeJS.ProcessEnv {
  const programs = `${given('EDITOR_TESTS_RAY_BIN')}:${process.env['PATH'] ?? ''}`;
  return { ...process.env, PATH: programs, RAY_ADDRESS: given('EDITOR_TESTS_RAY') };
}

/** Jobs as Ray's own program lists them, one text for each. */
function jobList(): readonly string[] {
  return ray('job', 'list').split('JobDetails(').slice(1);
}

/** The job of Ray's own list whose command has this model. */
export function rayJob(model: string): { readonly id: string; readonly text: string } {
  const text = jobList().find((job) => job.includes(model));
  const id = /submission_id='([^']+)'/.exec(text ?? '')?.[1];
  assert.ok(text !== undefined && id !== undefined, `Ray lists no job of ${model}`);
  return { id, text };
}

/** What the driver of a job has written, on the disk of the head. */
export function logOnDisk(id: string): Buffer {
  return readFileSync(path.join(given('EDITOR_TESTS_RAY_FOLDER'), 'session_latest', 'logs', `job-driver-${id}.log`));
}

/** Opens a script and runs Launch on Ray on it. */
export async function beginLaunch(script: string): Promise<void> {
  await openFixture(script);
  // Resolves only when the launch is over, which is after the answers of the person.
  void vscode.commands.executeCommand('openrlhf.launch');
}

/** Submits from the question that shows all that is sent. */
export async function submit(): Promise<void> {
  await hands('list', 'Submit to');
  await hands('choose', 'Submit to');
}

/** Waits until the terminal in front shows something. @returns all that it shows then */
export async function screenWith(wanted: RegExp): Promise<string> {
  return until(
    `‘${wanted.source}’ in the log`,
    async () => {
      const screen = await hands('terminalScreen');
      return wanted.test(screen) && screen;
    },
    jobLimit,
  );
}

/** All that the terminal in front holds, its scrolled part included. */
export async function terminalText(): Promise<string> {
  await vscode.env.clipboard.writeText('');
  return until('the text of the terminal', async () => {
    await vscode.commands.executeCommand('workbench.action.terminal.focus');
    await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    const text = await vscode.env.clipboard.readText();
    return text !== '' && text;
  });
}
