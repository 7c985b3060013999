import assert from 'node:assert/strict';
import { environmentConnectionId } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { eventually } from '../../support/eventually.js';
import { QueryTypist } from '../queryTypist.js';
import { useKeptWorkbench, useManager } from '../useWorkbench.js';
import { flowQuery, useTraffic } from './resultNotebook.js';

const { intervals: _intervals, ...query } = flowQuery(1, {
  queryType: 'topN',
  granularity: 'all',
  dimension: 'direction',
  metric: 'bytes',
  threshold: 5,
}) as Record<string, unknown>;

describe('a query as a screen reader tells it', function () {
  this.timeout(120_000);
  useTraffic();
  const { proxy } = useManager();
  const window = useKeptWorkbench(() => ({
    'heard.dqnb': printNotebook({
      cells: [{ kind: 'query', text: '', extra: {} }],
      extra: { connection: environmentConnectionId, timeRange: 'last 6 hours' },
    }),
  }));
  /** What was said of runs, the last sentences. */
  const said = () => window().notebookOutputs.getByRole('log').locator('div').allTextContents();
  const saidOnce = (sentences: readonly RegExp[]) =>
    eventually(async () => {
      const all = await said();
      const text = JSON.stringify(all);
      assert.equal(all.length, sentences.length, text);
      for (const [index, sentence] of sentences.entries()) assert.match(all[index] ?? '', sentence, text);
    });
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => window().page.keyboard.press(key)), Promise.resolve());

  it('is written from what completion says', async () => {
    const { page } = window();
    await window().openView('Netsensor');
    await window().treeItem('Local manager').waitFor();
    await window().openView('Explorer');
    await window().clickTreeItem('heard.dqnb');
    await page.locator('.kernel-label:visible').getByText('Local manager').first().waitFor();
    await page.locator('.cell-editor-container .monaco-editor').first().click();
    await page.locator('.cell-editor-container .monaco-editor.focused').first().waitFor();
    await page.evaluate(recordChoices);
    const { aggregations, ...rest } = query;
    await new QueryTypist(window()).write({ ...rest, aggregations: [(aggregations as object[])[0]] });
    // What is passed over in a list is heard, too.
    assert.deepEqual(await page.evaluate('globalThis.heardChoices'), [
      'topN query, Snippet',
      'rb_flow, Value',
      '"${auto}", Value',
      '"all", Value',
      '"application_id_name", Value',
      '"deployment", Value',
      '"direction", Value',
      'events: longSum of events, Snippet',
      'bytes: longSum of sum_bytes, Snippet',
      '"bytes"',
    ]);
  });

  it('is run, and its beginning and end are said once each', async () => {
    // Longer than what says it takes to be loaded with the first run.
    proxy().fault = { type: 'latency', milliseconds: 3000 };
    proxy().faultPath = /^\/api\/data/;
    await press('Meta+Enter');
    await saidOnce([/^Query running$/, /^\d rows after \d+\.\d s$/]);
    await proxy().heal();
  });

  it('is reached in its output with the keyboard', async () => {
    const { notebookOutputs } = window();
    await press('Escape');
    await window().runCommand('Notebook: Focus In Active Cell Output');
    await eventually(async () =>
      assert.ok(await notebookOutputs.locator('html').evaluate('document.hasFocus()')),
    );
    await press('Tab');
    const isReached = () =>
      notebookOutputs.getByRole('radio', { name: 'List' }).evaluate(each => each.matches(':focus'));
    await eventually(async () => assert.ok(await isReached()));
  });
});

/** Runs in the page: notes what the lists of choices name while one moves through them. */
const recordChoices = `{
  const heard = (globalThis.heardChoices = []);
  new MutationObserver(() => {
    const row = document.querySelector('.suggest-widget.visible .monaco-list-row.focused');
    const label = row?.getAttribute('aria-label');
    if (label && heard.at(-1) !== label) heard.push(label);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}`;
