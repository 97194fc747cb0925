/** Tests that run together in one window of the editor. */
export interface Suite {
  /** The tests are `test/editor/NAME/*.test.ts`. */
  readonly name: string;
  /** The folder or `.code-workspace` file below `test/editor/workspaces/` that the window opens, as a copy. */
  readonly workspace: string;
  readonly trusted: boolean;
  /** Whether a Ray with pretend GPUs shall run, which the settings of the window name; the workspace has the examples too. */
  readonly needsRay?: boolean;
}

/** Every suite of the editor tests. */
export const suites: readonly Suite[] = [
  { name: 'main', workspace: 'main', trusted: true },
  { name: 'folders', workspace: 'folders/folders.code-workspace', trusted: true },
  { name: 'untrusted', workspace: 'main', trusted: false },
  { name: 'python', workspace: 'python', trusted: true },
  { name: 'ray', workspace: 'ray', trusted: true, needsRay: true },
];
