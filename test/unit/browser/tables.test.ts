import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { PageTable } from '../../../src/tables/pageTable.js';
import type { TableMessage } from '../../../src/model/tables/tableMessages.js';
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
});
