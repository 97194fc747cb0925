import { cp } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../cache/chromium.ts';
import { startSession } from '../editor/session.ts';
import type { Settings } from '../editor/settings.ts';
import { openWindow } from '../editor/window.ts';
import { Workbench } from '../editor/workbench.ts';
import { projectFolder } from '../project.ts';

/** Ending of the names of files. */
export const colours = ['dark', 'light'] as const;
export type Colours = (typeof colours)[number];

/** A window for pictures of the examples. */
export interface PictureWindow {
  /** A file of the examples, opened first. */
  readonly file: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Device pixels per pixel. */
  readonly scale: number;
  readonly settings?: Settings;
  /** Changes the copy of the examples before it is opened. */
  readonly prepare?: (workspace: string) => Promise<void>;
}

/** A window that is open, and what pictures do with it. */
export interface Pictured {
  readonly workbench: Workbench;
  readonly setColours: (name: Colours) => Promise<void>;
}

/** How long the editor takes to draw itself in other colours. */
const redrawing = 1_500;

/** What a picture needs no more than a reader does. */
const plain: Settings = {
  'window.autoDetectColorScheme': true,
  'workbench.preferredDarkColorTheme': 'Default Dark Modern',
  'workbench.preferredLightColorTheme': 'Default Light Modern',
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.fontFamily': "'JetBrains Mono', 'Noto Sans Mono CJK SC', monospace",
  'editor.fontSize': 14,
  'workbench.reduceMotion': 'on',
};

/** Opens a copy of the examples in the newest served VS Code, and closes it behind `take`. */
export async function withWindow(
  { file, size, scale, settings, prepare }: PictureWindow,
  take: (pictured: Pictured) => Promise<void>,
): Promise<void> {
  const session = await startSession({ settings: { ...plain, ...settings } });
  try {
    const workspace = path.join(session.scratch, 'examples');
    await cp(path.join(projectFolder, 'examples'), workspace, { recursive: true });
    await prepare?.(workspace);
    const window = await openWindow({
      port: session.port,
      chromium: await ensureChromium(),
      workspace,
      file: path.join(workspace, file),
      size,
      scale,
    });
    try {
      const workbench = new Workbench(window.page);
      await workbench.editorShown();
      await window.page.addStyleTag({
        content: '.monaco-workbench { font-family: Inter, "Noto Sans CJK SC", sans-serif !important }',
      });
      await take({
        workbench,
        setColours: async (name) => {
          await window.page.emulateMedia({ colorScheme: name });
          await window.page.waitForTimeout(redrawing);
        },
      });
    } catch (error) {
      await window.page.screenshot({ path: path.join(projectFolder, 'out', 'pictures.png') });
      console.error('The window as it was then: out/pictures.png');
      throw error;
    } finally {
      await window.close();
    }
  } finally {
    await session.stop();
  }
}
