import assert from 'node:assert/strict';
import { environmentConnectionId } from '../../src/ids.js';
import { Random } from '../../packages/manager/src/generator/random.js';
import { printNotebook } from '../../src/model/notebook/notebookFile.js';
import { NotebookWalker, type Change } from './notebookWalker.js';
import { flowQuery, queryOfView, runNotebook, useTraffic } from './visuals/resultNotebook.js';
import { useManager, useWorkbench } from './useWorkbench.js';

const seed = Number(process.env.NETSENSOR_WALK_SEED ?? 16);
const steps = Number(process.env.NETSENSOR_WALK_STEPS ?? 20);
const name = 'walk.dqnb';
/** More would be out of sight. */
const mostCells = 4;

const inRange = (fields: object) => {
  const { intervals: _intervals, ...query } = flowQuery(1, fields) as Record<string, unknown>;
  return JSON.stringify(query, undefined, 2);
};
const topOf = (dimension: string, more: object = {}) =>
  inRange({ queryType: 'topN', granularity: 'all', dimension, metric: 'bytes', threshold: 6, ...more });

/** What people write into cells, finished or not. */
const texts: readonly string[] = [
  topOf('application_id_name'),
  topOf('sensor_name', { filter: { type: 'selector', dimension: 'direction', value: '${way}' } }),
  JSON.stringify(queryOfView.line()),
  JSON.stringify(queryOfView.map()),
  inRange({ queryType: 'timeseries', granularity: 'all' }),
  inRange({ queryType: 'groupBy', dimensions: ['l4_proto', 'direction'] }),
  `// A remark\n${topOf('l4_proto')}\n// and another one`,
  topOf('no_such_dimension'),
  '{ "queryType": "topN", ',
  '',
  'Grüße, 世界 🌍',
];

const walked = () =>
  printNotebook({
    cells: texts.slice(0, 3).map(text => ({ kind: 'query' as const, text, extra: {} })),
    extra: {
      connection: environmentConnectionId,
      timeRange: 'last 6 hours',
      variables: { way: { dimension: 'direction', dataSource: 'rb_flow', default: 'upstream' } },
    },
  });

