import type { CDPSession, Page } from 'playwright-core';
import { applyEdits } from 'jsonc-parser';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { tableEdit } from '../../src/model/tables/tableEdits.js';
import type { TableMessage } from '../../src/model/tables/tableMessages.js';
import { cellFinder } from '../../src/model/tables/tableText.js';
import { PageTable } from '../../src/tables/pageTable.js';
import { actionOf } from '../../src/tables/tableActs.js';
import { bundled, openModulePage } from '../host/modulePage.js';
import { collecting } from '../host/openBrowser.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { Scope } from '../host/scope.js';
import { count } from './page/data.js';
import type { FrameTimes, TableTimes } from './page/tableTimes.js';

/** The type with most fields, which unknown ones fill up to 30. */
const type: InventoryType = 'power_feeds';
const unknownFields = 18;

/** The text of a list of power feeds as the document has it. */
export function feedList(records: number): string {
  const list = count(records, at => ({
    id: at + 1,
    name: `Feed ${at + 1} of room ${at % 40}`,
    power_panel_id: 1 + (at % 200),
    voltage: at % 2 ? 230 : 400,
    amperage: 16,
    max_utilization: at % 100,
    power_feed_status_id: 1 + (at % 4),
    power_feed_type_id: at % 5 ? 1 : null,
    power_feed_supply_id: 1,
    power_feed_phase_id: 1 + (at % 2),
    ...Object.fromEntries(
      count(unknownFields, field => [
        `other_${field}`,
        field % 3 ? `Value ${field} of feed ${at}` : field * at,
      ]),
    ),
    created_at: '2026-01-01T00:00:00Z',
    updated_at: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Milliseconds of processor time in the extension host. */
export interface HostTimes {
  /** The rows of the text, ready for the page. */
  readonly firstRows: number;
  /** An edit of a cell: what it is in the text, and the rows that it changes, ready for the page. */
  readonly act: number;
  /** The cells of ten problems. */
  readonly problems: number;
}

/** Measures what a list of so many records costs the extension host, without VS Code's own edit. */
export function measureTableHost(records: number, rounds: number): HostTimes[] {
  const text = feedList(records);
  return count(rounds, round => {
    let last: TableMessage | undefined;
    const table = new PageTable(type, message => (last = message));
    const show = (shown: string, version: number) => table.show(shown, { version, baseText: text });
    const firstRows = processorTime(() => show(text, 1));
    let changed = text;
    const act = processorTime(() => {
      const typed = `Feed of round ${round}`;
      const at = Math.floor((records / rounds) * round);
      const { action } = actionOf(
        { type, table, lists: () => undefined },
        { kind: 'set', at, field: 'name', typed },
      );
      changed = applyEdits(changed, tableEdit(type, changed, action));
      show(changed, 2);
    });
    if (last?.type !== 'rows' || last.rows.length !== 1) throw new Error('An act sends more than its row');
    const problems = processorTime(() => {
      const cellOf = cellFinder(type, changed);
      for (let each = 0; each < 10; each += 1) cellOf(Math.floor((changed.length / 10) * each));
    });
    return { firstRows, act, problems };
  });
}

function processorTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs in the page: what a webview has of VS Code, whose host finds everything right that is typed. */
const pageScript = `
document.body.innerHTML = '<main></main>';
let kept;
globalThis.acquireVsCodeApi = () => ({
  postMessage: ({ type, question }) => type === 'check' && postMessage({ type: 'checked', question }),
  getState: () => kept,
  setState: state => void (kept = state),
});
const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
globalThis.bench = {
  frame,
  find: selector => (document.querySelector('main')?.shadowRoot ?? document).querySelector(selector),
  async draw() {
    postMessage({ type: 'lock', isLocked: false });
    const message = await (await fetch('/rows.json')).json();
    await frame();
    const started = performance.now();
    postMessage(message);
    while (!bench.find('.body .row') && !bench.find('.body > *')) await frame();
    await frame();
    return performance.now() - started;
  },
  watch() {
    bench.gaps = [];
    let last;
    const next = now => {
      if (last !== undefined) bench.gaps.push(now - last);
      last = now;
      bench.watching = requestAnimationFrame(next);
    };
    bench.watching = requestAnimationFrame(next);
  },
  stop() {
    cancelAnimationFrame(bench.watching);
    return bench.gaps;
  },
};
`;

/** Shows the same rows as a table and as plain text, in turns, in one browser. */
export async function measureTablePages(
  records: number,
  rounds: number,
): Promise<Readonly<Record<'ours' | 'plain', readonly TableTimes[]>>> {
  const scope = new Scope();
  const text = feedList(records);
  let rows: TableMessage | undefined;
  new PageTable(type, message => (rows = message)).show(text, { version: 1, baseText: text });
  const json = JSON.stringify(rows);
  try {
    const texts = {
      '/page.js': pageScript,
      '/ours.js': await bundled(repositoryPath('src', 'renderer', 'tables', 'tableScript.ts')),
      '/plain.js': await bundled(repositoryPath('test', 'bench', 'page', 'plainRows.ts')),
      '/rows.json': json,
    };
    const page = await openModulePage(scope, { folders: {}, texts }, collecting);
    await page.setViewportSize({ width: 1100, height: 700 });
    const times: Record<'ours' | 'plain', TableTimes[]> = { ours: [], plain: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['ours', 'plain'] as const) times[name].push(await measurePage(page, name, json));
    return times;
  } finally {
    await scope.close();
  }
}

async function measurePage(page: Page, name: 'ours' | 'plain', json: string): Promise<TableTimes> {
  await page.reload();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(`import('/page.js').then(() => import('/${name}.js'))`);
  const before = await heldMemory(session);
  const firstPaint = await page.evaluate<number>('bench.draw()');
  const memory = ((await heldMemory(session)) - before) / json.length;
  const wheel = async (axis: 'Top' | 'Left', turn: readonly [number, number]) => {
    const [size, shown] = axis === 'Top' ? ['scrollHeight', 'clientHeight'] : ['scrollWidth', 'clientWidth'];
    const isAtEnd = `(grid => grid.scroll${axis} + grid.${shown} >= grid.${size} - 1)(bench.find('.grid'))`;
    for (let turns = 0; turns < 1000; turns += 1) {
      if (await page.evaluate(isAtEnd)) return turns;
      await page.mouse.wheel(...turn);
      await page.evaluate('bench.frame()');
    }
    throw new Error('The wheel does not lead to the edge');
  };
  await page.mouse.move(600, 400);
  const down = await watched(page, session, () => wheel('Top', [0, 1200]));
  const sideways = await watched(page, session, () => wheel('Left', [60, 0]));
  await page.evaluate(`bench.find('.grid').scrollTo(0, 44_000)`);
  await page.evaluate('bench.frame().then(bench.frame)');
  await page.mouse.dblclick(300, 400);
  await page.evaluate('bench.frame()');
  const typing = await watched(page, session, async () => {
    for (const key of 'power feed in the room of the second floor') await page.keyboard.press(key);
    return 42;
  });
  if (!(await page.evaluate<string>(`bench.find('input.editing, .editing input').value`)).endsWith('floor'))
    throw new Error('Nothing was typed');
  await session.detach();
  return { firstPaint, memory, down, sideways, typing };
}

async function heldMemory(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** @param act something that is done in steps, whose number it returns */
async function watched(page: Page, session: CDPSession, act: () => Promise<number>): Promise<FrameTimes> {
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.evaluate('bench.watch()');
  const before = await work();
  const steps = await act();
  const spent = (await work()) - before;
  const gaps = (await page.evaluate<number[]>('bench.stop()')).toSorted((one, other) => one - other);
  const at = (share: number) => gaps[Math.floor(gaps.length * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95), work: spent / steps };
}
