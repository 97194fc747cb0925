import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { pythonCandidates } from '../../../runner/src/discovery.ts';
import type { PythonCandidate, PythonFrom } from '../../../runner/src/discovery.ts';

/** The Python that stands for a folder, or a sentence on why there is none. */
export type FoundPython =
  | { readonly ok: true; readonly path: string; readonly from: PythonFrom }
  | { readonly ok: false; readonly problem: string };

/**
 * Finds the Python of a folder: `openrlhf.pythonPath`, else the choice of the Python extension, else `.venv` or `venv`,
 * else the active environment, else the path. Nothing is run; in a workspace that is not trusted only the path counts.
 */
export async function discoverPython(resource?: vscode.Uri): Promise<FoundPython> {
  const candidates = await allPythons(resource);
  const setting = pythonSetting(resource);
  for (const { path, from } of candidates) if (await isProgram(path)) return { ok: true, path, from };
  return {
    ok: false,
    problem:
      setting === ''
        ? vscode.l10n.t('No Python was found. Set openrlhf.pythonPath to one.')
        : vscode.l10n.t('openrlhf.pythonPath is {0}, but there is no such Python.', setting),
  };
}

/** All Pythons that exist, best first, for choosing one. */
export async function existingPythons(resource?: vscode.Uri): Promise<readonly PythonCandidate[]> {
  const candidates = await allPythons(resource);
  const present = await Promise.all(candidates.map(({ path }) => isProgram(path)));
  return candidates.filter((_, at) => present[at]);
}

/** Why this Python, for a person. */
export function reasonOf(from: PythonFrom): string {
  switch (from) {
    case 'setting':
      return vscode.l10n.t('from openrlhf.pythonPath');
    case 'python-extension':
      return vscode.l10n.t('chosen in the Python extension');
    case 'interpreter-setting':
      return vscode.l10n.t('from python.defaultInterpreterPath');
    case 'workspace':
      return vscode.l10n.t('environment of this folder');
    case 'environment':
      return vscode.l10n.t('active environment');
    case 'path':
      return vscode.l10n.t('from PATH');
  }
}

async function allPythons(resource?: vscode.Uri): Promise<readonly PythonCandidate[]> {
  const folder = (resource && vscode.workspace.getWorkspaceFolder(resource)) ?? vscode.workspace.workspaceFolders?.[0];
  const trusted = vscode.workspace.isTrusted;
  const python = vscode.workspace.getConfiguration('python', folder);
  return pythonCandidates({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    // Its own environment is a program that comes with an untrusted folder.
    folder: trusted && folder?.uri.scheme === 'file' ? folder.uri.fsPath : null,
    setting: pythonSetting(resource),
    extensionChoice: trusted ? await extensionChoice(folder?.uri) : null,
    interpreterSetting: trusted ? python.get('defaultInterpreterPath', '') : '',
  });
}

function pythonSetting(resource?: vscode.Uri): string {
  const value: unknown = vscode.workspace.getConfiguration('openrlhf', resource).get('pythonPath');
  return typeof value === 'string' ? value.trim() : '';
}

/** The part of the Python extension's API that is used here. */
interface PythonExtension {
  readonly environments?: { getActiveEnvironmentPath?(resource?: vscode.Uri): { readonly path?: unknown } | undefined };
}

async function extensionChoice(resource?: vscode.Uri): Promise<string | null> {
  const extension = vscode.extensions.getExtension<PythonExtension | undefined>('ms-python.python');
  if (!extension) return null;
  try {
    const api = extension.isActive ? extension.exports : await extension.activate();
    const path = api?.environments?.getActiveEnvironmentPath?.(resource)?.path;
    return typeof path === 'string' && path !== '' ? path : null;
  } catch {
    // It failed to start; there are other places to look in.
    return null;
  }
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
