import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../src/ids.js';
import { printNotebook } from '../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../src/model/notebook/readNotebook.js';
import { sampleNotebook } from '../../src/model/notebook/sampleNotebook.js';
import { eventually } from '../support/eventually.js';
import { QueryTypist } from './queryTypist.js';
import { useTraffic } from './visuals/resultNotebook.js';
import { useWorkbench } from './useWorkbench.js';

/**
 * The published queries over the range of the notebook. One orders a timeseries, which managers take no notice of and
 * completion does not offer.
 */
const published = sampleNotebook({ end: new Date().toISOString() })
  .cells.filter(({ kind }) => kind === 'query')
  .map(({ text }) => {
    const {
      intervals: _intervals,
      orderBy,
      ...query
    } = JSON.parse(text, withNoValue) as Record<string, unknown>;
    return query.queryType === 'timeseries' || orderBy === undefined ? query : { ...query, orderBy };
  });

/** What completion writes for rows without a value means that on every version of Druid, which an empty text does not. */
function withNoValue(name: string, value: unknown): unknown {
  return name === 'value' && value === '' ? null : value;
}

const blank = () =>
  printNotebook({
    cells: [{ kind: 'query', text: '', extra: {} }],
    extra: { connection: environmentConnectionId, timeRange: 'last 24 hours' },
  });

describe('the published queries, typed with what completion offers', () => {
  useTraffic();
  const window = useWorkbench(() => ({
    files: Object.fromEntries(published.map((_query, index) => [`query${index + 1}.dqnb`, blank()])),
  }));

  before('wait for the extension', async () => {
    await window().openView('Netsensor');
    await window().treeItem('Local manager').waitFor();
    await window().openView('Explorer');
  });

  afterEach('close the notebook', () => window().runCommand('View: Revert and Close Editor'));

  for (const [index, query] of published.entries()) {
    const name = `query${index + 1}.dqnb`;
    it(`are the query ${index + 1}, and its answer comes`, async function () {
      this.timeout(120_000);
      const { page, folder } = window();
      await window().clickTreeItem(name);
      await page.locator('.kernel-label:visible').getByText('Local manager').first().waitFor();
      const cell = page.locator('.cell-editor-container .monaco-editor').first();
      await cell.click();
      await page.locator('.cell-editor-container .monaco-editor.focused').first().waitFor();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      const typist = new QueryTypist(window());
      await typist.write(query);
      await page.keyboard.press('ControlOrMeta+s');
      await eventually(async () => {
        const [typed] = parseNotebook(await readFile(join(folder, name), 'utf8')).cells;
        assert.deepEqual(JSON.parse(typed?.text || 'null'), query);
      });
      const { length } = JSON.stringify(query);
      const counted = `${typist.keys} keys for ${length} characters`;
      console.log(`      ${counted}`);
      assert.ok(typist.keys * 3 <= length, counted);
      await page.keyboard.press('Meta+Enter');
      const summary = page.locator('.cell-status-left').getByText(/[1-9][\d,]* rows? · [\d.]+ (bytes|kB)/);
      await summary.first().waitFor();
      await window().notebookOutputs.locator('.result').first().waitFor();
    });
  }
});
