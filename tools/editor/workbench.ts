import type { Locator, Page } from 'playwright-core';

const patience = 30_000;
/** Widgets fade in; a picture or a key press right away comes too early. */
const fade = 400;

/**
 * Drives a VS Code window as a person does: keys, mouse, and looking at what is shown. The selectors hold for VS Code
 * 1.100 to 1.139. Every method waits for what it needs and throws when it does not come.
 */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(patience);
  }

  /** Waits until an editor shows text. */
  async editorShown(): Promise<void> {
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+p');
    await this.quickInput(name);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.editorShown();
  }

  /** Runs a command of the palette by its title. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Puts the cursor at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Opens a line below the cursor's and types into it. */
  async typeOnNewLine(text: string): Promise<void> {
    await this.page.keyboard.press('Control+Enter');
    await this.page.keyboard.type(text, { delay: 20 });
  }

  /** Waits for a squiggle in the part of the file that is shown. */
  async squiggle(severity: 'error' | 'warning' | 'info' = 'error'): Promise<void> {
    await this.page.locator(`.monaco-editor .squiggly-${severity}`).first().waitFor();
  }

  /** How many errors and warnings the status bar counts. */
  async problemCount(): Promise<number> {
    const label = await this.page.locator('[id="status.problems"] a').getAttribute('aria-label');
    return [...(label ?? '').matchAll(/: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** Waits for a status bar item with this text. */
  async statusItem(text: string | RegExp): Promise<Locator> {
    const item = this.page.locator('.statusbar-item', { hasText: text }).first();
    await item.waitFor();
    return item;
  }

  /** Rests the mouse on a word of the shown text. @returns the text of the hover */
  async hover(word: string): Promise<string> {
    const place = await this.placeOf(word);
    // The first movement only tells the editor that the mouse is there.
    await this.page.mouse.move(place.x - 3, place.y);
    await this.page.mouse.move(place.x, place.y);
    const content = this.page.locator('.monaco-hover:not(.hidden) .hover-contents');
    await content.first().waitFor();
    await this.page.waitForTimeout(fade);
    return (await content.allInnerTexts()).join('\n');
  }

  /** Waits until the completion list offers a label. */
  async completionOffers(label: string): Promise<void> {
    await this.page.locator(`.suggest-widget.visible .monaco-list-row[aria-label*="${label}"]`).first().waitFor();
    await this.page.waitForTimeout(fade);
  }

  /** Accepts a label of the completion list with the keyboard. */
  async acceptCompletion(label: string): Promise<void> {
    await this.completionOffers(label);
    const focused = this.page.locator('.suggest-widget.visible .monaco-list-row.focused');
    await this.stepTo(async () => (await focused.getAttribute('aria-label'))?.includes(label) ?? false);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' });
  }

  /** Shows the details beside the completion list. */
  async completionDetails(): Promise<void> {
    const details = this.page.locator('.suggest-details');
    if (!(await details.isVisible())) await this.page.keyboard.press('Control+Space');
    await details.waitFor();
    await this.page.waitForTimeout(fade);
  }

  /** Moves to the next problem of the file, and closes the message that this opens. */
  async nextProblem(): Promise<void> {
    await this.page.keyboard.press('F8');
    await this.page.locator('.marker-widget').waitFor();
    await this.page.waitForTimeout(fade);
    await this.page.keyboard.press('Escape');
    await this.page.locator('.marker-widget').waitFor({ state: 'hidden' });
  }

  /** Opens the quick fixes at the cursor. @returns their titles */
  async quickFixes(): Promise<readonly string[]> {
    await this.page.keyboard.press('Control+.');
    const rows = this.quickFixRows();
    await rows.first().waitFor();
    await this.page.waitForTimeout(fade);
    return rows.allInnerTexts();
  }

  /** Applies a quick fix of the open list with the keyboard; without a title the one that the editor puts first. */
  async applyQuickFix(title?: string): Promise<void> {
    const focused = this.page.locator('.action-widget .monaco-list-row.action.focused');
    if (title !== undefined) await this.stepTo(async () => (await focused.innerText()).includes(title));
    await this.page.keyboard.press('Enter');
    await this.quickFixRows().first().waitFor({ state: 'hidden' });
  }

  /** Saves the file and waits until it is. */
  async save(): Promise<void> {
    await this.page.keyboard.press('Control+s');
    await this.page.locator('.tab.active:not(.dirty)').waitFor();
  }

  /** Takes a picture, by default without the status bar below it. */
  async picture(file: string, clip?: { x: number; y: number; width: number; height: number }): Promise<void> {
    await this.page.screenshot({ path: file, ...(clip === undefined ? {} : { clip }) });
  }

  private quickFixRows(): Locator {
    return this.page.locator('.action-widget .monaco-list-row.action');
  }

  private async quickInput(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible input.input');
    await input.waitFor();
    await input.fill(text);
  }

  /** Presses the down arrow until something is reached. */
  private async stepTo(reached: () => Promise<boolean>): Promise<void> {
    for (let step = 0; step < 50; step += 1) {
      if (await reached()) return;
      await this.page.keyboard.press('ArrowDown');
      await this.page.waitForTimeout(50);
    }
    throw new Error('the list has no such row');
  }

  /** The middle of the first place where a word stands in the shown text. */
  private async placeOf(word: string): Promise<{ x: number; y: number }> {
    const place = await this.page.evaluate((wanted) => {
      const lines = document.querySelector('.monaco-editor .view-lines');
      if (lines === null) return undefined;
      const texts = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return undefined;
    }, word);
    if (place === undefined) throw new Error(`'${word}' is not shown`);
    return place;
  }
}
