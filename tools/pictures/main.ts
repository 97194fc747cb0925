/**
 * Takes the pictures of the README in the newest served VS Code, in the dark and the light theme: completion, hover, findings with
 * a quick fix. Run it after a change of what they show: `npm run pictures`.
 */
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../cache/chromium.ts';
import { startSession } from '../editor/session.ts';
import { openWindow } from '../editor/window.ts';
import { Workbench } from '../editor/workbench.ts';

const root = path.resolve(import.meta.dirname, '../..');
const target = path.resolve(process.argv[2] ?? path.join(root, 'docs/images'));

const themes = [
  ['dark', 'Default Dark Modern'],
  ['light', 'Default Light Modern'],
] as const;

const size = { width: 1100, height: 640 };
/** Sharp on screens of high density. */
const scale = 2;

async function pictures(name: string, theme: string): Promise<void> {
  const session = await startSession({
    settings: {
      'workbench.colorTheme': theme,
      'window.commandCenter': false,
      'workbench.layoutControl.enabled': false,
      'workbench.activityBar.location': 'hidden',
      'workbench.sideBar.location': 'right',
      'editor.minimap.enabled': false,
      'editor.cursorBlinking': 'solid',
      'editor.fontFamily': "'JetBrains Mono', 'Noto Sans Mono CJK SC', monospace",
      'editor.fontSize': 14,
      'editor.hover.above': false,
      'workbench.reduceMotion': 'on',
    },
  });
  try {
    const workspace = path.join(session.scratch, 'examples');
    await cp(path.join(root, 'examples'), workspace, { recursive: true });
    const window = await openWindow({
      port: session.port,
      chromium: await ensureChromium(),
      workspace,
      file: path.join(workspace, 'mistakes.sh'),
      size,
      scale,
    });
    try {
      const workbench = new Workbench(window.page);
      await workbench.editorShown();
      await window.page.addStyleTag({
        content: '.monaco-workbench { font-family: Inter, "Noto Sans CJK SC", sans-serif !important }',
      });
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
      await window.page.mouse.move(5, 5);

      await workbench.goTo(38);
      await workbench.typeOnNewLine('--algo.kl.');
      await workbench.completionOffers('--algo.kl.init_coef');
      await workbench.completionDetails();
      await save('completion');
    } finally {
      await window.close();
    }
  } finally {
    await session.stop();
  }
}

await mkdir(target, { recursive: true });
for (const [name, theme] of themes) await pictures(name, theme);
