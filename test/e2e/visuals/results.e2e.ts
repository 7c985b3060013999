import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../../src/ids.js';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import type { StoredResult } from '../../../src/model/results/storedResult.js';
import { viewNames } from '../../../src/model/results/viewSettings.js';
import { eventually } from '../../support/eventually.js';
import {
  drawnInView,
  flowQuery,
  notebookOf,
  notebooksOfViews,
  queryOfView,
  runNotebook,
  useTraffic,
} from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

/** A notebook whose cell has a result in the file, and a query that no manager answers. */
function storedNotebook(): string {
  const result: StoredResult = {
    ranAt: '2026-11-20T08:00:00.000Z',
    connection: { id: environmentConnectionId, name: 'Local manager' },
    intervals: ['2026-11-20T07:00:00Z/2026-11-20T08:00:00Z'],
    timeZone: 'UTC',
    totalRows: 2,
    oddRows: 1,
    query: {},
    columns: [{ name: 'host', kind: 'dimension' }],
    rows: [['kept 0'], ['kept 1']],
  };
  const cells = [{ kind: 'query' as const, text: '{ "queryType": "topN" }', extra: { result } }];
  return printNotebook({ cells, extra: { connection: environmentConnectionId, storeResults: true } });
}

/** A notebook whose cell has a time range of its own. */
function rangedNotebook(): string {
  const { intervals: _intervals, ...query } = queryOfView.line() as { intervals?: unknown };
  const extra = { timeRange: 'last 24 hours', view: { view: 'line' } };
  const cells = [{ kind: 'query' as const, text: printCompactJson(query), extra }];
  return printNotebook({ cells, extra: { connection: environmentConnectionId } });
}

describe('results, with mouse and keyboard', () => {
  useTraffic();
  const window = useKeptWorkbench(() => ({
    ...notebooksOfViews(),
    'stored.dqnb': storedNotebook(),
    'ranged.dqnb': rangedNotebook(),
    'own.dqnb': notebookOf(queryOfView.line()),
    'every.dqnb': notebookOf(flowQuery(6, { queryType: 'groupBy', dimensions: ['ip_country_code'] })),
  }));
  const outputs = () => window().notebookOutputs;
  const open = (name: string) => runNotebook(window(), name);
  const choose = (label: string) => outputs().getByRole('menuitem', { name: label, exact: true }).click();
  const saved = async (name: string) => {
    await window().page.keyboard.press('ControlOrMeta+s');
    return readFile(join(window().folder, name), 'utf8');
  };

  it('are drawn in each view', async function () {
    this.timeout(120_000);
    await open('every.dqnb');
    const views = outputs().getByRole('radio');
    // Many values are not one number.
    const possible = viewNames.filter(view => view !== 'number');
    assert.equal(await views.count(), possible.length);
    // Backwards, since the table is shown at first.
    for (const [index, view] of [...possible.entries()].reverse()) {
      await views.nth(index).click();
      await outputs().locator(drawnInView[view]).first().waitFor({ state: 'attached' });
    }
  });

  it('change their view with a key, and keep it in the file', async function () {
    this.timeout(120_000);
    await open('own.dqnb');
    const grid = outputs().getByRole('grid');
    await grid.focus();
    await window().page.keyboard.press('v');
    await outputs().locator('.plot canvas').waitFor();
    await outputs().getByRole('radio', { name: 'Line' }).waitFor();
    await window()
      .page.locator('.notebook-cell-list, .cell-list-container')
      .first()
      .click({ position: { x: 4, y: 4 } });
    await eventually(async () => assert.match(await saved('own.dqnb'), /"view": \{\s*"view": "line"/));
  });

  it('zoom into a range that stays when the cell runs again, becomes that of the cell, and goes back to the one before', async function () {
    this.timeout(120_000);
    await open('ranged.dqnb');
    const plot = outputs().locator('.plot .u-over');
    await plot.waitFor();
    const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { mouse } = window().page;
    await mouse.move(box.x + box.width * 0.3, box.y + 40);
    await mouse.down();
    await mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 });
    await mouse.up();
    const zoomed = outputs().locator('.zoom span');
    const span = await zoomed.innerText();
    await outputs()
      .locator('.result')
      .evaluate(result => result.classList.add('earlier'));
    await window()
      .page.getByRole('button', { name: /Run All/ })
      .filter({ visible: true })
      .first()
      .click();
    await outputs().locator('.result:not(.earlier) .plot canvas').waitFor();
    assert.equal(await zoomed.innerText(), span);
    await outputs().getByRole('button', { name: 'Use this interval' }).click();
    await outputs().getByRole('button', { name: 'Use this interval' }).waitFor({ state: 'detached' });
    await eventually(async () => {
      const text = await saved('ranged.dqnb');
      const [, start = '', end = ''] = /(\d{4}-[^"\\/]+)\/(\d{4}-[^"\\/]+)/.exec(text) ?? [];
      const hours = (Date.parse(end) - Date.parse(start)) / 3_600_000;
      assert.ok(hours > 0 && hours < 24, `${hours} hours`);
    });
    await outputs().getByRole('button', { name: 'Back to last 24 hours' }).click();
    await eventually(async () => assert.match(await saved('ranged.dqnb'), /"timeRange": ?"last 24 hours"/));
    await outputs().getByRole('button', { name: 'Back to' }).waitFor({ state: 'detached' });
  });

  it('stay below what is said of a run that failed, with what was missing in them', async function () {
    this.timeout(120_000);
    await open('stored.dqnb');
    const said = outputs().getByText('Last run failed at');
    await said.waitFor();
    const note = outputs().getByText('1 of 3 rows could not be read.');
    await outputs().getByRole('gridcell', { name: 'kept 1' }).waitFor();
    const [above, noted, grid] = await Promise.all(
      [said, note, outputs().getByRole('grid')].map(async each => (await each.boundingBox())?.y ?? 0),
    );
    assert.ok(above! < noted! && noted! < grid!, [above, noted, grid].join());
  });

  it('filter the query to a value that is clicked', async function () {
    this.timeout(120_000);
    await open('list.dqnb');
    const first = outputs().locator('.bars li button').first();
    const name = (await first.textContent()) ?? '';
    await first.click();
    await choose('Filter to this value');
    await eventually(async () => {
      const text = await saved('list.dqnb');
      assert.match(text, /"selector/);
      assert.ok(text.includes(name));
    });
    await eventually(async () => assert.equal(await outputs().locator('.bars li').count(), 1));
  });
});
