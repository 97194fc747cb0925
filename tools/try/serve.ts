import { createServer } from 'node:net';
import path from 'node:path';
import { windowAddress } from '../editor/window.ts';
import { startSession } from '../editor/session.ts';
import { projectFolder } from '../project.ts';
import { whatToTry } from './whatToTry.ts';

const triedPorts = 20;

/** Serves VS Code on the examples until Ctrl+C. */
export async function serve(port: number): Promise<number> {
  const ended = interrupted();
  const examples = path.join(projectFolder, 'examples');
  const session = await startSession({ port: await freePort(port) });
  try {
    const file = path.join(examples, 'train_ppo.sh');
    const address = windowAddress({ port: session.port, workspace: examples, file });
    console.log(
      `VS Code is served on this machine. Open in a browser:\n\n  ${address}\n\n${whatToTry}\n\nCtrl+C ends it.`,
    );
    await ended;
  } finally {
    await session.stop();
  }
  return 0;
}

async function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}

/** The first free port from this one on, so that the address usually stays the same. */
async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + triedPorts; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} to ${first + triedPorts - 1} is free: give another with --port`);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => {
        resolve(false);
      })
      .once('listening', () => {
        probe.close(() => {
          resolve(true);
        });
      })
      .listen(port, '127.0.0.1');
  });
}
