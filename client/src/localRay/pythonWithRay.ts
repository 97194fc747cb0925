import * as vscode from 'vscode';
import { existingPythons, reasonOf } from '../python/python.ts';
import type { PythonCandidate } from '../../../runner/src/discovery.ts';
import { runProgram } from './process.ts';

/** A Python that can start a head. */
export interface PythonWithRay {
  readonly path: string;
  readonly rayVersion: string;
}

/** An import of Ray takes a second or two, on a slow disk many more. */
const PATIENCE = 60_000;

/**
 * The first Python of the discovery that has `ray` with its dashboard; asks for another one when none has.
 *
 * @returns `undefined` when the person gave up
 */
export async function findPythonWithRay(tell: (line: string) => void): Promise<PythonWithRay | undefined> {
  const candidates = await existingPythons(vscode.window.activeTextEditor?.document.uri);
  const reasons: string[] = [];
  for (const candidate of candidates) {
    const found = await rayOf(candidate.path);
    tell(`${candidate.path} (${reasonOf(candidate.from)}): ${found.ok ? `Ray ${found.rayVersion}` : found.problem}`);
    if (found.ok) return { path: candidate.path, rayVersion: found.rayVersion };
    reasons.push(`${candidate.path}: ${found.problem}`);
  }
  return askForPython(candidates, reasons, tell);
}

async function askForPython(
  candidates: readonly PythonCandidate[],
  reasons: readonly string[],
  tell: (line: string) => void,
): Promise<PythonWithRay | undefined> {
  const choose = vscode.l10n.t('Choose a Python…');
  const install = vscode.l10n.t('How to Install');
  const message =
    candidates.length === 0
      ? vscode.l10n.t('No Python was found.')
      : vscode.l10n.t('No Python here has Ray with its dashboard. {0}', reasons[0] ?? '');
  const answer = await vscode.window.showErrorMessage(message, choose, install);
  if (answer === install) {
    const first = candidates[0]?.path ?? 'python3';
    await vscode.env.clipboard.writeText(`${first} -m pip install "ray[default]"`);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Copied: {0}. Run it in a terminal, then start again.', `${first} -m pip install "ray[default]"`),
    );
    return undefined;
  }
  if (answer !== choose) return undefined;
  const [picked] =
    (await vscode.window.showOpenDialog({ title: vscode.l10n.t('A Python with Ray'), canSelectMany: false })) ?? [];
  if (!picked) return undefined;
  const found = await rayOf(picked.fsPath);
  tell(`${picked.fsPath}: ${found.ok ? `Ray ${found.rayVersion}` : found.problem}`);
  if (!found.ok) return askForPython(candidates, [`${picked.fsPath}: ${found.problem}`], tell);
  await vscode.workspace
    .getConfiguration('openrlhf')
    .update('pythonPath', picked.fsPath, vscode.ConfigurationTarget.Global);
  return { path: picked.fsPath, rayVersion: found.rayVersion };
}

type RayFound = { readonly ok: true; readonly rayVersion: string } | { readonly ok: false; readonly problem: string };

/** Imports Ray in a Python, isolated from the current folder, which may hold a `ray.py`. */
export async function rayOf(python: string): Promise<RayFound> {
  const code = 'import ray, aiohttp, ray.dashboard; print("RAY", ray.__version__)';
  const { status, stdout, stderr } = await runProgram(python, ['-I', '-c', code], { timeout: PATIENCE });
  const version = /^RAY (\S+)/m.exec(stdout)?.[1];
  if (status === 0 && version !== undefined) return { ok: true, rayVersion: version };
  const last = stderr.trim().split('\n').at(-1) ?? '';
  if (last.includes("No module named 'ray'")) return { ok: false, problem: vscode.l10n.t('it has no Ray') };
  if (last.includes('No module named')) {
    return { ok: false, problem: vscode.l10n.t('its Ray has no dashboard (pip install "ray[default]")') };
  }
  return { ok: false, problem: last === '' ? vscode.l10n.t('it did not run') : last };
}
