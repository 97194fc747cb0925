import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../project.ts';
import type { TestOptions } from './options.ts';
import type { Counts, Phase } from './phase.ts';

const limit = 15 * 60_000;
const patience = 15_000;

/**
 * A phase that runs the editor tests in one version of VS Code (or the executable that `VSCODE_EXECUTABLE` names). They run in a process group of their own, so that
 * nothing of it outlives the phase.
 */
export function editorTests(vscode: string, options: TestOptions): Phase {
  return {
    name: `editor tests, VS Code ${vscode}`,
    run: async (print, interrupted) => {
      const scratch = await mkdtemp(path.join(tmpdir(), 'openrlhf-editor-tests-'));
      try {
        const report = path.join(scratch, 'counts.json');
        const args = ['--vscode', vscode, '--report', report];
        if (options.grep !== undefined) args.push('--grep', options.grep.source);
        if (options.verbose) args.push('--verbose');
        const program = path.join(projectFolder, 'tools', 'editor', 'main.ts');
        const { output, status } = await runGroup(program, args, interrupted);
        if (status !== 0 || options.verbose) print(output);
        return JSON.parse(await readFile(report, 'utf8').catch(() => '{ "passed": 0, "failed": 1 }')) as Counts;
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

async function runGroup(
  program: string,
  args: readonly string[],
  interrupted: AbortSignal,
): Promise<{ output: string; status: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: projectFolder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has already ended.
    }
  };
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
  const endGently = (): void => {
    signal('SIGTERM');
    setTimeout(() => {
      signal('SIGKILL');
    }, patience).unref();
  };
  const timer = setTimeout(() => {
    output += `\nnot done after ${limit / 60_000} minutes`;
    endGently();
  }, limit);
  interrupted.addEventListener('abort', endGently);
  const status = await ended;
  clearTimeout(timer);
  interrupted.removeEventListener('abort', endGently);
  signal('SIGKILL');
  return { output, status };
}
