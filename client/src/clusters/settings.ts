import * as vscode from 'vscode';
import { clusterEntries } from './entries.ts';
import type { Cluster } from './model.ts';

/** Values of `openrlhf.clusters`, by where they are written. */
export function configuredLists(): { readonly user: unknown; readonly workspace: readonly unknown[] } {
  const read = (scope?: vscode.ConfigurationScope) =>
    vscode.workspace.getConfiguration('openrlhf', scope).inspect<unknown>('clusters');
  const window = read();
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => read(folder)?.workspaceFolderValue);
  return { user: window?.globalValue, workspace: [window?.workspaceValue, ...folders] };
}

/** The address in an item of the setting, whatever it is. */
export function addressOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'address' in item ? item.address : undefined;
}

/** True when this item of the setting is this cluster, however its address is written. */
export function means(item: unknown, cluster: Cluster): boolean {
  const lists = { local: [], connected: [], user: [item], workspace: [] };
  return clusterEntries(lists).entries.some(({ id }) => id === cluster.id);
}
