import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraNames, type EraName } from '../../../../packages/manager/src/dataQuery/eras.js';
import { breakdown, excluding, valueFilter, withFilter } from '../../../../src/model/query/queryEdit.js';
import { filterSnippets } from '../../../../src/model/queryEditing/querySnippets.js';
import { parseQueryText } from '../../../../src/model/query/queryText.js';
import { managerWithRows } from '../../../../packages/manager/test/smallTable.js';
import type { Json } from '../../../../packages/manager/test/testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;
type Value = string | null;

const stored = ['Lisbon', 'Seville', 'null', '80', '10.0.0.7', null];
const whole = {
  queryType: 'groupBy',
  granularity: 'all',
  intervals: ['2026-03-01/P1D'],
  dimensions: ['campus'],
  aggregations: [{ type: 'count', name: 'rows' }],
};

describe.each<EraName>([...eraNames])('filters that we write, on Druid %s', { timeout: 20_000 }, era => {
  let manager: Manager;
  let before: ReadonlyMap<Value, number>;
  beforeAll(async () => {
    // Only where nulls are those of SQL an empty text is a value (field notes §2.9).
    const texts = era === '31' ? [...stored, ''] : stored;
    const rows = texts.map(campus => ({ at: '2026-03-01T10:00Z', campus, building: 'A' }));
    manager = await managerWithRows(rows, 'rb_flow', { era });
    before = await rowsOf(whole);
  });
  afterAll(() => manager.stop());

  const rowsOf = async (query: object): Promise<ReadonlyMap<Value, number>> =>
    new Map((await manager.ask(query)).map(({ event }: Json) => [event.campus, event.rows]));
  const by = (value: Value) => valueFilter({ dimension: 'campus', value });
  const filtered = async (...filters: object[]) => {
    const text = filters.reduce<string>((query, filter) => withFilter(query, filter)!, JSON.stringify(whole));
    const written = parseQueryText(text);
    return rowsOf('query' in written ? (written.query as object) : {});
  };
  const without = (...values: Value[]) => new Map([...before].filter(([value]) => !values.includes(value)));

  it('keep the rows of the value that they name', async () => {
    expect(before.size).toBe(era === '31' ? 7 : 6);
    for (const [value, rows] of before) expect(await filtered(by(value))).toEqual(new Map([[value, rows]]));
  });

  it('drop the rows of the value that they name, and no other', async () => {
    for (const value of before.keys()) {
      expect(await filtered(excluding(by(value)))).toEqual(without(value));
    }
    expect(await filtered(excluding(by('nobody')))).toEqual(before);
  });

  it('drop several values one after the other', async () => {
    const filters = ['Lisbon', '80', 'Lisbon'].map(value => excluding(by(value)));
    expect(await filtered(...filters)).toEqual(without('Lisbon', '80'));
    expect(await filtered(...filters, excluding(by(null)))).toEqual(without('Lisbon', '80', null));
  });

  it('exclude a value of a dimension that no row has', async () => {
    expect(await filtered(excluding(valueFilter({ dimension: 'nothing', value: 'x' })))).toEqual(before);
  });

  it('break a row down into as many rows as it stands for', async () => {
    for (const [value, rows] of before) {
      const query = breakdown(
        { dataSource: 'rb_flow', ...whole },
        { filter: by(value), dimension: 'building', metric: 'rows' },
      );
      const [{ result }] = await manager.ask(query!);
      expect(result).toEqual([{ building: 'A', rows }]);
    }
  });

  it('exclude a value by the snippet for it', async () => {
    const [snippet] = filterSnippets().filter(({ label }) => label === 'not: has another value or none');
    const body = snippet!.text.replaceAll('$1', '"campus"').replaceAll('$2', '"Seville"');
    expect(await filtered(JSON.parse(body) as object)).toEqual(without('Seville'));
  });
});
