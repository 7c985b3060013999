import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerWithRows } from './smallTable.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const hostile = [
  '"; DROP TABLE rb_flow; --',
  "'; DROP TABLE rb_flow; --",
  'host" OR 1=1 --',
  '__proto__',
  'constructor',
  'toString',
  '$1',
  '?',
  '{}',
  '*',
  'timestamp',
  'sum_bytes',
  'd0',
  'a0',
  '\u0000',
  'ü🙂"\\\n',
];

const long = 'x'.repeat(10_000);

describe('hostile queries', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows([
      ...hostile.slice(0, 14).map(host => ({ at: '2026-03-01T10:00Z', host, sum_bytes: 1 })),
      { at: '2026-03-01T10:00Z', host: 'plain', sum_bytes: 1 },
    ]);
  });
  afterAll(async () => {
    expect(manager.failures).toEqual([]);
    await manager.stop();
  });

  const base = { granularity: 'all', intervals: ['2026-03-01/P1D'] };
  const count = { type: 'count', name: 'rows' };
  const groupBy = (body: object) =>
    manager.post({ ...base, queryType: 'groupBy', aggregations: [count], ...body });

  it.each(hostile)('treats the dimension %j as one without values', async name => {
    const grouped = await groupBy({ dimensions: [name] });
    expect(grouped.status).toBe(200);
    const event = grouped.json()[0].event;
    expect(grouped.json().length).toBe(1);
    expect(Object.getOwnPropertyDescriptor(event, name)?.value).toBeNull();
    expect(event.rows).toBe(15);
    const top = await manager.post({
      ...base,
      queryType: 'topN',
      dimension: name,
      metric: 'rows',
      threshold: 3,
      aggregations: [count],
    });
    expect(top.json()[0].result.length).toBe(1);
    const filtered = await groupBy({ filter: { type: 'selector', dimension: name, value: 'x' } });
    expect(filtered.text).toBe('[]');
  });

  it.each(hostile.slice(0, 14))('compares the value %j as it is', async value => {
    const filters = [
      { type: 'selector', dimension: 'host', value },
      { type: 'in', dimension: 'host', values: [value] },
      { type: 'bound', dimension: 'host', lower: value, upper: value },
      { type: 'like', dimension: 'host', pattern: value.replace(/[%_!]/g, '!$&'), escape: '!' },
      { type: 'search', dimension: 'host', query: { type: 'contains', value, caseSensitive: true } },
    ];
    for (const filter of filters) {
      const rows = (await groupBy({ dimensions: ['host'], filter })).json();
      expect(rows.map((row: { event: object }) => row.event)).toContainEqual({ host: value, rows: 1 });
    }
    const having = { type: 'dimSelector', dimension: 'host', value };
    expect((await groupBy({ dimensions: ['host'], having })).json().length).toBe(1);
  });

  it.each(hostile)('names an output %j', async name => {
    const answer = await groupBy({
      aggregations: [{ type: 'count', name }],
      postAggregations: [
        {
          type: 'arithmetic',
          name: `${name}!`,
          fn: '+',
          fields: [
            { type: 'fieldAccess', fieldName: name },
            { type: 'constant', value: 0 },
          ],
        },
      ],
      orderBy: { type: 'default', columns: [{ dimension: name, direction: 'DESCENDING' }] },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(Object.entries(answer.json()[0].event).map(([, value]) => value)).toEqual([15, 15]);
  });

  it.each(hostile)('adds nothing for the column %j unless it is a number', async fieldName => {
    const answer = await groupBy({ aggregations: [{ type: 'longSum', name: 'sum', fieldName }] });
    expect(answer.json()[0].event.sum).toBe(fieldName === 'sum_bytes' ? 15 : 0);
  });

  it('refuses half a character, which no text of a manager can hold', async () => {
    for (const half of ['\ud800', 'a\udfff']) {
      for (const body of [{ dimensions: [half] }, { aggregations: [{ type: 'count', name: half }] }]) {
        const answer = await groupBy(body);
        expect(answer.status).toBe(400);
        expect(answer.json().error).toContain('half of a surrogate pair');
      }
    }
  });

  it('takes names and values of any length', async () => {
    const filter = { type: 'not', field: { type: 'selector', dimension: long, value: long } };
    const answer = await groupBy({
      dimensions: [long],
      aggregations: [{ type: 'count', name: `${long}!` }],
      filter,
    });
    expect(answer.json()[0].event).toEqual({ [long]: null, [`${long}!`]: 15 });
  });

  it('still has its table', async () => {
    expect(await manager.sql('SELECT count(*)::INTEGER AS rows FROM rb_flow')).toEqual([{ rows: 15 }]);
  });
});
