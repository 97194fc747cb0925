import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

/** What a window shows; paths are absolute. */
export interface WindowOptions {
  readonly port: number;
  /** The Chromium executable. */
  readonly chromium: string;
  /** A folder or a `.code-workspace` file. */
  readonly workspace: string;
  /** The folder of an extension under development. */
  readonly extension?: string;
  /** The entry of a test suite that runs in the extension host. */
  readonly tests?: string;
  /** A file to open. */
  readonly file?: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Device pixels per pixel: 2 for pictures. */
  readonly scale?: number;
  /** Gets what extensions print, as the arguments of a `console` call. */
  readonly onLog?: (level: string, args: readonly unknown[]) => void;
}

/** A VS Code window in a headless Chromium. */
export interface OpenWindow {
  readonly page: Page;
  /** The exit code of the test suite; 1 when the page crashes. */
  readonly exit: Promise<number>;
  close(): Promise<void>;
}

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The address of the workbench, with what it is to open. */
export function windowAddress({ port, workspace, extension, tests, file }: Omit<WindowOptions, 'chromium'>): string {
  const remote = (absolute: string): string => `vscode-remote://127.0.0.1:${port}${encodeURI(absolute)}`;
  const payload: [string, string][] = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (extension !== undefined) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (tests !== undefined) payload.push(['extensionTestsPath', remote(tests)]);
  if (file !== undefined) payload.push(['openFile', remote(file)]);
  const address = new URL(`http://127.0.0.1:${port}/`);
  address.searchParams.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', workspace);
  address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}

/** Opens the workbench of a running server. */
export async function openWindow(options: WindowOptions): Promise<OpenWindow> {
  const browser = await chromium.launch({ executablePath: options.chromium, args: chromiumArguments });
  try {
    const context = await browser.newContext({
      viewport: options.size ?? { width: 1280, height: 800 },
      deviceScaleFactor: options.scale ?? 1,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const exit = new Promise<number>((resolve) => {
      void page.exposeFunction('codeAutomationExit', resolve);
      page.on('crash', () => {
        resolve(1);
      });
    });
    await page.exposeFunction('codeAutomationLog', (level: string, args: readonly unknown[]) => {
      options.onLog?.(level, args);
    });
    await page.goto(windowAddress(options));
    await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
    // The file takes the focus when it comes: from a palette that was opened before it, too.
    if (options.file !== undefined) await page.waitForSelector('.monaco-editor .view-line', { timeout: 60_000 });
    return { page, exit, close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
