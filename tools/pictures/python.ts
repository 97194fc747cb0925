import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { colours, withWindow } from './window.ts';
import type { Colours } from './window.ts';

/** Pictures of an agent: a finding with its explanation, and the launches that use the file. */
export async function pythonPictures(target: string): Promise<void> {
  for (const name of colours) await inColours(target, name);
}

async function inColours(target: string, name: Colours): Promise<void> {
  const settings = {
    'workbench.activityBar.location': 'hidden',
    'workbench.sideBar.location': 'right',
    'editor.hover.above': false,
  };
  const size = { width: 1100, height: 640 };
  const prepare = async (workspace: string): Promise<void> => {
    const file = path.join(workspace, 'agent.py');
    const text = await readFile(file, 'utf8');
    const from = text.indexOf('"rewards": torch.tensor(reward)');
    if (from < 0) throw new Error('the agent of the examples returns its rewards in another way');
    await writeFile(file, text.replace('"rewards": torch.tensor(reward)', '"rewards": float(correct)'));
  };
  await withWindow({ file: 'agent.py', size, scale: 2, settings, prepare }, async ({ workbench, setColours }) => {
    await setColours(name);
    await workbench.command('View: Close Primary Side Bar');
    await workbench.goTo(40);
    await workbench.squiggle();
    await workbench.hover('float');
    await workbench.picture(path.join(target, `agent-${name}.png`));
  });
}
