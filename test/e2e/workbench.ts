import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Scope } from '../host/scope.js';
import { eventually } from '../support/eventually.js';
import type { VSCodeServer } from '../host/vscodeServer.js';

export interface WorkbenchParts {
  readonly page: Page;
  readonly server: VSCodeServer;
  readonly folder: string;
  readonly url: string;
  readonly scope: Scope;
}

/** VS Code's window as a person uses it: mouse, keyboard, and what can be read on the screen. */
export class Workbench {
  readonly page: Page;
  readonly server: VSCodeServer;
  /** The workspace folder on disk. */
  readonly folder: string;

  constructor(private readonly parts: WorkbenchParts) {
    this.page = parts.page;
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

  /** Stops everything that was opened for this window. */
  close(): Promise<void> {
    return this.parts.scope.close();
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path });
  }

  /** Runs a command from the palette by its full title, e.g. "Netsensor: Add Manager…". */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.waitFor();
    await this.quickInput.fill(`>${title}`);
    const entry = this.quickPickItem(title).first();
    await entry.waitFor();
    await entry.click();
  }

  /** The text box of the palette, of a quick pick or of an input box. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input');
  }

  quickPickItem(label: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: label });
  }

  /** Answers an input box. */
  async answer(text: string): Promise<void> {
    await this.quickInput.waitFor();
    await this.quickInput.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Answers a quick pick with the mouse. */
  async pick(label: string): Promise<void> {
    await this.quickPickItem(label).first().click();
  }

  /** Opens a view container from the activity bar. */
  async openView(title: string): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: title });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  }

  /** A row of the tree in the side bar, by the exact label that is drawn. */
  treeItem(label: string): Locator {
    const exact = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.page.locator('.sidebar .monaco-list-row[role="treeitem"]').filter({ has: exact });
  }

  /** Rows of the tree whose label holds a text, such as the sentence of a failure. */
  treeItemWith(text: string): Locator {
    return this.page.locator('.sidebar .monaco-list-row[role="treeitem"]').filter({ hasText: text });
  }

  async clickTreeItem(label: string): Promise<void> {
    await this.treeItem(label).first().click();
  }

  /** Opens a branch of the tree, if it is not open already. */
  async expandTreeItem(label: string): Promise<void> {
    const row = this.treeItem(label).first();
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
  }

  /** The tab of an editor, by the name that it shows. */
  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: name });
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
    await this.page.keyboard.press('ControlOrMeta+f');
    await this.page.locator('.find-widget.visible textarea').first().fill(found);
    await this.page.keyboard.press('Enter');
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.type(replacement);
  }

  /** The texts of the notifications that have not been dismissed, whether or not they are on the screen as toasts. */
  async notifications(): Promise<string[]> {
    const bell = this.page.locator('.statusbar-item[id="status.notifications"]');
    const center = this.page.locator('.notifications-center.visible');
    await bell.click();
    await center.waitFor();
    const texts = await center.locator('.notification-list-item-message').allInnerTexts();
    await bell.click();
    await center.waitFor({ state: 'detached' });
    return texts;
  }

  /** Waits until VS Code has put unsaved changes aside for a restart. */
  async backupWritten(): Promise<void> {
    const folder = join(this.server.dataDir, 'data', 'User', 'Backups');
    await eventually(async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      if (!entries.some(entry => entry.isFile())) throw new Error('Nothing is backed up');
    });
  }

  statusBarItem(text: string): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** The document that notebook outputs are drawn in. */
  get notebookOutputs(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }
}
