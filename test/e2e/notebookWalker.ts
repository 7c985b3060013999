import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Random } from '../../packages/manager/src/generator/random.js';
import { parseNotebook } from '../../src/model/notebook/readNotebook.js';
import { eventually } from '../support/eventually.js';
import { openNotebook } from './visuals/resultNotebook.js';
import type { Workbench } from './workbench.js';

/** How the texts of the cells may differ after an action: at most one of them is written, added or taken away. */
export type Change = 'none' | 'reopened' | 'written' | 'added' | 'removed' | 'moved';

/** Pixels from the top of the window to where the cells of a notebook begin. */
const belowToolbar = 130;
/** Milliseconds. */
const seenFocus = 300;

/** Does one thing after the other to a notebook as a person would, and reads what its file holds then. */
export class NotebookWalker {
  /** The texts of the cells as they were saved last. */
  cells: readonly string[] = [];

  constructor(
    private readonly window: Workbench,
    private readonly name: string,
    private readonly random: Random,
  ) {}

  get results(): Locator {
    return this.window.notebookOutputs.locator('.result');
  }

  /** What VS Code shows as an error at the moment. */
  errors(): Promise<string[]> {
    return this.window.page
      .locator('.notification-toast')
      .filter({ has: this.window.page.locator('.codicon-error') })
      .allInnerTexts();
  }

  /** The texts of the cells in the file, once it is saved. */
  saved(): Promise<readonly string[]> {
    return eventually(async () => {
      await this.window.pressSave();
      await this.window.dirtyTab(this.name).waitFor({ state: 'detached', timeout: 2000 });
      const text = await readFile(join(this.window.folder, this.name), 'utf8');
      assert.notEqual(text, '', 'The file is being written');
      return parseNotebook(text).cells.map(cell => cell.text);
    });
  }

  /** Waits until no cell runs. */
  async settled(): Promise<void> {
    const { page } = this.window;
    // Not the number before a cell, where VS Code leaves its icon once the cell has run with its end out of sight.
    const busy = page
      .locator('.notebookOverlay .cell-statusbar-container')
      .locator('.codicon-notebook-state-executing, .codicon-notebook-state-pending');
    await eventually(async () => {
      // A variable without a value is asked for.
      if (await this.window.quickInput.isVisible()) await this.press('Escape');
      assert.equal(await busy.count(), 0);
    }, 60_000);
  }

  /** Selects a cell, so that keys and commands are about it. */
  async select(index = this.random.below(this.cells.length)): Promise<number> {
    await this.window.runCommand('Notebook: Focus First Cell');
    await this.press('Escape', ...Array.from({ length: index }, () => 'ArrowDown'));
    return index;
  }

  async command(title: string, change: Change = 'none'): Promise<Change> {
    await this.select();
    await this.window.runCommand(title);
    return change;
  }

  /** A command that asks: gets one of the words or of the first choices, or no answer; a second question gets none. */
  async ask(title: string, words?: readonly string[]): Promise<void> {
    await this.select();
    await this.window.runCommand(title);
    const { quickInput } = this.window;
    await quickInput.waitFor({ timeout: 3000 }).catch(() => undefined);
    if ((await quickInput.isVisible()) && this.random.next() < 0.8) {
      if (words) await quickInput.fill(this.random.pick(words));
      else await this.press(...Array.from({ length: this.random.below(4) }, () => 'ArrowDown'));
      await this.press('Enter');
    }
    await eventually(async () => {
      if (await quickInput.isVisible()) await this.press('Escape');
      await quickInput.waitFor({ state: 'hidden', timeout: 1000 });
    });
  }

  /** Waits for a text to change, as long as that may take. */
  async changed(): Promise<void> {
    const change = async () => assert.notDeepEqual(await this.saved(), this.cells);
    await eventually(change, 3000).catch(() => undefined);
  }

  async write(text: string): Promise<Change> {
    const index = await this.select();
    await this.edit(index);
    // An editor that has only just got the keyboard may select its first line alone.
    await eventually(async () => {
      await this.press('ControlOrMeta+a', 'Delete');
      assert.equal((await this.saved())[index], '');
    });
    if (text) await this.window.paste(text);
    await eventually(async () => assert.equal((await this.saved())[index], text));
    await this.press('Escape');
    return 'written';
  }

