import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testVsix } from '../../../tools/packaging/packProductionBuild.js';
import { temporaryFolder } from '../../host/temporaryFolder.js';
import { eventually } from '../../support/eventually.js';
import { useLocalManager } from '../../support/useLocalManager.js';
import { drawnInView, flowQuery, lastFullHour, notebookOf, runNotebook } from './resultNotebook.js';
import { useOwnWorkbench } from '../useWorkbench.js';

const hour = 3_600_000;
const weeks = 3;

describe('results over days and weeks', function () {
  this.timeout(180_000);
  const end = lastFullHour();
  const moreArguments: string[] = [];
  before('weeks of traffic in a file', async () => {
    const folder = await temporaryFolder('weeks');
    const file = join(folder.path, 'flows.csv');
    await writeFile(file, trafficUntil(end));
    moreArguments.push('--load', `rb_flow=${file}`);
  });
  const manager = useLocalManager({ moreArguments });
  // Another manager is another environment.
  const window = useOwnWorkbench(() => ({
    manager: manager(),
    vsix: testVsix,
    files: {
      'heat.dqnb': notebookOf(flowQuery(weeks * 7 * 24, { queryType: 'timeseries' }, end), 'heat'),
      'lines.dqnb': notebookOf(
        flowQuery(48, { queryType: 'groupBy', dimensions: ['direction'] }, end),
        'line',
      ),
    },
  }));

  it('are a heat map whose hours are the means of all the weeks', async () => {
    await runNotebook(window(), 'heat.dqnb');
    const cells = window().notebookOutputs.locator('.heat td[role=gridcell]');
    await eventually(async () => assert.equal(await cells.count(), 7 * 24));
    const said = await cells.evaluateAll(all => all.map(cell => cell.getAttribute('aria-label')));
    // One, two and three kilobytes in the three weeks, in each hour.
    assert.deepEqual([...new Set(said)], ['2 kB']);
  });

  it('are lines of two days', async () => {
    await runNotebook(window(), 'lines.dqnb');
    await window().notebookOutputs.locator(drawnInView.line).first().waitFor({ state: 'attached' });
    const series = window().notebookOutputs.locator('.legend');
    for (const name of ['upstream', 'downstream']) await series.getByText(name).first().waitFor();
  });
});

/** Flows of an hour each up to an end; each week has a kilobyte an hour more than the one after it. */
function trafficUntil(end: number): string {
  const hours = Array.from({ length: weeks * 7 * 24 }, (_, ago) => {
    const at = new Date(end - (ago + 1) * hour).toISOString();
    const kilobytes = 1 + Math.floor(ago / (7 * 24));
    return `${at},${ago % 2 ? 'upstream' : 'downstream'},${kilobytes * 1000}`;
  });
  return ['timestamp,direction,sum_bytes', ...hours].join('\n');
}
