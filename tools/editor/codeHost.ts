// Stands in for the `code` executable of `@vscode/test-electron`: the same arguments, the same exit code. It serves a
// VS Code and shows it headless, or starts a desktop VS Code.
import { spawn } from 'node:child_process';
import { format } from 'node:util';
import { Hands } from './hands.ts';
import { serveHands } from './handsServer.ts';
import { fromEnvironment } from './hostSettings.ts';
import type { HostSettings } from './hostSettings.ts';
import { startServer } from './server.ts';
import { openWindow } from './window.ts';

const closingLine = /^\d+ passed, \d+ failed$/;

/** The arguments of `code` that matter here. */
interface CodeArguments {
  readonly workspace: string;
  readonly extension: string;
  readonly tests: string;
  readonly userData: string;
  readonly extensions: string;
}

function readArguments(args: readonly string[]): CodeArguments {
  const value = (name: string): string => {
    const found = args.findLast((arg) => arg.startsWith(`--${name}=`));
    if (found === undefined) throw new Error(`--${name}=… is missing`);
    return found.slice(name.length + 3);
  };
  const workspace = args.find((arg) => !arg.startsWith('-'));
  if (workspace === undefined) throw new Error('no folder or workspace is given');
  return {
    workspace,
    extension: value('extensionDevelopmentPath'),
    tests: value('extensionTestsPath'),
    userData: value('user-data-dir'),
    extensions: value('extensions-dir'),
  };
}

type Served = Extract<HostSettings['editor'], { kind: 'served' }>;

/** Runs the suite in a served window. The exit code is 0 only when the suite has come to its closing line. */
async function runServed(editor: Served, args: CodeArguments, verbose: boolean): Promise<number> {
  let opened: (hands: Hands) => void = () => undefined;
  const hands = await serveHands(
    new Promise((resolve) => {
      opened = resolve;
    }),
  );
  const server = await startServer({
    server: editor.server,
    node: editor.node,
    userData: args.userData,
    extensions: args.extensions,
    env: { EDITOR_TESTS_HANDS: hands.address },
    onOutput: (text) => verbose && process.stderr.write(text),
  });
  let close: () => Promise<void> = () => Promise.resolve();
  try {
    const suite = { finished: false };
    const window = await openWindow({
      ...args,
      port: server.port,
      chromium: editor.chromium,
      onLog: (_level, parts) => {
        const line = format(...[parts].flat());
        suite.finished ||= closingLine.test(line);
        console.log(line);
      },
    });
    close = () => window.close();
    opened(new Hands(window.page));
    const code = await Promise.race([window.exit, interrupted()]);
    // An extension host that dies in the middle of the suite is reported as success.
    if (code === 0 && !suite.finished) console.error('the suite did not come to its end');
    return suite.finished ? code : 1;
  } finally {
    hands.stop();
    await close();
    await server.stop();
  }
}

/** The exit code of a run that is told to end. */
async function interrupted(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve(1);
      });
    }
  });
}

/** Runs the suite in a desktop VS Code. `runTests` always asks for a trusted window; the suite may want another. */
async function runDesktop(executable: string, args: readonly string[], trusted: boolean): Promise<number> {
  const kept = trusted ? args : args.filter((arg) => arg !== '--disable-workspace-trust');
  return new Promise((resolve, reject) => {
    const child = spawn(executable, kept, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
    void interrupted().then(() => child.kill('SIGTERM'));
  });
}

const { editor, trusted, verbose } = fromEnvironment(process.env);
const args = process.argv.slice(2);
// Explicit, since open handles of the browser must not keep a finished run alive.
process.exit(
  editor.kind === 'served'
    ? await runServed(editor, readArguments(args), verbose)
    : await runDesktop(editor.executable, args, trusted),
);