  async typeAndUndo(): Promise<Change> {
    const index = await this.select();
    await this.edit(index);
    await this.press('ControlOrMeta+End');
    await this.window.page.keyboard.type('way', { delay: 20 });
    await this.press('Escape');
    await eventually(async () => {
      await this.edit(index);
      await this.press('ControlOrMeta+z', 'Escape');
      assert.deepEqual(await this.saved(), this.cells);
    });
    return 'none';
  }

  async deleteAndUndo(): Promise<Change> {
    await this.select();
    await this.press('Delete');
    await eventually(async () => assert.equal((await this.saved()).length, this.cells.length - 1));
    await this.press('ControlOrMeta+z');
    await eventually(async () => assert.equal((await this.saved()).length, this.cells.length));
    return 'none';
  }

  /** Does something in one of the results, if that is on the screen. */
  async inResult(act: (result: Locator) => Promise<Change | void>): Promise<Change> {
    const results = await this.results.count();
    if (results === 0) return 'none';
    const result = this.results.nth(this.random.below(results));
    const { y = -1, height = 0 } = (await result.boundingBox()) ?? {};
    const bottom = this.window.page.viewportSize()?.height ?? 0;
    if (y <= belowToolbar || y + height >= bottom) return 'none';
    const change = (await act(result)) ?? 'none';
    // VS Code looks four times a second whether a page has the keyboard, and nobody leaves it that quickly.
    await this.window.page.waitForTimeout(seenFocus);
    return change;
  }

  /** Shows a result in this view, where it can be. */
  async show(result: Locator, view: string): Promise<boolean> {
    const choice = result.getByRole('radio', { name: view, exact: true });
    if (!(await choice.isVisible())) return false;
    await choice.click();
    return true;
  }

  /** Chooses an entry from the menu of a value. */
  async chooseOfValue(result: Locator, entry: string): Promise<Change> {
    const value = result.locator('.bars li button').first();
    if (!(await this.show(result, 'List')) || !(await value.isVisible())) return 'none';
    await value.click();
    const item = this.window.notebookOutputs.getByRole('menuitem', { name: entry, exact: true });
    if (!(await item.isVisible())) {
      await this.press('Escape');
      return 'none';
    }
    await item.click();
    const isAsked = entry.endsWith('…');
    if (isAsked) {
      await this.window.quickInput.waitFor();
      // What the query asks for already is not offered, so the first dimension is taken.
      await this.window.quickPickItem('').first().waitFor();
      await this.press('Enter');
    }
    // The same value a second time changes nothing.
    await this.changed();
    return isAsked ? 'added' : 'written';
  }

  /** Zooms into a chart with the mouse, and mostly takes what is seen as the range. */
  async zoom(result: Locator): Promise<Change> {
    if (!(await this.show(result, 'Line'))) return 'none';
    const box = await result.locator('.plot .u-over').boundingBox();
    if (!box) return 'none';
    const { mouse } = this.window.page;
    await mouse.move(box.x + box.width * 0.3, box.y + 40);
    await mouse.down();
    await mouse.move(box.x + box.width * 0.7, box.y + 40, { steps: 4 });
    await mouse.up();
    const use = result.getByRole('button', { name: 'Use this interval' });
    if (this.random.next() < 0.7 && (await use.isVisible())) await use.click();
    return 'written';
  }

  async openInTab(result: Locator): Promise<void> {
    await result.getByRole('button', { name: 'Open in a tab' }).click();
    await this.window.tab('').nth(1).waitFor();
    await this.window.runCommand('View: Close Editor');
    await this.window.activeTab(this.name).waitFor();
  }

  async reopen(): Promise<Change> {
    await this.settled();
    await openNotebook(this.window, this.name);
    // Whether there is a result depends on what the walk has written.
    await this.command('Notebook: Run All');
    return 'reopened';
  }

  /** Gives the keyboard to the text of a cell. What had it before the palette, such as a result, may get it back from there. */
  private async edit(index: number): Promise<void> {
    const focused = this.window.page.locator('.cell-editor-container .monaco-editor.focused').first();
    await eventually(async () => {
      if (await focused.isVisible()) return;
      await this.select(index);
      await this.press('Enter');
      await focused.waitFor({ timeout: 2000 });
    });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.window.page.keyboard.press(key);
  }
}
