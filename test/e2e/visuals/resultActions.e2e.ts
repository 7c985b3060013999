import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseQueryText } from '../../../src/model/query/queryText.js';
import { eventually } from '../../support/eventually.js';
import {
  flowQuery,
  notebookOf,
  queryOfView,
  runNotebook,
  showOptions,
  useTraffic,
} from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';
import { pageInEditor } from '../workbench.js';

interface Query {
  readonly dimension?: string;
  readonly filter?: unknown;
}

interface Notebook {
  readonly cells: readonly { readonly view?: unknown; readonly text: readonly string[] }[];
}

const topOf = (dimension: string) =>
  flowQuery(24, { queryType: 'topN', granularity: 'all', dimension, metric: 'bytes', threshold: 5 });

describe('values and pictures of a result', function () {
  this.timeout(120_000);
  useTraffic();
  const list = () => notebookOf(queryOfView.list(), 'list');
  const window = useKeptWorkbench(() => ({
    'exclude.dqnb': list(),
    'copy.dqnb': notebookOf(topOf('direction'), 'list', 2),
    'drill.dqnb': list(),
    'export.dqnb': list(),
    'tab.dqnb': list(),
    'sensors.dqnb': notebookOf(topOf('sensor_name'), 'list'),
    'legend.dqnb': notebookOf(queryOfView.line(), 'line'),
  }));
  const outputs = () => window().notebookOutputs;
  const copied = async () => {
    await window().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return JSON.parse(String(await window().page.evaluate('navigator.clipboard.readText()'))) as unknown;
  };
  const firstValue = () => outputs().locator('.bars li button').first();
  const choose = (label: string) => outputs().getByRole('menuitem', { name: label, exact: true }).click();
  const open = (name: string) => runNotebook(window(), name);
  /** The queries of a notebook on disk. */
  const queries = async (name: string) => {
    await window().pressSave();
    // A file that is being written is empty for a moment.
    const { cells } = await eventually(
      async () => JSON.parse(await readFile(join(window().folder, name), 'utf8')) as Notebook,
    );
    return cells.map(({ view, text }) => {
      const read = parseQueryText(text.join('\n'));
      return { view, text, ...('query' in read ? (read.query as Query) : {}) };
    });
  };

  it('are excluded with the keyboard', async () => {
    await open('exclude.dqnb');
    await firstValue().focus();
    const name = (await firstValue().textContent()) ?? '';
    await firstValue().press('Enter');
    await outputs().getByRole('menuitem', { name: 'Filter to this value' }).press('ArrowDown');
    await outputs().getByRole('menuitem', { name: 'Exclude this value' }).press('Enter');
    const excluded = { type: 'selector', dimension: 'application_id_name', value: name };
    await eventually(async () => {
      const [query] = await queries('exclude.dqnb');
      const none = { ...excluded, value: null };
      assert.deepEqual(query?.filter, { type: 'or', fields: [{ type: 'not', field: excluded }, none] });
    });
    await eventually(async () => {
      await outputs().locator('.bars li').nth(14).waitFor();
      const names = await outputs().locator('.bars li button').allTextContents();
      assert.ok(names.length > 1 && !names.includes(name), names.join());
    });
  });

  it('are copied as a filter, from a menu that reaches over the next cell', async () => {
    await open('copy.dqnb');
    const value = (await firstValue().textContent()) ?? '';
    await outputs().locator('.bars li').first().click({ button: 'right' });
    await choose('Copy as filter');
    const filter = { type: 'selector', dimension: 'direction', value };
    await eventually(async () => assert.deepEqual(await copied(), filter));
  });

  it('are broken down in a new cell', async () => {
    await open('drill.dqnb');
    const value = (await firstValue().textContent()) ?? '';
    await firstValue().click();
    await choose('New cell for this value…');
    await window().quickInput.waitFor();
    await window().quickInput.fill('direction');
    await window().pick('direction');
    await eventually(async () => {
      const [, query] = await queries('drill.dqnb');
      assert.equal(query?.dimension, 'direction');
      assert.equal(query.text[0], `// Top 10 direction by bytes where application_id_name is "${value}"`);
      assert.deepEqual(query.filter, { type: 'selector', dimension: 'application_id_name', value });
    });
    await eventually(async () => assert.equal(await outputs().locator('.bars').count(), 2), 40_000);
  });

  it('are revealed in the tree when they are sensors', async () => {
    await open('sensors.dqnb');
    const name = (await firstValue().textContent()) ?? '';
    await firstValue().click();
    await choose('Reveal in the tree');
    const row = window().treeItem(name).and(window().page.locator('.selected, .focused'));
    await row.first().waitFor();
  });

  it('are read at the pointer, series that are switched off stay off, and a day before is drawn beside them', async () => {
    await open('legend.dqnb');
    const plot = outputs().locator('.plot .u-over');
    await plot.hover({ position: { x: 60, y: 60 } });
    await eventually(async () => {
      const values = await outputs().locator('.legend .value').allTextContents();
      assert.equal(values.length, 3);
      for (const value of values) assert.match(value, /^[\d.]+ [kMGT]?B$/);
      assert.match(
        (await outputs().locator('.legend .time').textContent()) ?? '',
        /^\d{4}-\d\d-\d\d \d\d:00:00/,
      );
    });
    await outputs().getByRole('button', { name: 'downstream' }).click({ button: 'right' });
    await choose('Copy as filter');
    const filter = { type: 'selector', dimension: 'direction', value: 'downstream' };
    await eventually(async () => assert.deepEqual(await copied(), filter));
    await outputs().getByRole('button', { name: 'upstream' }).click();
    const off = outputs().locator('.legend [aria-pressed=false]');
    await off.waitFor();
    // The chart of the last answer stays until there is another one.
    await outputs()
      .locator('.plot')
      .evaluate(plot => plot.setAttribute('data-before', ''));
    await window().runCommand('Notebook: Execute Cell');
    await eventually(async () => {
      await outputs().locator('.plot:not([data-before]) canvas').waitFor();
      assert.equal(((await off.textContent()) ?? '').trim(), 'upstream');
    });
    // The next result has it from the cell, whose file knows nothing of it.
    assert.equal(await window().dirtyTab('legend.dqnb').count(), 0);
    assert.deepEqual((await queries('legend.dqnb'))[0]?.view, { view: 'line' });
    await showOptions(outputs());
    await outputs().getByLabel('Compare with').selectOption('1 day before');
    await outputs().locator('.legend .name').getByText('downstream, 1 day before').waitFor();
    await eventually(async () =>
      assert.deepEqual((await queries('legend.dqnb'))[0]?.view, { view: 'line', compare: 'day' }),
    );
  });

  it('stay in a tab of their own, with all rows, and lead back to the notebook', async () => {
    await open('tab.dqnb');
    const values = () => outputs().locator('.bars li button').allTextContents();
    await outputs().locator('.bars li').nth(14).waitFor();
    const listed = await values();
    await outputs().getByRole('button', { name: 'Open in a tab' }).click();
    const title = 'topN application_id_name by bytes';
    await window().activeTab(title).waitFor();
    const tab = window()
      .page.locator(pageInEditor)
      // That of the notebook is behind it.
      .last()
      .contentFrame()
      .frameLocator('#active-frame');
    // Until its page is there, the notebook's is the last one; and it is drawn anew when its tab has got its size.
    await eventually(async () => {
      const inTab = await tab.locator('.bars li button').allTextContents();
      const openers = await tab.getByRole('button', { name: 'Open in a tab' }).count();
      assert.deepEqual([inTab, openers], [listed, 0]);
    }, 40_000);
    await tab.getByRole('radio', { name: 'Table' }).click();
    await tab.getByRole('grid').focus();
    await window().page.keyboard.press('ControlOrMeta+a');
    await tab.locator('.statistics').getByText('Count 15').first().waitFor();
    await tab.getByRole('radio', { name: 'List' }).click();
    await tab.locator('.bars li button').first().click();
    await tab.getByRole('menuitem', { name: 'Filter to this value', exact: true }).click();
    await window().activeTab('tab.dqnb').waitFor();
    await eventually(async () => assert.deepEqual(await values(), listed.slice(0, 1)), 40_000);
  });

  it('leave the keyboard to the cells again once they were in a tab', async () => {
    await open('tab.dqnb');
    const { page } = window();
    const editor = page.locator('.cell-editor-container .monaco-editor').first();
    for (let time = 1; time <= 2; time += 1) {
      await editor.click();
      await outputs().getByRole('button', { name: 'Open in a tab' }).click();
      await window().activeTab('topN application_id_name by bytes').waitFor();
      await window().runCommand('View: Close Editor');
      await window().activeTab('tab.dqnb').waitFor();
      await editor.click();
      await eventually(async () => {
        await page.keyboard.press('ControlOrMeta+a');
        await editor.locator('.selected-text').first().waitFor({ timeout: 1000 });
      }, 10_000);
    }
  });

  it('are exported to files', async () => {
    await open('export.dqnb');
    const write = async (entry: string, name: string) => {
      const path = join(window().folder, name);
      await rm(path, { force: true });
      await outputs().getByRole('button', { name: 'Export' }).click();
      await choose(entry);
      // The dialog offers a name beside the notebook.
      await eventually(async () => assert.equal(await window().quickInput.inputValue(), path));
      await window().page.keyboard.press('Enter');
      return eventually(async () => {
        const bytes = await readFile(path);
        assert.ok(bytes.length > 0);
        return bytes;
      });
    };
    await outputs().locator('.bars li').nth(14).waitFor();
    const names = await outputs().locator('.bars li button').allTextContents();
    const csv = (await write('CSV', 'result.csv')).toString();
    assert.match(csv, /^timestamp,application_id_name,bytes,pkts\r?\n/);
    const rows = JSON.parse((await write('JSON', 'result.json')).toString()) as Record<string, unknown>[];
    assert.deepEqual(
      rows.map(row => row['application_id_name']),
      names,
    );
    const markdown = (await write('Markdown', 'result.md')).toString();
    // Other signs are escaped there.
    const plain = names.filter(name => /^[a-z]+$/.test(name));
    assert.ok(plain.length > 2 && plain.every(name => markdown.includes(`| ${name} |`)));
    assert.ok(names.every(name => csv.includes(`,${name},`)));
    const svg = (await write('Picture (SVG)', 'result.svg')).toString();
    assert.ok(svg.startsWith('<svg ') && names.every(name => svg.includes(`>${name}<`)));
    const png = await write('Picture (PNG)', 'result.png');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    // Twice the size of the SVG file, from the header of the file.
    const [, width = 0] = /width="(\d+)"/.exec(svg) ?? [];
    assert.equal(png.readUInt32BE(16), Number(width) * 2);
  });
});
