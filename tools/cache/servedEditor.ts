import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { versions } from '../versions.mjs';
import { cachedFolder } from './cacheFolder.ts';
import { mustRun } from './process.ts';

/** A pinned version of VS Code that can be served. */
export interface EditorVersion {
  readonly vscode: string;
  /** Version of the npm package `code-server` that holds it. */
  readonly codeServer: string;
  /** Version of Node that runs it. */
  readonly node: string;
}

/** Every pinned version, oldest first. */
export const editorVersions: readonly EditorVersion[] = versions.editors;

/** An installed VS Code server. */
export interface ServedEditor {
  readonly vscode: string;
  /** The folder that holds `out/server-main.js`. */
  readonly server: string;
  /** The Node that runs it. */
  readonly node: string;
}

/**
 * Makes a pinned VS Code available: the npm package `code-server`, with nothing compiled.
 *
 * @throws Error on a system other than Linux, which needs a desktop VS Code instead (`VSCODE_EXECUTABLE`)
 */
export async function ensureServedEditor(version: EditorVersion): Promise<ServedEditor> {
  if (process.platform !== 'linux') {
    throw new Error('A served VS Code runs on Linux only: set VSCODE_EXECUTABLE to a desktop VS Code.');
  }
  const node = await ensureNode(version.node);
  const name = path.join('code-server', version.codeServer);
  const folder = await cachedFolder(name, async (temporary) => {
    console.log(`Installing VS Code ${version.vscode} (code-server ${version.codeServer}) …`);
    await installServer(version.codeServer, temporary, node);
  });
  return { vscode: version.vscode, server: serverFolder(folder), node };
}

function serverFolder(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

/** The Node at hand when it has the right major version: then nothing is downloaded. */
async function ensureNode(version: string): Promise<string> {
  const [major] = version.split('.');
  if (process.versions.node.startsWith(`${String(major)}.`)) return process.execPath;
  const name = `node-linux-${process.arch}`;
  const folder = await cachedFolder(path.join('node', version), async (temporary) => {
    console.log(`Installing Node ${version} (${name}) …`);
    await npmInstall(temporary, [`${name}@${version}`]);
  });
  return path.join(folder, 'node_modules', name, 'bin', 'node');
}

async function installServer(version: string, folder: string, node: string): Promise<void> {
  await npmInstall(folder, [`code-server@${version}`], node);
  const server = serverFolder(folder);
  await npmInstall(server, ['--omit=dev'], node);
  await npmInstall(path.join(server, 'extensions'), ['--omit=dev'], node);
  const modules = path.join(server, 'node_modules');
  const standIn = fileURLToPath(new URL('spdlogStandIn.cjs', import.meta.url));
  await copyFile(standIn, path.join(modules, '@vscode', 'spdlog', 'index.js'));
  for (const watchdog of ['native-watchdog', '@vscode/native-watchdog']) {
    const module = path.join(modules, watchdog);
    // Its native part is not built; it only ends a server whose parent died.
    if (existsSync(module)) await writeFile(path.join(module, 'index.js'), 'exports.start = () => {};\n');
  }
}

/** Runs `npm install` in a folder of its own, whatever npm is running this program. */
async function npmInstall(folder: string, args: readonly string[], node?: string): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local)/.test(name));
  const env: NodeJS.ProcessEnv = Object.fromEntries(inherited);
  if (node !== undefined) env['PATH'] = `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`;
  if (!existsSync(path.join(folder, 'package.json'))) {
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  }
  await mustRun('npm', ['install', '--prefix', folder, ...quiet, ...args], { cwd: folder, env });
}
