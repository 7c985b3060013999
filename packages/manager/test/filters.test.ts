import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const hosts = ['www.youtube.com', 'YouTube', 'dropbox.com', 'a10', 'a9', '6', null];

describe('filters', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows(hosts.map(host => ({ at: '2026-03-01T10:00Z', host, sum_bytes: 1 })));
  });
  afterAll(() => manager.stop());

  const post = (filter: unknown) =>
    manager.post({
      queryType: 'groupBy',
      granularity: 'all',
      intervals: ['2026-03-01/P1D'],
      dimensions: ['host'],
      aggregations: [{ type: 'count', name: 'rows' }],
      filter,
    });
  const matching = async (filter: unknown): Promise<(string | null)[]> => {
    const answer = await post(filter);
    expect(answer.status, answer.text).toBe(200);
    return answer.json().map((row: Json) => row.event.host);
  };

  const host = 'host';
  const regex = (pattern: string) => ({ type: 'regex', dimension: host, pattern });
  const selector = (value: unknown) => ({ type: 'selector', dimension: host, value });
  const all = [null, '6', 'YouTube', 'a10', 'a9', 'dropbox.com', 'www.youtube.com'];

  it.each<[object | null, (string | null)[]]>([
    [null, all],
    [selector('a9'), ['a9']],
    [selector('A9'), []],
    [selector(6), ['6']],
    [selector(''), [null]],
    [selector(null), [null]],
    [{ type: 'selector', dimension: host }, [null]],
    [{ type: 'selector', dimension: 'nothing', value: '' }, all],
    [{ type: 'selector', dimension: 'nothing', value: 'x' }, []],
    [regex('youtube'), ['www.youtube.com']],
    [regex('(?i)^.*youtube.*$'), ['YouTube', 'www.youtube.com']],
    [regex('^a\\d+$'), ['a10', 'a9']],
    [regex(''), all.slice(1)],
    [{ type: 'regex', dimension: 'nothing', pattern: '.*' }, []],
    [{ type: 'and', fields: [regex('a'), regex('0')] }, ['a10']],
    [{ type: 'and', fields: [regex('a'), null] }, ['a10', 'a9']],
    [{ type: 'or', fields: [selector('6'), selector(null), selector('a9')] }, [null, '6', 'a9']],
    [{ type: 'in', dimension: host, values: ['a9', '6', 'none'] }, ['6', 'a9']],
    [{ type: 'in', dimension: host, values: ['a9', null] }, [null, 'a9']],
    [{ type: 'in', dimension: host, values: [] }, []],
    [{ type: 'in', dimension: host, values: [6] }, ['6']],
    [{ type: 'bound', dimension: host, lower: 6, upper: 7 }, ['6']],
    [{ type: 'bound', dimension: host, lower: null, upper: 'Z', upperStrict: null }, [null, '6', 'YouTube']],
    [{ type: 'like', dimension: host, pattern: 6 }, ['6']],
    [{ type: 'bound', dimension: host, lower: 'a', upper: 'd' }, ['a10', 'a9']],
    [{ type: 'bound', dimension: host, lower: 'a10', lowerStrict: true, upper: 'a9' }, ['a9']],
    [{ type: 'bound', dimension: host, upper: 'a10', upperStrict: true }, [null, '6', 'YouTube']],
    [{ type: 'bound', dimension: host, lower: 'a9', upper: 'a11', alphaNumeric: true }, ['a10', 'a9']],
    [{ type: 'like', dimension: host, pattern: 'a%' }, ['a10', 'a9']],
    [{ type: 'like', dimension: host, pattern: 'a_' }, ['a9']],
    [{ type: 'like', dimension: host, pattern: 'a!_', escape: '!' }, []],
    [{ type: 'like', dimension: host, pattern: 'a9!', escape: '!' }, ['a9']],
    [{ type: 'like', dimension: host, pattern: 'a%!', escape: '!' }, ['a10', 'a9']],
    [{ type: 'like', dimension: host, pattern: 'a9!!', escape: '!' }, []],
    [{ type: 'not', field: { type: 'like', dimension: host, pattern: '%!', escape: '!' } }, []],
    [{ type: 'like', dimension: host, pattern: '%' }, all],
    [
      { type: 'search', dimension: host, query: { type: 'insensitive_contains', value: 'TUBE' } },
      ['YouTube', 'www.youtube.com'],
    ],
    [
      { type: 'search', dimension: host, query: { type: 'contains', value: 'Tube', caseSensitive: true } },
      ['YouTube'],
    ],
    [
      { type: 'search', dimension: host, query: { type: 'fragment', values: ['you', 'COM'] } },
      ['www.youtube.com'],
    ],
  ])('%j selects its rows, and its negation all others', async (filter, expected) => {
    expect(await matching(filter)).toEqual(expected);
    if (!filter) return;
    const others = all.filter(value => !expected.includes(value));
    expect(await matching({ type: 'not', field: filter })).toEqual(others);
    expect(await matching({ type: 'not', field: { type: 'not', field: filter } })).toEqual(expected);
    const impossible = { type: 'and', fields: [filter, { type: 'not', field: filter }] };
    expect(await matching(impossible)).toEqual([]);
    expect(await matching({ type: 'not', field: impossible })).toEqual(all);
  });

  it('takes thousands of alternatives', async () => {
    const fields = Array.from({ length: 5000 }, (_, index) => selector(`a${index}`));
    expect(await matching({ type: 'or', fields })).toEqual(['a10', 'a9']);
    expect(await matching({ type: 'in', dimension: host, values: fields.map(each => each.value) })).toEqual([
      'a10',
      'a9',
    ]);
  });

  it('refuses what nests too deep, in a moment', async () => {
    const levels = 50_000;
    const answer = await manager.raw({
      method: 'POST',
      url: `/api/data?auth_token=${manager.key}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"dataSource":"rb_flow","filter":${'{"type":"not","field":'.repeat(levels)}null${'}'.repeat(levels + 1)}`,
    });
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatch(/nests deeper than 100/);
  });
});
