import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.js';
import { notebookOf, queryOfView, runNotebook, useTraffic } from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

describe('the toolbar of a result beside a side bar', function () {
  this.timeout(120_000);
  useTraffic();
  const window = useKeptWorkbench(() => ({ 'folded.dqnb': notebookOf(queryOfView.stacked(), 'line') }));
  const outputs = () => window().notebookOutputs;
  const bar = () => outputs().locator('.bar').first();
  const views = () => bar().getByRole('radio');
  const list = () => bar().getByRole('combobox', { name: /^View/ });
  const options = () => bar().getByRole('button', { name: 'Options' });
  /** In rows of text. */
  const height = () => bar().evaluate(each => Math.round(each.getBoundingClientRect().height / 24));

  before('run the query in a window of 1100 by 700', async () => {
    await window().page.setViewportSize({ width: 1100, height: 700 });
    await runNotebook(window(), 'folded.dqnb');
    await list().waitFor();
  });

  it('is one row with a list of views, which draws the chosen one', async () => {
    assert.equal(await height(), 1);
    assert.equal(await views().filter({ visible: true }).count(), 0);
    assert.equal(await list().inputValue(), 'Line');
    await list().selectOption('Table');
    await outputs().getByRole('grid').waitFor();
    await list().selectOption('Line');
    await outputs().locator('.plot canvas').waitFor();
    await options().press('v');
    await eventually(async () => assert.equal(await list().inputValue(), 'Area'));
    assert.equal(await list().evaluate(each => each.matches(':focus')), true);
    await list().selectOption('Line');
  });

  it('has its options behind a button', async () => {
    const units = bar().getByRole('combobox', { name: 'Units' });
    assert.equal(await units.isVisible(), false);
    await options().click();
    await units.waitFor();
    await units.selectOption('binary');
    await units.selectOption('si');
    // The next answer is looked at as this one.
    await window().runCommand('Notebook: Run All');
    await eventually(async () => assert.equal(await options().getAttribute('aria-expanded'), 'true'));
    await options().click();
    await units.waitFor({ state: 'hidden' });
  });

  it('shows its views where there is room for them', async () => {
    await window().page.setViewportSize({ width: 1440, height: 1300 });
    await views().first().waitFor();
    assert.equal(await height(), 1);
    assert.equal(await list().isVisible(), false);
    await window().page.setViewportSize({ width: 2200, height: 1300 });
    await bar().getByRole('combobox', { name: 'Units' }).waitFor();
    await options().waitFor({ state: 'hidden' });
    await window().page.setViewportSize({ width: 1440, height: 1300 });
  });
});
