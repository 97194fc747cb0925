import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { mustRun } from '../cache/process.ts';
import type { ServedEditor } from '../cache/servedEditor.ts';
import { projectFolder } from '../project.ts';

const vsce = path.join(projectFolder, 'node_modules', '@vscode', 'vsce', 'vsce');

/**
 * Packages the built extension, from a copy of what the manifest lists: vsce looks at every file of its folder, and tests
 * leave thousands.
 *
 * @returns the path of the VSIX, in the given folder
 */
export async function packageExtension(folder: string): Promise<string> {
  const copy = path.join(folder, 'package');
  const manifest = await readFile(path.join(projectFolder, 'package.json'), 'utf8');
  const { files } = JSON.parse(manifest) as { readonly files: readonly string[] };
  for (const file of ['package.json', ...(await Promise.all(files.map(named))).flat()]) {
    await cp(path.join(projectFolder, file), path.join(copy, file), { recursive: true });
  }
  const vsix = path.join(folder, 'openrlhf-tools.vsix');
  // Looking for secrets in minified bundles takes half a minute; it is for what gets published.
  const options = ['--no-dependencies', '--allow-package-all-secrets'];
  await mustRun(process.execPath, [vsce, 'package', ...options, '--out', vsix], { cwd: copy });
  return vsix;
}

/** The files that an entry of the manifest stands for: itself, or those of its folder with its ending, as of `runner/x/*.py`. */
async function named(entry: string): Promise<readonly string[]> {
  const [, folder, ending] = /^(.*)\/\*(\.\w+)$/.exec(entry) ?? [];
  if (folder === undefined || ending === undefined) return [entry];
  const names = await readdir(path.join(projectFolder, folder));
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
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
