import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { inert } from '../../src/words/inert.js';
import { eventually } from '../support/eventually.js';
import { shownPart } from '../support/hostileTexts.js';

/** The trees in the side bar, but not what is down, which has some of the same names. */
const trees = '.sidebar .monaco-list:not([aria-label^="What is down"])';
const listOfDown = '.sidebar .monaco-list[aria-label^="What is down"]';
const treeItem = '.monaco-list-row[role="treeitem"]';

/** The explorer of VS Code's window, with the mouse. */
export abstract class WorkbenchTree {
  private readonly trees: Locator;
  private readonly rows: Locator;
  /** The texts of the notifications that have not been dismissed, whether or not they are on the screen as toasts. */
  abstract notifications(): Promise<string[]>;

  constructor(readonly page: Page) {
    this.trees = page.locator(trees);
    this.rows = this.trees.locator(treeItem);
  }

  /** A row of the tree in the side bar, by the exact label that is drawn. */
  treeItem(label: string): Locator {
    const exact = this.page.locator('.label-name').getByText(inert(label), { exact: true });
    return this.rows.filter({ has: exact });
  }

  /** Rows of the tree whose label holds a text, such as the sentence of a failure. */
  treeItemWith(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: typeof text === 'string' ? shownPart(text) : text });
  }

  /** Clicks a row of the tree, wherever it is in it. */
  async clickTreeItem(label: string): Promise<void> {
    const row = this.treeItem(label).first();
    await this.scrollTo(row);
    await row.click();
  }

  /** Clicks an access point or a place among what is down, which other ones may stand above. */
  async clickDown(name: string): Promise<void> {
    const list = this.page.locator(listOfDown);
    const row = list.locator(treeItem).filter({ hasText: name }).first();
    let turns = 0;
    await eventually(async () => {
      if ((await row.count()) > 0) return row.click({ timeout: 2000 });
      await list.hover();
      // Down by three rows, since the view may be as low as five, and from the top again where it was missed.
      await this.page.mouse.wheel(0, turns++ % 40 === 0 ? -100_000 : 66);
      throw new Error(`${name} is not in sight among what is down.`);
    });
  }

  /** Scrolls the tree until a row is in it, since VS Code draws only those that are in sight. */
  async scrollTo(row: Locator): Promise<void> {
    for (let turns = 0; ; turns++)
      try {
        return await row.waitFor({ timeout: 2000 });
      } catch (error) {
        if (turns > 8) throw error;
        await this.trees
          .filter({ has: this.page.locator(treeItem) })
          .first()
          .hover();
        // Down, page by page, and then from the top once more.
        await this.page.mouse.wheel(0, turns % 5 === 4 ? -100_000 : 400);
      }
  }

  /** The progress of a view; two of them show one at the same time. */
  get reading(): Locator {
    return this.page.locator('.sidebar .monaco-progress-container.active').first();
  }

  /** Waits until no view of the side bar reads any more. */
  async hasRead(): Promise<void> {
    await this.reading.waitFor({ state: 'detached' });
    // A tree that takes long has a row of its own for that.
    await this.page
      .locator('.sidebar .monaco-list-row', { hasText: 'Reading…' })
      .first()
      .waitFor({ state: 'detached' });
  }

  /** Rests the mouse on a row, again where the row was drawn anew below it, until its hover holds a text. */
  async hoverOver(row: Locator, text: string): Promise<void> {
    const hover = this.page.locator('.monaco-hover').filter({ hasText: text }).first();
    await eventually(async () => {
      await this.page.locator('.titlebar').first().hover();
      await row.hover();
      // Counted, since whatever waits for something drives it away.
      await eventually(async () => assert.ok((await hover.count()) > 0), 4000);
    });
  }

  private get menuEntries(): Locator {
    return this.page.locator('.context-view .action-menu-item');
  }

  /** Chooses an entry of a tree item's context menu, by its whole label, through its submenus. */
  async chooseFromMenu(item: Locator, ...labels: readonly string[]): Promise<void> {
    await this.scrollTo(item);
    await item.click({ button: 'right' });
    const entry = (label = '') =>
      this.menuEntries.filter({ has: this.page.getByText(inert(label), { exact: true }) });
    for (const label of labels.slice(0, -1)) await entry(label).hover();
    // Menus take no click in their first 100 ms, by when the button is let go.
    await entry(labels.at(-1)).click({ delay: 200 });
  }

  /**
   * Chooses an entry of a tree item's context menu, again where the menu took no click or was not certain of its row, which it says:
   * it was opened while the tree was drawn anew, as after a save.
   * @param opened what the entry opens
   */
  async openFromMenu(item: Locator, opened: Locator, ...labels: readonly string[]): Promise<void> {
    for (let turns = 0; ; turns++)
      try {
        await this.chooseFromMenu(item, ...labels);
        return await opened.waitFor();
      } catch (error) {
        const isOpen = await this.menuEntries.first().isVisible();
        if (isOpen) await this.page.keyboard.press('Escape');
        const isUnsure = (await this.notifications()).join().includes('not certain which row was meant');
        if (turns === 2 || !(isOpen || isUnsure)) throw error;
      }
  }

  /** Opens the first branch of this label. */
  expandTreeItem(label: string): Promise<void> {
    return this.expandRow(this.treeItem(label).first());
  }

  /** Opens a branch of the tree, if it is not open already. */
  expandRow(row: Locator): Promise<void> {
    return this.turnRow(row, '[aria-expanded=true]');
  }

  /** Closes a branch of the tree, if it is not closed already. */
  collapseRow(row: Locator): Promise<void> {
    return this.turnRow(row, '[aria-expanded=false]');
  }

  /** A click that meets a row while it is drawn anew does nothing. */
  private async turnRow(row: Locator, turned: string): Promise<void> {
    const asMeant = row.and(this.page.locator(turned));
    await eventually(async () => {
      await this.scrollTo(row);
      if ((await asMeant.count()) > 0) return;
      await row.locator('.monaco-tl-twistie').click({ timeout: 2000 });
      // A second click on a branch that is still being read closes it again.
      await asMeant.waitFor({ timeout: 8000 });
    });
  }
}
