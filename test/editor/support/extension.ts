import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ExtensionApi } from '../../../client/src/extension.ts';

const id = 'openrlhf-tools.openrlhf-tools';

/** The extension under test. */
export function ourExtension(): vscode.Extension<ExtensionApi> {
  const found = vscode.extensions.getExtension<ExtensionApi>(id);
  assert.ok(found, `${id} is not installed`);
  return found;
}

/** What the status bar shows of the script in front; `null` where it shows nothing, or the extension is not active yet. */
export function statusBarText(): string | null {
  const extension = ourExtension();
  return extension.isActive ? extension.exports.statusBarText() : null;
}

/** The rows of the language status of the script in front; none where the extension is not active yet. */
export function languageStatus(): ReturnType<ExtensionApi['languageStatus']> {
  const extension = ourExtension();
  return extension.isActive ? extension.exports.languageStatus() : [];
}
