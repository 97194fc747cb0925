import * as vscode from 'vscode';
import type { QuestionUi } from './questions.ts';

/** Questions in the editor's own boxes. */
export const editorUi: QuestionUi = {
  input: async (options) => vscode.window.showInputBox({ ...options, ignoreFocusOut: true }),
  choose: async ({ title, placeHolder, choices }) => {
    const items = choices.map(({ label, detail }, index) => ({
      label,
      index,
      ...(detail === undefined ? {} : { detail }),
    }));
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
    return picked?.index;
  },
};
