import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResultTable } from '../../../src/model/query/queryResult.js';
import { readViewSettings } from '../../../src/model/results/viewSettings.js';
import { activate } from '../../../src/renderer/index.js';
import { strings } from '../../../src/renderer/strings.js';
import { column, many, settle, table, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const measures = [
  { name: 'bytes', unit: 'bytes', isSum: true },
  { name: 'pkts', unit: 'packets', isSum: true },
];
const facts = { queryType: 'groupBy', dimensions: ['host'], inTree: [], isBucketed: false, measures };
const output = (result: ResultTable, settings: object = {}, more: object = {}) => ({
  ...result,
  id: 'result',
  facts,
  settings,
  ...more,
});
const time = '2026-11-20T08:00:00.000Z';
const traffic = () =>
  table(
    column('timestamp', 'time', time, time),
    column('host', 'dimension', 'a', 'b'),
    column('pkts', 'value', 7, 5),
    column('bytes', 'value', 1024, 4096),
  );
const select = (shown: ShownOutput, label: string) =>
  shown.root.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!;
const pick = (shown: ShownOutput, label: string, value: string) => {
  const box = select(shown, label);
  box.value = value;
  box.dispatchEvent(new Event('change'));
};
const common = (shown: ShownOutput) => shown.root.querySelector('.largest span')?.textContent;
const bars = (shown: ShownOutput) =>
  [...shown.root.querySelectorAll('.bars li')].map(({ textContent }) => textContent);
const press = (shown: ShownOutput, key: string, more: KeyboardEventInit = {}) =>
  shown.root
    .querySelector('[aria-checked=true]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
const checked = (shown: ShownOutput) => shown.root.querySelector('[aria-checked=true]')?.textContent;
const posted = () =>
  renderer
    .posted()
    .flatMap(message => (message.type === 'settings' || message.type === 'tab' ? [message.settings] : []));

describe('what is chosen for a view', () => {
  // jsdom paints nothing.
  beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

  it('is drawn when VS Code measures it, also where translations arrive meanwhile', async () => {
    const shown = renderer.draw(output(traffic(), { view: 'list' }));
    renderer.answer({ type: 'texts', texts: {} });
    const measured = await shown.drawn.then(() => bars(shown));
    expect(measured).toHaveLength(2);
  });

  it('is drawn at once and kept: the value, its units, the column of a map', async () => {
    const shown = renderer.draw(output(traffic(), { view: 'list' }));
    // VS Code measures an output by then, and cuts off what comes in the same frame.
    await shown.drawn;
    expect(bars(shown)).toEqual(['b4.1 kB', 'a1.02 kB']);
    pick(shown, strings.prefixes, 'binary');
    await vi.waitFor(() => expect(bars(shown)).toEqual(['b4 KiB', 'a1 KiB']));
    pick(shown, strings.measure, 'pkts');
    await vi.waitFor(() => expect(bars(shown)).toEqual(['a7 pkts', 'b5 pkts']));
    expect(select(shown, strings.prefixes)).toBeNull();
    const chosen = { view: 'list', prefixes: 'binary', measure: 'pkts' };
    expect(posted()).toEqual([{ view: 'list', prefixes: 'binary' }, chosen]);
    // A cell keeps what it can read back.
    const all = {
      ...chosen,
      second: 'y',
      hasAll: true,
      dimension: 'x',
      marks: '${y}',
      search: 'z',
      zone: 'UTC',
      sort: { column: 'a', isDescending: true },
    };
    const columns = [{ name: 'a', width: 24, isHidden: true, filter: '>1' }];
    expect(readViewSettings({ ...all, columns, off: ['b'], more: 1 })).toEqual({
      ...all,
      columns,
      off: ['b'],
    });
  });

  it('is all bars instead of the largest, with the focus on the button that takes it back', async () => {
    const names = Array.from({ length: 60 }, (_, row) => `host ${row}`);
    const hosts = table(
      column('host', 'dimension', ...names),
      column('bytes', 'value', ...names.map((_, row) => row)),
    );
    const shown = renderer.draw(output(hosts, { view: 'list' }));
    const press = () => shown.root.querySelector<HTMLElement>('.largest button')?.click();
    await vi.waitFor(() => expect(bars(shown)).toHaveLength(50), 10_000);
    press();
    await vi.waitFor(() => expect(bars(shown)).toHaveLength(60));
    await vi.waitFor(() => expect(shown.root.activeElement?.textContent).toBe(strings.showLargest));
    press();
    await vi.waitFor(() => expect(bars(shown)).toHaveLength(50));
    await vi.waitFor(() => expect(shown.root.activeElement?.textContent).toBe(strings.showAll));
    expect(posted().map(settings => readViewSettings(settings))).toEqual([
      { view: 'list', hasAll: true },
      { view: 'list', hasAll: false },
    ]);
  });

  it('is the time zone of the notebook until another one is chosen, which can be taken back', () => {
    const shown = renderer.draw(output(traffic(), {}, { zone: 'Asia/Tokyo' }));
    expect(common(shown)).toBe(strings.inEveryRow('timestamp', '2026-11-20 17:00:00 +09:00'));
    pick(shown, strings.zone, 'UTC');
    expect(common(shown)).toBe(strings.inEveryRow('timestamp', '2026-11-20 08:00:00 Z'));
    pick(shown, strings.zone, 'Asia/Tokyo');
    expect(common(shown)).toBe(strings.inEveryRow('timestamp', '2026-11-20 17:00:00 +09:00'));
    expect(posted()).toEqual([{ zone: 'UTC' }, { zone: 'Asia/Tokyo' }]);
    const again = renderer.draw(output(traffic(), { zone: 'UTC' }, { id: 'other', zone: 'Asia/Tokyo' }));
    const offered = [...select(again, strings.zone).options].map(({ value }) => value);
    expect(offered).toEqual(['sent', 'UTC', 'local', 'Asia/Tokyo']);
  });

  it('goes on with V, back with Shift+V, and round with the arrow keys', async () => {
    const places = [column('ip_country_code', 'dimension', 'ES', 'US'), column('bytes', 'value', 1, 2)];
    const shown = renderer.draw(output(table(...places)));
    const turns = ['v', 'v', 'V', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'v', 'V', 'ArrowLeft'];
    const views: unknown[] = [];
    for (const key of turns) {
      press(shown, key, { shiftKey: key === 'V' });
      expect(shown.root.activeElement?.textContent).toBe(checked(shown));
      views.push(checked(shown));
      await settle();
    }
    const order = ['list', 'map', 'list', 'map', 'table', 'map', 'table', 'map', 'list'] as const;
    expect(views).toEqual(order.map(view => strings.views[view]));
    press(shown, 'v', { ctrlKey: true });
    expect(posted().map(({ view }) => view)).toEqual(order);
  });

  it('is the last one, though another one was still waiting for its rows', async () => {
    // Once it is loaded, charts are drawn at once.
    await import('../../../src/renderer/charts/makeChart.js');
    const shown = renderer.draw(output({ ...traffic(), totalRows: 3 }));
    press(shown, 'v');
    await settle();
    await settle();
    expect(shown.root.querySelector('.main')?.textContent).toBe(strings.loadingRows);
    press(shown, 'v');
    renderer.answer({ type: 'rows', result: 'result', from: 2, columns: [[time], ['c'], [1], [1]] });
    await settle();
    await settle();
    expect([shown.cells.length, bars(shown)]).toEqual([9, []]);
    press(shown, 'v');
    await vi.waitFor(() => expect(bars(shown)).toHaveLength(3), 10_000);
  });

  it('is remembered for the fifty results that were changed last', () => {
    const known = Array.from({ length: 50 }, (_, number): [string, object] => [`result ${number}`, {}]);
    let state = known;
    const context = { getState: () => state, setState: (next: typeof state) => (state = next) };
    const { renderOutputItem, disposeOutputItem } = activate(
      context as unknown as Parameters<typeof activate>[0],
    );
    const place = document.body.appendChild(document.createElement('div'));
    const item = { id: 'item', json: () => output(many(1), {}, { id: 'result 1' }) };
    void renderOutputItem(item as unknown as Parameters<typeof renderOutputItem>[0], place);
    const names = () => state.map(([id]) => id);
    const sort = () => {
      const grid = place.shadowRoot?.querySelector('[role=grid]');
      for (const key of ['ArrowUp', 'Enter']) grid?.dispatchEvent(new KeyboardEvent('keydown', { key }));
    };
    sort();
    expect(names()).toEqual(['result 0', ...names().slice(1, 49), 'result 1']);
    state = known.filter(([id]) => id !== 'result 1').concat([['new', {}]]);
    sort();
    expect([names().length, names()[0], names().at(-1)]).toEqual([50, 'result 2', 'result 1']);
    disposeOutputItem?.();
    place.remove();
  });
});

describe('the units of a chart', () => {
  const offered = (view: string, measure: string) => {
    const over = { facts: { ...facts, isBucketed: true, bucketLength: 3_600_000 } };
    const hours = [time, '2026-11-20T09:00:00.000Z'];
    const result = table(column('timestamp', 'time', ...hours), ...traffic().columns.slice(1));
    return renderer.draw(output(result, { view, measure }, { ...over, id: `${measure} in a ${view}` }));
  };

  it('are per second, too, over time and of what can be added up', () => {
    const shown = offered('line', 'bytes');
    const values = () => [...select(shown, strings.prefixes).options].map(({ value }) => value);
    expect(values()).toEqual(['si', 'binary', 'siRate', 'binaryRate', 'bits']);
    for (const unit of ['bits', 'binaryRate', 'si']) {
      pick(shown, strings.prefixes, unit);
      expect(select(shown, strings.prefixes).value).toBe(unit);
    }
    expect(posted().map(({ prefixes, rate }) => [prefixes, rate])).toEqual([
      [undefined, 'bits'],
      ['binary', 'second'],
      ['si', undefined],
    ]);
    expect([...select(offered('line', 'pkts'), strings.prefixes).options].map(({ value }) => value)).toEqual([
      'bucket',
      'second',
    ]);
    expect(select(offered('list', 'pkts'), strings.prefixes)).toBeNull();
  });
});

describe('the time of a result without buckets', () => {
  const columns = (shown: ShownOutput) => shown.texts('columnheader').slice(1);

  it('is said once above the table, until somebody wants its column, which is kept in the cell', () => {
    const shown = renderer.draw(output(traffic()));
    expect([common(shown), columns(shown)]).toEqual([
      strings.inEveryRow('timestamp', time),
      ['host', 'pkts', 'bytes'],
    ]);
    shown.root.querySelector<HTMLElement>('.largest button')?.click();
    expect([common(shown), columns(shown)]).toEqual([undefined, ['timestamp', 'host', 'pkts', 'bytes']]);
    expect(posted()).toEqual([{ columns: [{ name: 'timestamp', isHidden: false }] }]);
    const hidden = { columns: [{ name: 'timestamp', isHidden: true }] };
    expect(common(renderer.draw(output(traffic(), hidden, { id: 'hidden' })))).toBeUndefined();
  });

  it('is a column where there is another one, may be another one, or is one row', () => {
    const names = (result: ResultTable, more: object = {}) =>
      columns(renderer.draw(output(result, { view: 'table' }, { id: JSON.stringify(result), ...more })))[0];
    const host = column('host', 'dimension', 'a', 'b');
    expect(names(table(column('timestamp', 'time', time, '2026-11-20T09:00:00.000Z'), host))).toBe(
      'timestamp',
    );
    expect(names(table(column('timestamp', 'time', time), column('host', 'dimension', 'a')))).toBe(
      'timestamp',
    );
    const part = { ...traffic(), totalRows: 3 };
    expect(names(part, { facts: { ...facts, isBucketed: true } })).toBe('timestamp');
    expect(names(part)).toBe('host');
  });
});

describe('rows that came', () => {
  it('belong to one result, and come once', () => {
    const shown = renderer.draw(output({ ...many(2), totalRows: 5 }));
    const other = renderer.draw(output({ ...many(2), totalRows: 5 }, {}, { id: 'other' }), { id: 'other' });
    const page = (from: number, ...names: string[]) =>
      renderer.answer({ type: 'rows', result: 'result', from, columns: [names, names.map(() => 9)] });
    page(2, 'c', 'd');
    page(2, 'x', 'y');
    const names = (drawn: ShownOutput) =>
      drawn.cells.filter((_, at) => at % 2 === 0).map(cell => cell.textContent);
    expect(names(shown)).toEqual(['row 0', 'row 1', 'c', 'd', '…']);
    expect(names(other)).toEqual(['row 0', 'row 1', '…', '…', '…']);
    const asked = renderer.posted().filter(({ result }) => result === 'result');
    expect(asked).toEqual([{ type: 'rows', from: 2, count: 3, result: 'result' }]);
  });

  it('decide whether a column holds numbers, when the first ones had none', async () => {
    const nothing = table(column('host', 'dimension', 'a'), column('bytes', 'value', null));
    const sort = { column: 'bytes', isDescending: false };
    const shown = renderer.draw(output({ ...nothing, totalRows: 3 }, { sort }));
    renderer.answer({
      type: 'rows',
      result: 'result',
      from: 1,
      columns: [
        ['b', 'c'],
        [2.5, 2.25],
      ],
    });
    await settle();
    expect(shown.cells.map(({ textContent }) => textContent)).toEqual(['c', '2.25', 'b', '2.5', 'a', 'null']);
  });
});

describe('the filters of a table', () => {
  const filters = (shown: ShownOutput) => shown.root.querySelector<HTMLElement>('.filters')!;
  const type = (shown: ShownOutput, text: string) => {
    const input = filters(shown).querySelector('input')!;
    input.value = text;
    input.dispatchEvent(new Event('input'));
    return input;
  };

  it('are emptied by Escape and by their button, and belong to their column', async () => {
    const shown = renderer.draw(output(traffic(), { columns: [{ name: 'host', filter: 'nobody' }] }));
    expect([filters(shown).hidden, shown.caption]).toEqual([false, strings.nothingPasses]);
    const box = filters(shown).querySelector('select')!;
    const input = filters(shown).querySelector('input')!;
    box.value = 'host';
    box.dispatchEvent(new Event('change'));
    expect(input.value).toBe('nobody');
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await settle();
    expect([input.value, shown.caption]).toEqual(['', '2 rows']);
    type(shown, 'b');
    await settle();
    expect(shown.caption).toBe('1 of 2 rows');
    filters(shown).querySelector<HTMLElement>('.chip')?.click();
    await settle();
    expect([input.value, shown.caption, filters(shown).querySelector('.chip')]).toEqual(['', '2 rows', null]);
    expect(posted().at(-1)).toEqual({ columns: [{ name: 'host' }] });
  });

  it('wait for the rows that have not come, and ask for them', async () => {
    const columns = [{ name: 'name', filter: 'c' }];
    const shown = renderer.draw(output({ ...many(2), totalRows: 4 }, { columns }));
    expect(renderer.posted()).toEqual([{ type: 'rows', from: 2, count: 2, result: 'result' }]);
    const came = [
      ['c', 'd'],
      [1, 2],
    ];
    renderer.answer({ type: 'rows', result: 'result', from: 2, columns: came });
    await settle();
    expect([shown.cells[0]?.textContent, shown.caption]).toEqual(['c', '1 of 4 rows']);
  });
});

describe('a tab of its own', () => {
  it('is asked for with how the result is looked at now, below a cell alone', () => {
    const opener = ({ root }: ShownOutput) =>
      [...root.querySelectorAll('button')].find(({ textContent }) => textContent === strings.openTab);
    const shown = renderer.draw(output(many(2)));
    pick(shown, strings.zone, 'UTC');
    opener(shown)?.click();
    expect(renderer.posted().at(-1)).toEqual({ type: 'tab', settings: { zone: 'UTC' }, result: 'result' });
    const others = [{ isInTab: true, id: 'tab' }, { id: '' }];
    for (const more of others) {
      const other = renderer.draw(output(many(2), {}, more), { id: 'other' });
      expect(opener(other)).toBeUndefined();
    }
  });
});

describe('the files of a result', () => {
  const told = (shown: ShownOutput) => shown.root.querySelector('.told')?.textContent;
  const choose = (shown: ShownOutput, label: string) => {
    const buttons = [...shown.root.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === strings.export)?.click();
    const entries = shown.all('menuitem');
    entries.find(({ textContent }) => textContent === label)?.click();
  };
  const drawnList = async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const shown = renderer.draw(output(traffic(), { view: 'list' }));
    await vi.waitFor(() => expect(bars(shown)).toHaveLength(2), 10_000);
    return shown;
  };

  it('are asked for by their format; a picture that cannot be made is said', async () => {
    const shown = await drawnList();
    const settings = { view: 'list', zone: 'sent' };
    for (const label of Object.values(strings.exports)) choose(shown, label);
    expect(renderer.posted()).toMatchObject([
      { type: 'export', format: 'csv', settings },
      { type: 'export', format: 'titledCsv', settings },
      { type: 'export', format: 'json', settings },
      { type: 'export', format: 'markdown', settings },
      { type: 'picture', format: 'svg', data: expect.stringMatching(/^<svg /) as string },
    ]);
    await vi.waitFor(() => expect(told(shown)).toBe(strings.pictureFailed));
  });

  it('can be copied as Markdown; a picture that the clipboard does not take leads to its file', async () => {
    const shown = await drawnList();
    choose(shown, strings.copyPicture);
    await vi.waitFor(() => expect(told(shown)).toBe(strings.copyRefused(strings.exports.png)));
    choose(shown, strings.copyMarkdown);
    expect(told(shown)).toBe(strings.copied(1));
    choose(shown, strings.exportAsSent);
    expect(renderer.posted()).toEqual([
      { type: 'copyMarkdown', settings: { view: 'list', zone: 'sent' }, result: 'result' },
      { type: 'export', result: 'result' },
    ]);
  });
});