describe('a random walk over all that a notebook offers', function () {
  this.timeout(120_000 + steps * 20_000);
  useTraffic();
  const { proxy } = useManager();
  const window = useWorkbench(() => ({
    viewport: { width: 1440, height: 1700 },
    files: { [name]: walked() },
  }));
  const random = new Random(seed, 'notebook walk');
  let walker: NotebookWalker;

  before('run the notebook', async () => {
    walker = new NotebookWalker(window(), name, random);
    await runNotebook(window(), name);
    walker.cells = await walker.saved();
  });

  const actions: Readonly<Record<string, () => Promise<Change | void>>> = {
    run: () => walker.command('Notebook: Execute Cell'),
    'run all': () => walker.command('Notebook: Run All'),
    'run what changed': () => walker.command('Netsensor: Run Cells with Changed Variables'),
    write: () => walker.write(random.pick(texts)),
    'type and undo': () => walker.typeAndUndo(),
    add: async () => (hasRoom() ? walker.command('Notebook: Insert Code Cell Below', 'added') : 'none'),
    copy: async () => (hasRoom() ? walker.command('Notebook: Copy Cell Down', 'added') : 'none'),
    move: () => walker.command('Notebook: Move Cell Down', 'moved'),
    delete: async () => (hasRoom() ? 'none' : walker.command('Notebook: Delete Cell', 'removed')),
    'delete and undo': () => walker.deleteAndUndo(),
    'another view': () =>
      walker.inResult(async result => {
        const views = result.getByRole('radio');
        await views.nth(random.below(await views.count())).click();
      }),
    option: () =>
      walker.inResult(async result => {
        const choices = result.locator('select:visible');
        const number = await choices.count();
        if (number === 0) return;
        const choice = choices.nth(random.below(number));
        await choice.selectOption({ index: random.below(await choice.locator('option').count()) });
      }),
    sort: () =>
      walker.inResult(async result => {
        if (!(await walker.show(result, 'Table'))) return;
        const headers = result.getByRole('columnheader');
        await headers.first().waitFor();
        await headers.nth(1 + random.below((await headers.count()) - 1)).click();
        await walker.press('ControlOrMeta+a', 'ControlOrMeta+c');
      }),
    'filter to a value': () =>
      walker.inResult(result => walker.chooseOfValue(result, 'Filter to this value')),
    'exclude a value': () => walker.inResult(result => walker.chooseOfValue(result, 'Exclude this value')),
    'break a value down': async () =>
      hasRoom()
        ? walker.inResult(result => walker.chooseOfValue(result, 'New cell for this value…'))
        : 'none',
    zoom: () => walker.inResult(result => walker.zoom(result)),
    'time range': () => walker.ask('Netsensor: Time Range…'),
    'time range of a cell': () => walker.ask('Netsensor: Time Range of the Cell…'),
    'time zone': () => walker.ask('Netsensor: Time Zone…', ['Europe/Madrid', 'UTC', 'Asia/Kolkata']),
    variable: () => walker.ask('Netsensor: Set Variable…'),
    'name of a cell': () => walker.ask('Netsensor: Name the Cell…', ['first', 'second', 'not a name!', '']),
    'auto-refresh': () => walker.ask('Netsensor: Auto-Refresh Cell…'),
    'stored results': () => walker.ask('Netsensor: Store Results…'),
    history: async () => {
      if (!hasRoom()) return 'none';
      await walker.ask('Netsensor: Query History…');
      await walker.changed();
      return 'added';
    },
    cURL: () => walker.command('Netsensor: Copy the Query as cURL'),
    tab: () => walker.inResult(result => walker.openInTab(result)),
    reopen: () => walker.reopen(),
    'connection is cut': async () => {
      proxy().fault = { type: 'reset', operation: 'skipped' };
      await walker.command('Notebook: Execute Cell');
      await walker.settled();
      await proxy().heal();
    },
  };
  const hasRoom = () => walker.cells.length < mostCells;

  it(`shows no error and loses neither a text nor a result (seed ${seed}, ${steps} steps)`, async () => {
    const log: string[] = [];
    const about = () => log.slice(-6).join('\n');
    for (let step = 1; step <= steps; step += 1) {
      const title = random.pick(Object.keys(actions));
      const results = await walker.results.count();
      log.push(`${step}. ${title}: ${JSON.stringify(walker.cells.map(text => text.slice(0, 60)))}`);
      const act = async () => {
        const change = await actions[title]!();
        await walker.settled();
        return change;
      };
      const change = await act().catch((error: unknown) => {
        throw new Error(`${about()}\n${String(error)}`, { cause: error });
      });
      const before = walker.cells;
      walker.cells = await walker.saved();
      assertChange(change ?? 'none', before, walker.cells, about());
      assert.deepEqual(await walker.errors(), [], about());
      if (!change || change === 'none' || change === 'moved')
        assert.ok((await walker.results.count()) >= results, `a result is gone\n${about()}`);
    }
  });
});

/** Asserts that no text is lost beside what an action is for. */
function assertChange(
  change: Change,
  before: readonly string[],
  after: readonly string[],
  about: string,
): void {
  const without = (all: readonly string[], others: readonly string[]) =>
    others.reduce(
      (left, text) => (left.includes(text) ? left.toSpliced(left.indexOf(text), 1) : left),
      [...all],
    );
  const lost = without(before, after);
  const added = without(after, before);
  const said = `${change}, lost: ${JSON.stringify(lost)}, added: ${JSON.stringify(added)}\n${about}`;
  if (change === 'none' || change === 'reopened') assert.deepEqual(after, before, said);
  assert.ok(lost.length <= (change === 'written' || change === 'removed' ? 1 : 0), said);
  assert.ok(added.length <= (change === 'written' || change === 'added' ? 1 : 0), said);
  if (change === 'written') assert.equal(lost.length, added.length, said);
}
