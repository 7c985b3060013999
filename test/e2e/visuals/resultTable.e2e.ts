import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.js';
import { notebookOf, queryOfView, runNotebook, useTraffic } from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

describe('the table of a result, with the keyboard', function () {
  this.timeout(120_000);
  useTraffic();
  const window = useKeptWorkbench(() => ({ 'keyboard.dqnb': notebookOf(queryOfView.table(), 'table') }));
  const grid = () => window().notebookOutputs.getByRole('grid');
  const press = async (...keys: string[]) => {
    for (const key of keys) await grid().press(key);
  };
  const chooseFromMenu = async (label: string) => {
    await press('Shift+F10');
    const entry = window().notebookOutputs.getByRole('menuitem', { name: label, exact: true });
    await entry.focus();
    await entry.press('Enter');
  };
  before('run the query', async () => {
    await runNotebook(window(), 'keyboard.dqnb');
    await grid().focus();
  });

  it('draws every row as high as the others', async () => {
    const rows = grid().locator('.body .row');
    const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height));
    assert.ok(heights.length > 3);
    assert.equal(new Set(heights).size, 1, JSON.stringify(heights));
  });

  it('copies cells with the names of their columns', async () => {
    await window().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press('ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'ControlOrMeta+c');
    const shown = await grid().locator('.selected').allTextContents();
    assert.equal(shown.length, 4);
    await eventually(async () => {
      const text = String(await window().page.evaluate('navigator.clipboard.readText()'));
      const expected = [['application_id_name', 'direction'], shown.slice(0, 2), shown.slice(2)];
      assert.equal(text, expected.map(line => line.join('\t')).join('\n'));
    });
  });

  it('sorts and filters, and its rows stay as high as they are', async () => {
    const height = async () => (await grid().getByRole('columnheader').first().boundingBox())?.height;
    const before = await height();
    await press('ControlOrMeta+Home', 'End', 'ArrowUp', 'Enter');
    await grid().locator('[role=columnheader][aria-sort=descending]', { hasText: 'pkts' }).waitFor();
    const values = async (column: number) =>
      (await grid().locator(`[id^=cell-][id$="-${column}"]`).allTextContents()).slice(0, 8);
    const packets = (await values(4)).map(text => Number(text.replaceAll(',', '')));
    assert.deepEqual(
      packets,
      packets.toSorted((one, other) => other - one),
    );
    await press('ArrowLeft', 'ArrowLeft');
    await chooseFromMenu('Filter rows by this column…');
    await window().page.keyboard.type('=upstream');
    await eventually(async () => assert.deepEqual([...new Set(await values(2))], ['upstream']));
    await window()
      .notebookOutputs.getByRole('button', { name: 'Remove the filter direction' })
      .press('Enter');
    await eventually(async () => assert.ok((await values(2)).includes('downstream')));
    assert.equal(await height(), before);
  });
});
