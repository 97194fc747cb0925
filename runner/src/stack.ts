import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from './model.ts';

/** The innermost place in a file of the user of what Python's faulthandler wrote; `null` if there is none. */
export async function placeInStack(stackFile: string, file: string, folder: string): Promise<Place | null> {
  const text = await readFile(stackFile, 'utf8').catch(() => '');
  const own = await Promise.all([file, folder, path.dirname(file)].map((one) => realpath(one).catch(() => one)));
  const [ownFile = file, ...folders] = own;
  const frames = [...text.matchAll(/^ {2}File "(.*)", line (\d+) in /gm)].map(([, name = '', line]) => ({
    file: path.resolve(folder, name),
    line: Number(line),
  }));
  return (
    frames.find((frame) => frame.file === ownFile || frame.file === file) ??
    frames.find(
      (frame) =>
        !/[\\/](?:site|dist)-packages[\\/]/.test(frame.file) &&
        !/[\\/]lib[\\/]python3/.test(frame.file) &&
        folders.some((one) => frame.file.startsWith(one + path.sep)) &&
        path.basename(path.dirname(frame.file)) !== 'openrlhf_try',
    ) ??
    null
  );
}
