import path from 'node:path';
import { windowAddress } from '../editor/window.ts';
import { startSession } from '../editor/session.ts';
import { projectFolder } from '../project.ts';
import { interrupted } from './interrupted.ts';
import { firstFreePort } from './ports.ts';
import { whatToTry } from './whatToTry.ts';

/** Serves VS Code on the examples until Ctrl+C. */
export async function serve(port: number): Promise<number> {
  const ended = interrupted();
  const examples = path.join(projectFolder, 'examples');
  const session = await startSession({ port: await firstFreePort(port) });
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
