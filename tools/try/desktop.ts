import { spawn } from 'node:child_process';
import path from 'node:path';
import { runProgram } from '../cache/process.ts';
import { projectFolder } from '../project.ts';
import { interrupted } from './interrupted.ts';
import { whatToTry } from './whatToTry.ts';

/**
 * The desktop VS Code to use: `VSCODE_EXECUTABLE`, else `code` on the path. None where there is no screen, and none in
 * the terminal of a remote window, whose `code` cannot run an extension under development.
 */
export async function desktopEditor(): Promise<string | undefined> {
  const configured = process.env['VSCODE_EXECUTABLE'];
  if (configured !== undefined && configured !== '') return configured;
  const { DISPLAY, WAYLAND_DISPLAY, VSCODE_IPC_HOOK_CLI } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return undefined;
  if (VSCODE_IPC_HOOK_CLI !== undefined) return undefined;
  const { status } = await runProgram('code', ['--version']).catch(() => ({ status: 1 }));
  return status === 0 ? 'code' : undefined;
}

/** Opens the examples in a window of its own, with the extension under development; ends when the window closes. */
export async function openDesktop(executable: string): Promise<number> {
  const examples = path.join(projectFolder, 'examples');
  console.log(`VS Code opens on examples/.\n\n${whatToTry}\n\nClose the window, or press Ctrl+C here, to end.`);
  const child = spawn(
    executable,
    [
      '--new-window',
      '--wait',
      `--extensionDevelopmentPath=${projectFolder}`,
      examples,
      path.join(examples, 'train_ppo.sh'),
    ],
    { stdio: 'inherit' },
  );
  void interrupted().then(() => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 0);
    });
  });
}
