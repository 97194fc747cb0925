import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { mustRun } from '../cache/process.ts';
import type { ServedEditor } from '../cache/servedEditor.ts';
import { projectFolder } from '../project.ts';

const vsce = path.join(projectFolder, 'node_modules', '@vscode', 'vsce', 'vsce');

/** Packages the built extension. @returns the path of the VSIX, in the given folder */
export async function packageExtension(folder: string): Promise<string> {
  const file = path.join(folder, 'openrlhf-tools.vsix');
  // Looking for secrets in minified bundles takes half a minute; it is for what gets published.
  const options = ['--no-dependencies', '--allow-unused-files-pattern', '--allow-package-all-secrets'];
  await mustRun(process.execPath, [vsce, 'package', ...options, '--out', file], { cwd: projectFolder });
  return file;
}

/** Installs a VSIX for a server that will be started with these folders. */
export async function installExtension(
  { server, node }: ServedEditor,
  vsix: string,
  { extensions, userData }: { readonly extensions: string; readonly userData: string },
): Promise<void> {
  await mkdir(extensions, { recursive: true });
  const program = path.join(server, 'out', 'server-main.js');
  const folders = ['--extensions-dir', extensions, '--user-data-dir', userData, '--server-data-dir', userData];
  await mustRun(node, [program, '--accept-server-license-terms', '--install-extension', vsix, ...folders]);
}
