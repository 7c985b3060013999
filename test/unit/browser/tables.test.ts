import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { PageTable } from '../../../src/tables/pageTable.js';
import type { TableMessage } from '../../../src/model/tables/tableMessages.js';
import { RecordList } from '../../../src/model/inventory/recordList.js';
import { actionOf, type EditAct } from '../../../src/tables/tableActs.js';
import { bundled, openModulePage } from '../../host/modulePage.js';
import { shortLived } from '../../host/openBrowser.js';
import { repositoryPath } from '../../host/repositoryPath.js';
import { Scope } from '../../host/scope.js';

/** Runs in the page: what a webview has of VS Code. */
const pageScript = `
document.body.innerHTML = '<main></main>';
globalThis.posted = [];
let kept;
globalThis.acquireVsCodeApi = () => ({
  postMessage: message => void posted.push(message),
  getState: () => kept,
  setState: state => void (kept = state),
});
await import('/tables.js');
`;

const roles = Array.from({ length: 5000 }, (_, index) => ({
  id: index + 1,
  name: `Role ${index + 1}`,
  ...Object.fromEntries(Array.from({ length: 26 }, (_each, field) => [`extra_${field}`, `value ${field}`])),
  color: '00ff00',
}));

describe('the page of a table, drawn', () => {
  const scope = new Scope();
  let page: Page;
  const cell = (row: number, column: number) => page.locator(`#cell-${row}-${column}`);
  const boxOf = async (row: number, column: number) => (await cell(row, column).boundingBox())!;

  beforeAll(async () => {
    const tables = await bundled(repositoryPath('src', 'renderer', 'tables', 'tableScript.ts'));
    page = await openModulePage(
      scope,
      { folders: {}, texts: { '/tables.js': tables, '/page.js': pageScript } },
      shortLived,
    );
    page.setDefaultTimeout(10_000);
    await page.setViewportSize({ width: 700, height: 500 });
    await page.evaluate("import('/page.js')");
    const told: TableMessage[] = [{ type: 'lock', isLocked: false }];
    const text = JSON.stringify(roles);
    new PageTable('rack_roles', message => told.push(message)).show(text, { version: 1, baseText: text });
    for (const message of told) await page.evaluate(`postMessage(${JSON.stringify(message)})`);
    await cell(0, 0).waitFor();
  });
  afterAll(() => scope.close());

  it('keeps id and name in sight beside whatever is scrolled to, and fills the page', async () => {
    const before = await boxOf(0, 1);
    await cell(0, 0).click();
    await page.keyboard.press('End');
    const last = await boxOf(0, 29);
    expect(last.x + last.width).toBeLessThanOrEqual(700);
    expect((await boxOf(0, 1)).x).toBe(before.x);
    expect(last.x).toBeGreaterThanOrEqual(before.x + before.width);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const third = await boxOf(0, 2);
    expect(third.x).toBeGreaterThanOrEqual(before.x + before.width - 1);
    const grid = (await page.locator('[role=grid]').boundingBox())!;
    expect(grid.height).toBeGreaterThan(350);
    await page.keyboard.press('Control+End');
    await cell(4999, 29).waitFor();
    await page.keyboard.press('Control+Home');
  });

  it('edits a cell in a box over it, and asks for one edit with what was typed', async () => {
    await cell(2, 1).click();
    await page.keyboard.type('Storage');
    const box = (await page.locator('.editing input').boundingBox())!;
    const edited = await boxOf(2, 1);
    expect([Math.round(box.x), Math.round(box.y)]).toEqual([Math.round(edited.x), Math.round(edited.y)]);
    await page.keyboard.press('Enter');
    const asked = await page.evaluate('posted.filter(({ type }) => type === "act")');
    expect(asked).toEqual([
      { type: 'act', version: 1, act: { kind: 'set', at: 2, field: 'name', typed: 'Storage' } },
    ]);
    expect(await page.locator('[role=grid]').getAttribute('aria-activedescendant')).toBe('cell-3-1');
  });

  it.each([
    ['vscode-dark', '#1f1f1f', '#cccccc'],
    ['vscode-light', '#ffffff', '#3b3b3b'],
    ['vscode-high-contrast', '#000000', '#ffffff'],
    ['vscode-high-contrast-light', '#ffffff', '#292929'],
  ])('lets nothing shine through what stays in sight in %s', async (_kind, background, foreground) => {
    await page.evaluate(
      `document.documentElement.style.cssText = '--vscode-editor-background: ${background}; --vscode-foreground: ${foreground}'`,
    );
    await cell(1, 1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('[role=grid]').evaluate(grid => (grid.scrollLeft = 400));
    const pixel = async (row: number) => {
      const { x, y, width, height } = await boxOf(row, 1);
      // Beside the text, where only what lies below could be seen.
      const clip = { x: x + width / 2 + 20, y: y + 4, width: width / 2 - 24, height: height - 8 };
      return (await page.screenshot({ clip })).toString('base64');
    };
    const selected = await pixel(2);
    const plain = await pixel(3);
    await page.locator('[role=grid]').evaluate(grid => (grid.scrollLeft = 430));
    expect([await pixel(2), await pixel(3)]).toEqual([selected, plain]);
    const top = await page.locator('main').evaluate(
      (main, [x, y]) => {
        const found = main.shadowRoot!.elementFromPoint(x!, y!);
        return found?.closest('[role=gridcell]')?.id;
      },
      Object.values(await boxOf(2, 1))
        .slice(0, 2)
        .map(place => place + 5),
    );
    expect(top).toBe('cell-2-1');
    await page.locator('[role=grid]').evaluate(grid => (grid.scrollLeft = 0));
  });

  it('takes a column to where its name is dragged, with what it is filtered by', async () => {
    const names = () => page.locator('[role=columnheader] .name').allTextContents();
    const [first, , third] = (await names()).slice(1);
    await page.getByLabel(`Filter: ${third}`).fill('!nothing');
    const from = (await page.locator('#head-3').boundingBox())!;
    const to = (await page.locator('#head-1').boundingBox())!;
    await page.mouse.move(from.x + 30, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 8, { steps: 3 });
    expect(await page.locator('#head-1').getAttribute('class')).toContain('target');
    await page.mouse.up();
    expect((await names()).slice(1, 3)).toEqual([third, first]);
    expect(await page.locator('.filtering input').nth(1).inputValue()).toBe('!nothing');
  });

  it('filters by what is typed below a name, where the cursor stays, and Escape leads back', async () => {
    const box = page.getByLabel('Filter: name');
    await box.fill('Role 49');
    await page.keyboard.type('9');
    await page.getByText('11 of 5,000').waitFor();
    expect(await box.inputValue()).toBe('Role 499');
    expect((await box.boundingBox())!.y).toBeGreaterThan(
      (await page.locator('#head-0').boundingBox())!.y + 15,
    );
    await page.keyboard.press('Escape');
    await page.getByText('5,000 records').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Home');
    await cell(0, 0).waitFor();
    expect((await boxOf(0, 0)).y).toBeGreaterThanOrEqual(
      (await page.locator('.filtering').boundingBox())!.y + 20,
    );
  });

  it('opens the list of columns below its button, and Escape gives the keyboard back', async () => {
    const opener = page.getByRole('button', { name: 'Columns…' });
    await opener.click();
    const panel = (await page.getByRole('dialog').boundingBox())!;
    expect(panel.y).toBeGreaterThanOrEqual((await opener.boundingBox())!.y + 15);
    expect(panel.x + panel.width).toBeLessThanOrEqual(700);
    await page.keyboard.type('used');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.locator('[role=columnheader]', { hasText: 'used by' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.evaluate(element => element.matches(':focus'))).toBe(true);
  });

  it('gives 40 of 312 records another reference with nine keys and clicks', async () => {
    const panels = [
      { id: 7, name: 'Main' },
      { id: 8, name: 'Other' },
    ];
    const feeds = Array.from({ length: 312 }, (_, index) => ({
      id: index + 1,
      name: `${index < 40 ? 'B' : 'A'}-${index}`,
      power_panel_id: 7,
    }));
    const text = JSON.stringify(feeds);
    const told: TableMessage[] = [{ type: 'done' }];
    const table = new PageTable('power_feeds', message => told.push(message));
    table.show(text, { version: 2, baseText: text });
    told.push({ type: 'names', of: 'power_panels', names: panels.map(({ id, name }) => [id, name]) });
    for (const message of told) await page.evaluate(`postMessage(${JSON.stringify(message)})`);
    await page.locator('text=312 records').waitFor();
    const names = await page.locator('[role=columnheader] .name').allTextContents();
    await cell(0, names.indexOf('power_panel_id')).click();
    const keys = ['Control+f', 'b', '-', 'Enter', 'Control+ ', 'o', 't', 'Control+Enter'];
    for (const key of keys) await page.keyboard.press(key);
    expect(1 + keys.length).toBeLessThanOrEqual(10);
    const asked = (await page.evaluate('posted.filter(({ type }) => type === "act")')) as { act: EditAct }[];
    const lists = () => new RecordList('power_panels', panels, { readAt: 0 });
    const { action } = actionOf({ type: 'power_feeds', table, lists }, asked.at(-1)!.act);
    const cells = feeds.slice(0, 40).map((_, row) => ({ row, field: 'power_panel_id', value: 8 }));
    expect(action).toEqual({ kind: 'set', cells });
  });

  it('says all of what is wrong with a cell, however narrow its grid and wherever its cell', async () => {
    const text = JSON.stringify(Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: 'R' })));
    const told: TableMessage[] = [{ type: 'done' }];
    const table = new PageTable('rack_roles', message => told.push(message));
    table.show(text, { version: 3, baseText: text, layout: ['name'] });
    told.push({ type: 'arrange' });
    for (const message of told) await page.evaluate(`postMessage(${JSON.stringify(message)})`);
    await page.locator('.filters input').fill('');
    await page.locator('text=30 records').waitFor();
    for (const row of [0, 15]) {
      await cell(row, 0).click();
      await page.keyboard.type('x');
      const questions = await page.evaluate<number[]>('posted.map(({ question }) => question ?? 0)');
      const sentence = `${'The name is used by another role of this list. '.repeat(3)}Choose another one.`;
      const checked: TableMessage = { type: 'checked', question: Math.max(...questions), sentence };
      await page.evaluate(`postMessage(${JSON.stringify(checked)})`);
      const wrong = page.locator('.wrong', { hasText: sentence });
      const { x, y, width, height } = (await wrong.boundingBox())!;
      const isSeen = await page.locator('main').evaluate(
        (main, places) =>
          places.every(([left, top]) => main.shadowRoot!.elementFromPoint(left!, top!)?.id === 'wrong'),
        [
          [x + 2, y + 2],
          [x + width - 2, y + height - 2],
        ],
      );
      expect(isSeen, `row ${row}`).toBe(true);
      expect(await wrong.evaluate(each => each.scrollWidth > each.clientWidth)).toBe(false);
      await page.keyboard.press('Escape');
    }
  });
});
