import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureServedEditor } from '../cache/servedEditor.ts';
import { versions } from '../versions.mjs';
import { installExtension, packageExtension } from './installed.ts';
import { startServer } from './server.ts';
import type { RunningServer } from './server.ts';
import { writeSettings } from './settings.ts';
import type { Settings } from './settings.ts';

/** The newest pinned VS Code, served, with the built extension installed as its users have it. */
export interface Session extends RunningServer {
  /** A folder for whatever the session needs; it goes when the session stops. */
  readonly scratch: string;
}

/** Starts a {@link Session}; the extension must be built. */
export async function startSession(
  options: { readonly port?: number; readonly settings?: Settings } = {},
): Promise<Session> {
  const scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'openrlhf-session-')));
  const remove = () => rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  try {
    const editor = await ensureServedEditor(newestEditor());
    const userData = path.join(scratch, 'user-data');
    const extensions = path.join(scratch, 'extensions');
    await writeSettings(userData, true, options.settings);
    await installExtension(editor, await packageExtension(scratch), { extensions, userData });
    const server = await startServer({ ...editor, userData, extensions, driver: false, port: options.port ?? 0 });
    const stop = async (): Promise<void> => {
      await server.stop();
      await remove();
    };
    return { port: server.port, scratch, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

function newestEditor() {
  const newest = versions.editors.at(-1);
  if (newest === undefined) throw new Error('tools/versions.mjs names no editor');
  return newest;
}
