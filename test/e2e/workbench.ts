import { basename, join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { literalPattern } from 'netsensor-contract/text/plainText';
import { shownPart } from '../support/hostileTexts.js';
import type { Scope } from '../host/scope.js';
import type { VSCodeServer } from '../host/vscodeServer.js';
import { eventually } from '../support/eventually.js';
import { readBackups, type Backup } from './backups.js';
import { WorkbenchTree } from './workbenchTree.js';

export interface WorkbenchParts {
  readonly page: Page;
  readonly server: VSCodeServer;
  readonly folder: string;
  readonly url: string;
  readonly scope: Scope;
}

/** The frame of a page in an editor; that of the details stands in the side bar. */
export const pageInEditor = 'iframe.webview.ready:not([src*="purpose=webviewView"])';

const stateOf = (lock: string): RegExp => new RegExp(`test · (?:slow: [^·]+ · )?${lock}`);

/** VS Code's window as a person uses it: mouse, keyboard, and what can be read on the screen. */
export class Workbench extends WorkbenchTree {
  readonly server: VSCodeServer;
  /** The workspace folder on disk. */
  readonly folder: string;

  constructor(private readonly parts: WorkbenchParts) {
    super(parts.page);
    this.server = parts.server;
    this.folder = parts.folder;
  }

  /** Loads the window anew, as after a restart of the editor. */
  async reload(): Promise<void> {
    await this.page.goto(this.parts.url);
    await this.page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 60_000 });
    await this.page.locator('.statusbar-item').first().waitFor();
  }

  /** Reloads as a user does, which lets VS Code put its state and unsaved changes aside first. */
  async reloadWindow(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 60_000 });
  }

  /** Makes the connection ready for changes, whatever it was before. */
  async unlock(): Promise<void> {
    if (await this.connection('unlocked').isVisible()) return;
    await this.runCommand('Netsensor: Unlock for Changes');
    await this.quickPickItem('Unlock until I lock it').click();
    await this.connection('unlocked').waitFor();
  }

  /** Closes all editors, and gives up what is not saved in them. */
  async closeEditors(): Promise<void> {
    // A list of choices in a result keeps the keyboard to itself.
    await this.page.locator('.sidebar .composite.title').first().click();
    await this.runCommand('View: Close All Editors');
    const giveUp = this.page.getByRole('button', { name: "Don't Save" });
    await eventually(async () => {
      if (await giveUp.isVisible()) await giveUp.click();
      if ((await this.tab('').count()) > 0) throw new Error('Editors are still open');
    });
  }

  /** Stops everything that was opened for this window. */
  close(): Promise<void> {
    return this.parts.scope.close();
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path });
  }

  /** Runs a command from the palette by its full title, e.g. "Netsensor: Add Manager…". */
  async runCommand(title: string): Promise<void> {
    const entry = this.paletteItem(title);
    // A palette that is opened while the window starts may list the extension's commands only when it is opened again.
    await eventually(async () => {
      await this.page.keyboard.press('F1');
      // The key is lost on the way to a page inside the window that is still loading.
      await this.quickInput.waitFor({ timeout: 4000 });
      await this.quickInput.fill(`>${title}`);
      await entry.waitFor({ timeout: 4000 }).catch(async (error: unknown) => {
        await this.page.keyboard.press('Escape');
        throw error;
      });
      await entry.click({ timeout: 4000 });
    }, 40_000);
  }

  /** The text box of the palette, of a quick pick or of an input box. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input');
  }

  /**
   * Chooses a theme by the name that VS Code lists it under, such as "Dark High Contrast"; one of high contrast that stands in
   * the settings of a fresh window is not taken over.
   */
  async chooseTheme(name: string): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: name }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.quickInput.waitFor({ state: 'hidden' });
  }

  quickPickItem(label: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: shownPart(label) });
  }

  /** A command in the palette by its whole title: another one may begin alike. */
  private paletteItem(title: string): Locator {
    const name = this.page.locator('.label-name', { hasText: new RegExp(`^${literalPattern(title)}$`) });
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ has: name }).first();
  }

  /** Answers an input box, and waits until it is gone or another one has taken its place. */
  async answer(text: string): Promise<void> {
    await this.quickInput.waitFor();
    await this.quickInput.fill(text);
    await this.page.keyboard.press('Enter');
    await eventually(async () => {
      const shown = await this.quickInput.inputValue({ timeout: 100 }).catch(() => '');
      if (shown === text) throw new Error('The answer is not taken');
    });
  }

  /** Answers a dialog that asks for a file which is there; what is typed before it has read its first folder is lost. */
  async answerFile(path: string): Promise<void> {
    await this.quickInput.waitFor();
    await eventually(async () => {
      await this.quickInput.fill(path, { timeout: 2000 });
      await this.quickPickItem(basename(path)).waitFor({ timeout: 2000 });
      await this.page.keyboard.press('Enter');
      await this.quickInput.waitFor({ state: 'hidden', timeout: 2000 });
    });
  }

  /** Answers a quick pick with the mouse. */
  async pick(label: string): Promise<void> {
    await this.quickPickItem(label).first().click();
  }

  /** Opens a view container from the activity bar. */
  async openView(title: string): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: title });
    const shown = this.page.locator('.sidebar .composite.title').filter({ hasText: title });
    await tab.waitFor();
    // Right after another view was opened its tab may still be the one that looks selected.
    await eventually(async () => {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      await shown.waitFor({ timeout: 1000 });
    });
  }

  /** The tab of an editor, by the name that it shows. */
  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: name });
  }

  /** The same tab, while it is the one in front. */
  activeTab(name: string): Locator {
    return this.page.locator('.tabs-container .tab.active').filter({ hasText: name });
  }

  /** The same tab, while it has unsaved changes. */
  dirtyTab(name: string): Locator {
    return this.page.locator('.tabs-container .tab.dirty').filter({ hasText: name });
  }

  /** Presses Ctrl+S; whether it worked is seen at {@link dirtyTab}. */
  async pressSave(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+s');
  }

  /** The lines of the active editor that are on the screen. */
  async editorText(): Promise<string> {
    const lines = this.page.locator('.editor-group-container.active .editor-instance .view-line');
    const placed = await lines.evaluateAll(nodes =>
      nodes.map(node => ({ top: Number.parseFloat(node.style.top), text: node.textContent ?? '' })),
    );
    const ordered = placed.sort((one, other) => one.top - other.top);
    return ordered.map(line => line.text.replaceAll('\u00a0', ' ')).join('\n');
  }

  /** Replaces a text in the active editor through find and type, as a person would. */
  async replaceInEditor(found: string, replacement: string): Promise<void> {
    await this.selectInEditor(found);
    await this.page.keyboard.type(replacement);
  }

  /** Selects a text in the active editor through find, whose box gives the keyboard back when it is gone. */
  async selectInEditor(found: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+f');
    const box = this.page.locator('.find-widget.visible textarea').first();
    await box.fill(found);
    await this.page.keyboard.press('Enter');
    await eventually(async () => {
      if (await box.isVisible()) await this.page.keyboard.press('Escape');
      await box.waitFor({ state: 'hidden', timeout: 1000 });
    });
  }

  /** Pastes a text over what is selected; VS Code takes a text that is inserted without the clipboard for typed keys. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.page.keyboard.press('ControlOrMeta+v');
  }

  async notifications(): Promise<string[]> {
    const bell = this.page.locator('.statusbar-item[id="status.notifications"]');
    const center = this.page.locator('.notifications-center.visible');
    // The center closes by itself when its last notification ends, for example the progress of a save.
    await eventually(async () => {
      if (!(await center.isVisible())) await bell.click();
      await center.waitFor({ timeout: 1000 });
    });
    const texts = await center.locator('.notification-list-item-message').allInnerTexts();
    await eventually(async () => {
      if (await center.isVisible()) await bell.click();
      await center.waitFor({ state: 'detached', timeout: 1000 });
    });
    // VS Code's own, of a window that is slow.
    return texts.filter(text => text !== 'Activating Extensions...');
  }

  /** Waits until VS Code has written state that holds this text, which it does a moment after an extension set it. */
  async stateWritten(text: string): Promise<void> {
    const check = async (): Promise<void> => {
      const state = await this.page.context().storageState({ indexedDB: true });
      if (!JSON.stringify(state).includes(text)) throw new Error(`No state holds “${text}”`);
    };
    await eventually(check, 20_000, 1_000);
  }

  /** Waits until VS Code has put unsaved changes that hold this text aside for a restart. */
  async backupWritten(text = ''): Promise<void> {
    await eventually(async () => {
      const backups = await this.backups();
      if (!backups.some(backup => backup.text.includes(text))) throw new Error('Nothing is backed up');
    });
  }

  /** The unsaved changes that VS Code has put aside for a restart. */
  backups(): Promise<Backup[]> {
    return readBackups(join(this.server.dataDir, 'data', 'User', 'Backups'));
  }

  /** The row of the connection in the tree, while it is so; that its manager is slow is said before that. */
  connection(lock: 'unlocked' | 'read-only' | ''): Locator {
    return this.treeItemWith(stateOf(lock));
  }

  /** The same in the status bar, for the document in front. */
  connectionInFront(lock: 'unlocked' | 'read-only'): Locator {
    return this.statusBarItem(stateOf(lock));
  }

  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** The document that notebook outputs, or a picture in a tab, are drawn in. */
  get notebookOutputs(): FrameLocator {
    return this.page.frameLocator(pageInEditor).frameLocator('#active-frame');
  }
}
