import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

// prettier-ignore
const lexicographic = [' ', '!', '+5', '-1', '0', '00', '000', '01', '0x10', '1', '1.5', '10', '1_0', '9',
  '9223372036854775808', '9a', 'A01', 'A10b9', 'K', 'a', 'a b', 'a!', 'a1', 'a10b10', 'a10b2', 'a\u0663', 'b1', 'z', '~', 'ß',
  '\u0663', '\u{1F600}', '\u{E000}', '\u{FF5E}'];
// prettier-ignore
const alphanumeric = ['0x10', '0', '00', '000', '1', '1.5', '1_0', '01', '\u0663', '9', '9a', '10', '9223372036854775808',
  ' ', '!', '+5', '-1', 'a', 'a1', 'A01', 'a\u0663', 'a10b2', 'A10b9', 'a10b10', 'a b', 'a!', 'b1', 'K', 'z', '~', 'ß',
  '\u{E000}', '\u{FF5E}', '\u{1F600}'];

/** Orders and counts as a live Druid 28 gave them for the same rows (field notes §2.11). */
describe('texts in data queries', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows(
      [...lexicographic, null].map(host => ({ at: '2026-03-10T10:00Z', host, sum_bytes: 1 })),
    );
  });
  afterAll(() => manager.stop());

  const common = {
    granularity: 'all',
    intervals: ['2026-03-10/P1D'],
    aggregations: [{ type: 'count', name: 'rows' }],
  };
  const topN = async (metric: object): Promise<(string | null)[]> => {
    const query = { ...common, queryType: 'topN', dimension: 'host', threshold: 100, metric };
    return (await manager.ask(query))[0].result.map((row: Json) => row.host);
  };
  const groupBy = async (body: object): Promise<(string | null)[]> => {
    const rows = await manager.ask({ ...common, queryType: 'groupBy', dimensions: ['host'], ...body });
    return rows.map((row: Json) => row.event.host);
  };
  const ordered = (column: object) =>
    groupBy({ limitSpec: { type: 'default', columns: [{ dimension: 'host', ...column }] } });

  it('come in the order of their UTF-16 units', async () => {
    expect(await groupBy({})).toEqual([null, ...lexicographic]);
    expect(await ordered({ direction: 'desc' })).toEqual([...lexicographic.toReversed(), null]);
    expect(await topN({ type: 'lexicographic' })).toEqual([null, ...lexicographic]);
  });

  it('come with numbers first and without regard to case in alphanumeric order', async () => {
    expect(await topN({ type: 'alphaNumeric' })).toEqual([null, ...alphanumeric]);
    expect(await ordered({ dimensionOrder: 'alphanumeric' })).toEqual([null, ...alphanumeric]);
    const descending = { dimensionOrder: 'alphanumeric', direction: 'DESCENDING' };
    expect(await ordered(descending)).toEqual([...alphanumeric.toReversed(), null]);
  });

  it('that are missing come first in an inverted topN, and are beyond no stop', async () => {
    const inverted = (type: string, previousStop?: string) =>
      topN({ type: 'inverted', metric: { type, previousStop } });
    expect(await inverted('lexicographic')).toEqual([null, ...lexicographic.toReversed()]);
    expect(await inverted('alphaNumeric')).toEqual([null, ...alphanumeric.toReversed()]);
    expect(await inverted('lexicographic', '+5')).toEqual(['!', ' ']);
    expect(await inverted('alphaNumeric', '0')).toEqual(['0x10']);
    expect(await topN({ type: 'lexicographic', previousStop: '\u{E000}' })).toEqual(['\u{FF5E}']);
  });

  it.each<[object, readonly string[]]>([
    [{ lower: 'a1', upper: 'a9', alphaNumeric: true }, ['A01', 'a1', 'a\u0663']],
    [{ lower: '1', upper: '9', alphaNumeric: true }, ['01', '1', '1.5', '1_0', '9', '\u0663']],
    [{ lower: '\u{E000}' }, ['\u{E000}', '\u{FF5E}']],
    [{ lower: '\u{1F600}' }, ['\u{1F600}', '\u{E000}', '\u{FF5E}']],
    [{ lower: 'z', upper: '\u{1F600}' }, ['z', '~', 'ß', '\u0663', '\u{1F600}']],
  ])('are bound by %j in the same orders', async (bound, expected) => {
    expect(await groupBy({ filter: { type: 'bound', dimension: 'host', ...bound } })).toEqual(expected);
  });

  it('have no lower bound that is empty, and an upper one that leaves only rows without a value', async () => {
    const bound = (sides: object) => groupBy({ filter: { type: 'bound', dimension: 'host', ...sides } });
    expect(await bound({ lower: '', lowerStrict: true })).toEqual([null, ...lexicographic]);
    expect(await bound({ upper: '' })).toEqual([null]);
    expect(await bound({ upper: '', upperStrict: true })).toEqual([]);
  });

  it('are bound by something', async () => {
    const query = { ...common, queryType: 'groupBy', filter: { type: 'bound', dimension: 'host' } };
    const answer = await manager.post(query);
    expect([answer.status, answer.json().error]).toEqual([
      500,
      'lower and upper can not be null at the same time',
    ]);
  });
});
