import path from 'node:path';
import { colours, withWindow } from './window.ts';
import type { Colours } from './window.ts';

/** Pictures of what scripts show: completion, hover, findings with a quick fix. */
export async function scriptPictures(target: string): Promise<void> {
  for (const name of colours) await inColours(target, name);
}

async function inColours(target: string, name: Colours): Promise<void> {
  const settings = {
    'workbench.activityBar.location': 'hidden',
    'workbench.sideBar.location': 'right',
    'editor.hover.above': false,
  };
  const size = { width: 1100, height: 640 };
  await withWindow({ file: 'mistakes.sh', size, scale: 2, settings }, async ({ workbench, setColours }) => {
    await setColours(name);
    await workbench.command('View: Close Primary Side Bar');
    await workbench.squiggle();
    const save = (what: string) => workbench.picture(path.join(target, `${what}-${name}.png`));

    await workbench.hover('grpo');
    await save('findings');

    await workbench.openFile('train_ppo.sh');
    await workbench.statusItem(/OpenRLHF/);
    await workbench.goTo(37);
    await workbench.hover('estimator');
    await save('hover');
    await workbench.page.mouse.move(5, 5);

    await workbench.goTo(38);
    await workbench.typeOnNewLine('--algo.kl.');
    await workbench.completionOffers('--algo.kl.init_coef');
    await workbench.completionDetails();
    await save('completion');
  });
}
