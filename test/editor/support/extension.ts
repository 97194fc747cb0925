import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const id = 'openrlhf-tools.openrlhf-tools';

/** The extension under test. */
export function ourExtension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(id);
  assert.ok(found, `${id} is not installed`);
  return found;
}
