import { environmentConnectionId } from '../../../src/ids.js';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { viewNames, type ViewName } from '../../../src/model/results/viewSettings.js';
import { eventually } from '../../support/eventually.js';
import { askManager } from '../../support/manager.js';
import { useManager } from '../useWorkbench.js';
import type { Workbench } from '../workbench.js';

const hour = 3_600_000;
const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const packets = { type: 'longSum', name: 'pkts', fieldName: 'sum_pkts' };

/** The full hour that was last, in milliseconds since 1970 UTC. */
export const lastFullHour = (): number => Math.floor(Date.now() / hour) * hour;

/** A query over the last hours of the local manager's data, or those before another end. */
export function flowQuery(hours: number, fields: object, end = lastFullHour()): object {
  const intervals = [`${new Date(end - hours * hour).toISOString()}/${new Date(end).toISOString()}`];
  const common = { dataSource: 'rb_flow', granularity: 'hour', intervals, aggregations: [bytes, packets] };
  return { ...common, ...fields };
}

/** The queries whose results suit each view. */
export const queryOfView: Readonly<Record<ViewName, () => object>> = {
  table: () => flowQuery(6, { queryType: 'groupBy', dimensions: ['application_id_name', 'direction'] }),
  number: () => flowQuery(24, { queryType: 'timeseries', granularity: 'all' }),
  line: () => flowQuery(24, { queryType: 'groupBy', dimensions: ['direction'] }),
  area: () => flowQuery(48, { queryType: 'timeseries' }),
  stacked: () =>
    flowQuery(24, { queryType: 'topN', dimension: 'application_id_name', metric: 'bytes', threshold: 12 }),
  bars: () => flowQuery(12, { queryType: 'groupBy', dimensions: ['l4_proto'] }),
  list: () =>
    flowQuery(24, {
      queryType: 'topN',
      granularity: 'all',
      dimension: 'application_id_name',
      metric: 'bytes',
      threshold: 15,
    }),
  heat: () => flowQuery(24, { queryType: 'timeseries' }),
  map: () =>
    flowQuery(24, {
      queryType: 'groupBy',
      granularity: 'all',
      dimensions: ['ip_country_code', 'client_latlong'],
    }),
};

/** What is on the screen once a view is drawn. */
export const drawnInView: Readonly<Record<ViewName, string>> = {
  table: '[role=grid] [role=gridcell]',
  number: '.big-number .value',
  line: '.plot canvas',
  area: '.plot canvas',
  stacked: '.plot canvas',
  bars: '.plot canvas',
  list: '.bars li .bar',
  heat: '.heat td .fill',
  map: '.world [role=button]',
};

/** One notebook per view, by file name. */
export const notebooksOfViews = (): Record<string, string> =>
  Object.fromEntries(viewNames.map(view => [`${view}.dqnb`, notebookOf(queryOfView[view](), view)]));

/** The text of a notebook with one query, in one cell or several, shown in a view. */
export function notebookOf(query: object, view?: ViewName, cells = 1): string {
  const extra = view ? { view: { view } } : {};
  return printNotebook({
    cells: Array.from({ length: cells }, () => ({ kind: 'query', text: printCompactJson(query), extra })),
    extra: { connection: environmentConnectionId },
  });
}

/** Waits before the tests of the enclosing `describe` until the manager has the day of traffic that results are about. */
export function useTraffic(): void {
  const { manager } = useManager();
  before('a day of traffic', async function () {
    this.timeout(60_000);
    await eventually(async () => {
      const body = flowQuery(24, { queryType: 'timeseries' });
      const hours = (await askManager(manager(), '/api/data', { method: 'POST', body })) as object[];
      if (hours.length < 24) throw new Error(`There are ${hours.length} hours of traffic`);
    }, 50_000);
  });
}

/** Opens a notebook of the workspace folder instead of what is open, and runs it. */
export async function runNotebook(workbench: Workbench, name: string): Promise<void> {
  await openNotebook(workbench, name);
  const runAll = workbench.page.getByRole('button', { name: /Run All/ }).filter({ visible: true });
  const result = workbench.notebookOutputs.locator('.result').first();
  // A notebook that has only just got its kernel may take no notice of the first click.
  await eventually(async () => {
    await runAll.first().click();
    await result.waitFor({ timeout: 10_000 });
  }, 40_000);
}

/** Opens a notebook of the workspace alone, and waits for its kernel. */
export async function openNotebook(workbench: Workbench, name: string): Promise<void> {
  await workbench.closeEditors();
  // Until VS Code knows the extension it would open the file as text.
  await workbench.openView('Netsensor');
  await workbench.treeItem('Local manager').waitFor();
  await workbench.openView('Explorer');
  // Files that were just written push others down, also between the moving of the mouse and its click.
  await eventually(async () => {
    await workbench.clickTreeItem(name);
    await workbench.activeTab(name).waitFor({ timeout: 3000 });
  });
  await workbench.page.locator('.kernel-label:visible').getByText('Local manager').first().waitFor();
}
