import type { Locator, Page } from 'playwright-core';

const patience = 60_000;

/** What a list at the top of the window asks. */
export interface ShownList {
  readonly title: string;
  readonly placeholder: string;
  /** Label, description and detail of each row that is in view. */
  readonly rows: readonly string[];
}

/**
 * A person at a window: answers lists and questions, reads and clicks views, dialogs and messages. Arguments and results
 * are plain data, since tests inside the window call it from another process. The selectors hold for VS Code 1.100 to 1.139.
 */
export class Hands {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(patience);
  }

  /** Runs a command of the palette by its title. */
  async command(title: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#input().fill(`>${title}`);
    await this.#page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.#acceptCommand();
  }

  /** The same for a command that is not there right after the window has come. */
  async commandWhenThere(title: string): Promise<void> {
    await this.#until(`the command ‘${title}’`, async () => {
      await this.#page.keyboard.press('F1');
      await this.#input().fill(`>${title}`);
      await this.#page.waitForTimeout(500);
      const row = this.#page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
      if (await row.isVisible()) return true;
      await this.#page.keyboard.press('Escape');
      return undefined;
    });
    await this.#acceptCommand();
  }

  /** Presses a key, named as playwright does. */
  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /** Waits for a list that has this text in its title, placeholder or a row. */
  async list(text = ''): Promise<ShownList> {
    await this.#page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row').first().waitFor();
    return this.#until(`a list with ‘${text}’`, async () => {
      const shown = await this.#shownList();
      return [shown.title, shown.placeholder, ...shown.rows].some((part) => part.includes(text)) ? shown : undefined;
    });
  }

  /** Clicks the row of a list. */
  async choose(row: string): Promise<void> {
    const found = this.#page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row', {
      hasText: row,
    });
    await found.first().click();
  }

  /** Gives an input box its value. @param prompt text of the box, so that it is the right one */
  async answer(prompt: string, value?: string): Promise<void> {
    const box = this.#page.locator('.quick-input-widget:visible', { hasText: prompt });
    await box.waitFor();
    if (value !== undefined) await box.locator('input.input').fill(value);
    // A box for a path takes no answer while it reads the folder.
    await this.#again(box, () => this.#page.keyboard.press('Enter'));
  }

  /** Text of the dialog that is open. */
  async dialog(): Promise<string> {
    const box = this.#page.locator('.monaco-dialog-box');
    await box.waitFor();
    return box.innerText();
  }

  /** Clicks a button of the dialog that is open. */
  async pressInDialog(button: string): Promise<void> {
    const dialog = this.#page.locator('.monaco-dialog-box');
    await dialog.locator('.monaco-button', { hasText: button }).first().click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Waits for a message with this text in the list of messages. @returns all of the message */
  async message(text: string, limit = patience): Promise<string> {
    const item = await this.#messageItem(text, limit);
    return item.locator('.notification-list-item-message').innerText();
  }

  /** Clicks a button of a message. */
  async pressInMessage(text: string, button: string): Promise<void> {
    const item = await this.#messageItem(text, patience);
    await item.locator('.monaco-button', { hasText: button }).first().click();
  }

  /** Clears the list of messages. */
  async clearMessages(): Promise<void> {
    await this.command('Notifications: Clear All Notifications');
  }

  /** Opens the views of the extension in the side bar. */
  async openViews(): Promise<void> {
    if (await this.#page.locator('.sidebar .pane-header[aria-label^="Jobs"]').isVisible()) return;
    await this.#page.locator('.activitybar a[aria-label^="OpenRLHF"]').first().click();
    await this.#page.locator('.sidebar .pane-header').first().waitFor();
  }

  /** The rows of the side bar, as a screen reader says them. */
  async rows(): Promise<readonly string[]> {
    // In one go: rows come and go while they are looked at.
    return this.#page
      .locator('.sidebar .monaco-list-row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Text of the editor in front, as far as it is in view. */
  async editorText(): Promise<string> {
    const lines = await this.#page.locator('.editor-group-container.active .view-line').allInnerTexts();
    return lines.map((line) => line.replaceAll('\u00a0', ' ')).join('\n');
  }

  /** What the empty views of the side bar say. */
  async welcomes(): Promise<readonly string[]> {
    const texts = this.#page.locator('.sidebar .welcome-view-content');
    await texts.first().waitFor();
    return texts.allInnerTexts();
  }

  /** Waits for a row of the side bar. @returns what a screen reader says of it */
  async row(text: string, limit = patience): Promise<string> {
    return this.#until(
      `a row with ‘${text}’`,
      async () => (await this.rows()).find((row) => row.includes(text)),
      limit,
    );
  }

  /** Clicks a row of the side bar. */
  async clickRow(text: string): Promise<void> {
    await this.#row(text).click();
  }

  /** Clicks one of the buttons that a row of the side bar shows under the mouse. */
  async pressInRow(text: string, button: string): Promise<void> {
    const row = this.#row(text);
    await row.hover();
    await row.locator(`.action-label[aria-label^="${button}"]`).first().click();
  }

  /** Chooses from the menu of a row of the side bar. */
  async chooseInMenu(text: string, entry: string): Promise<void> {
    await this.#row(text).click({ button: 'right' });
    const found = this.#page.locator('.context-view .action-label', { hasText: entry }).first();
    await found.waitFor();
    // A menu takes no click in its first moment.
    await this.#again(found, () => found.click({ timeout: 1000 }));
  }

  /** Names of the terminals that are open, as their tabs have them; the only one stands in the title of the panel. */
  async terminals(): Promise<readonly string[]> {
    const names = await this.#page.locator('.terminal-tabs-entry').allInnerTexts();
    if (names.length > 0) return names;
    const single = this.#page.locator('.single-terminal-tab');
    return (await single.isVisible()) ? [await single.innerText()] : [];
  }

  /** All that the terminal in front holds, its scrolled part included. */
  async terminalText(): Promise<string> {
    await this.command('Terminal: Select All');
    await this.command('Terminal: Copy Selection');
    await this.#page.waitForTimeout(200);
    return this.#page.evaluate(() => navigator.clipboard.readText());
  }

  /** What of the terminal in front is in view. */
  async terminalScreen(): Promise<string> {
    const screen = this.#page.locator('.terminal-wrapper.active .xterm-rows');
    const lines = await screen.locator('> div').allInnerTexts();
    return lines.map((line) => line.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
  }

  /** Text of the page in front that is no editor, such as a rendered markdown. */
  async pageText(): Promise<string> {
    const frames = this.#page
      .frames()
      .filter((frame) => frame.name() === 'active-frame' || frame.url().includes('fake.html'));
    const texts = await Promise.all(
      frames.map((frame) =>
        frame
          .locator('body')
          .innerText()
          .catch(() => ''),
      ),
    );
    return texts.join('\n');
  }

  /** Takes a picture of the window. */
  async picture(file: string): Promise<void> {
    await this.#page.screenshot({ path: file });
  }

  /** Loads the window anew. */
  async reload(): Promise<void> {
    await this.#page.reload();
    await this.#page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
  }

  #input(): Locator {
    return this.#page.locator('.quick-input-widget:visible input.input');
  }

  #row(text: string): Locator {
    return this.#page.locator(`.sidebar .monaco-list-row[aria-label*="${text}"]`).first();
  }

  /** Accepts what the palette offers. It takes no key while it fills its list. */
  async #acceptCommand(): Promise<void> {
    await this.#until('the end of the palette', async () => {
      if (!(await this.#paletteIsOpen())) return true;
      await this.#page.keyboard.press('Enter');
      const end = Date.now() + 1000;
      while (Date.now() < end) {
        if (!(await this.#paletteIsOpen())) return true;
        await this.#page.waitForTimeout(50);
      }
      return undefined;
    });
  }

  /** The palette, and no list or question that a command has opened in its place. */
  async #paletteIsOpen(): Promise<boolean> {
    const input = this.#input();
    return (await input.isVisible()) && (await input.inputValue({ timeout: 1000 })).startsWith('>');
  }

  async #shownList(): Promise<ShownList> {
    const widget = this.#page.locator('.quick-input-widget:visible');
    return {
      title: await widget.locator('.quick-input-title').innerText(),
      placeholder: (await this.#input().getAttribute('placeholder')) ?? '',
      // In one go: rows come and go while they are looked at.
      rows: await widget.locator('.quick-input-list .monaco-list-row').allInnerTexts(),
    };
  }

  /** Does something until what it was done to is gone. */
  async #again(shown: Locator, act: () => Promise<void>): Promise<void> {
    await this.#until('the end of a list or menu', async () => {
      await act().catch(() => undefined);
      await shown.waitFor({ state: 'hidden', timeout: 2000 });
      return true;
    });
  }

  /** The newest editor shows no messages by themselves while it can be driven by tests. */
  async #messageItem(text: string, limit: number): Promise<Locator> {
    const items = this.#page.locator('.notification-list-item', { hasText: text });
    return this.#until(
      `a message with ‘${text}’`,
      async () => {
        if (await items.first().isVisible()) return items.first();
        if (!(await this.#page.locator('.notifications-center').isVisible())) {
          await this.command('Notifications: Show Notifications');
          await this.#page.waitForTimeout(300);
        }
        return (await items.first().isVisible()) ? items.first() : undefined;
      },
      limit,
    );
  }

  async #until<T>(what: string, look: () => Promise<T | undefined>, limit = patience): Promise<T> {
    const end = Date.now() + limit;
    for (;;) {
      const found = await look().catch(() => undefined);
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`not in time: ${what}`);
      await this.#page.waitForTimeout(150);
    }
  }
}
