import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** User settings of VS Code by their name. */
export type Settings = Readonly<Record<string, unknown>>;

/** What every window of the tests and of `npm run try` needs to stay quiet and to leave files alone. */
const quiet: Settings = {
  // A browser's default saves after a second, and would change the files that are looked at.
  'files.autoSave': 'off',
  // Otherwise the ports of other processes pop up as notifications.
  'remote.autoForwardPorts': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.openRepositoryInParentFolders': 'never',
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  // Text of terminals is in the page only without it.
  'terminal.integrated.gpuAcceleration': 'off',
};

/**
 * Writes the user settings of a window into its profile folder.
 *
 * @param trusted whether the window trusts its workspace; an untrusted one shows no question about it
 */
export async function writeSettings(userData: string, trusted: boolean, more: Settings = {}): Promise<void> {
  const trust = trusted
    ? { 'security.workspace.trust.enabled': false }
    : { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' };
  await mkdir(path.join(userData, 'User'), { recursive: true });
  const settings = { ...quiet, ...trust, ...more };
  await writeFile(path.join(userData, 'User', 'settings.json'), JSON.stringify(settings, undefined, 2));
}
