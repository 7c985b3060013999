import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eras } from '../src/dataQuery/eras.js';
import { matchInWorker } from '../src/dataQuery/patterns/planPatterns.js';
import { queryEngine, runQuery, type QueryEngine } from '../src/dataQuery/runQuery.js';
// Worked out by java.util.regex of Java 17 (`Pattern.compile(pattern).matcher(value).find()`), not by this project.
import java from './javaPatterns.json' with { type: 'json' };
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const at = '2026-03-01T10:00Z';
const regex = (pattern: string) => ({ type: 'regex', dimension: 'host', pattern });
const base = {
  dataSource: 'rb_flow',
  queryType: 'groupBy',
  granularity: 'all',
  intervals: ['2026-03-01/P1D'],
  dimensions: ['host'],
  aggregations: [{ type: 'count', name: 'rows' }],
};
/** Java's engine and that of the worker need longer for each further `a` than there is time. */
const endless = '(?=a)(a+)+$';

/** Patterns of one query; there must not be more than 10,000 characters of them, each of which stands there twice. */
const patternsOfQuery = 25;

describe('regular expressions', () => {
  let manager: Manager;
  beforeAll(async () => {
    const hosts = [...java.values, null].map(host => ({ at, host }));
    const later = { at: '2026-03-02T10:00Z', host: `${'a'.repeat(60)}!` };
    manager = await managerWithRows([...hosts, later]);
  });
  afterAll(async () => {
    expect(manager.failures).toEqual([]);
    await manager.stop();
  });

  const matching = async (filter: object): Promise<(string | null)[]> =>
    (await manager.ask({ ...base, filter })).map((row: Json) => row.event.host);
  const engine = (longestMatching?: number): QueryEngine => ({
    ...queryEngine(manager.stores, eras['0.8']),
    ...(longestMatching === undefined ? {} : { longestMatching }),
  });

  const request = (body: object) => ({ body, caller: manager.stores.users.administrator() });

  const patterns = Object.keys(java.matches);
  const asked = new Map<number, Promise<Json>>();
  /** The hosts that match a pattern and its negation; asked for together with its neighbours, as aggregations. */
  const matchingWith = async (pattern: string) => {
    const first = Math.floor(patterns.indexOf(pattern) / patternsOfQuery) * patternsOfQuery;
    const count = (name: string, filter: object) => ({
      type: 'filtered',
      filter,
      aggregator: { type: 'count', name },
    });
    const aggregations = patterns
      .slice(first, first + patternsOfQuery)
      .flatMap(each => [
        count(`yes ${each}`, regex(each)),
        count(`no ${each}`, { type: 'not', field: regex(each) }),
      ]);
    const answer = asked.get(first) ?? manager.ask({ ...base, aggregations });
    asked.set(first, answer);
    const counted = (await answer).map((row: Json) => row.event);
    const hosts = (name: string) =>
      new Set(counted.filter((row: Json) => row[name] === 1).map((row: Json) => row.host as string | null));
    return { yes: hosts(`yes ${pattern}`), no: hosts(`no ${pattern}`) };
  };

  it.each(Object.entries<string[]>(java.matches))(
    '%j matches what it matches in Java',
    async (pattern, expected) => {
      const others = java.values.filter(value => !expected.includes(value));
      const { yes, no } = await matchingWith(pattern);
      expect(yes).toEqual(new Set(expected));
      expect(no).toEqual(new Set([null, ...others]));
    },
  );

  it.each(['^a', '\\.(?=com)'])('%j selects as a filter what it counts as an aggregation', async pattern => {
    const { yes, no } = await matchingWith(pattern);
    expect(new Set(await matching(regex(pattern)))).toEqual(yes);
    expect(new Set(await matching({ type: 'not', field: regex(pattern) }))).toEqual(no);
  });

  it.each(java.refused)('%j is refused, as in Java, with what is wrong', async pattern => {
    const answer = await manager.post({ ...base, filter: regex(pattern) });
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatch(/^filter: the local manager cannot run the pattern .* \(.{12,}\)$/s);
    expect(answer.json().error).toContain(pattern);
  });

  it.each([
    ['\\X', /\\X is not known here/],
    ['\\b{g}', /\\b\{g\} is not known here/],
    ['\\N{DIGIT ONE}', /characters by name/],
    ['\\p{InGreek}', /property \{InGreek\} is not known here/],
    ['(a)?b\\1', /may not have matched/],
    ['(?i)(a)\\1', /cannot ignore case/],
    ['(?:a*)*+b', /may be empty/],
    ['[a&&]', /one side of && in a character class is empty/],
  ])('%j, which only Java runs, is refused with the reason', async (pattern, reason) => {
    const answer = await manager.post({ ...base, filter: regex(pattern) });
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatch(reason);
  });

  it('refuses what is wrong even where no row could match', async () => {
    const nowhere = { ...regex('('), dimension: 'no_such_dimension' };
    expect((await manager.post({ ...base, filter: nowhere })).status).toBe(400);
    expect(await matching({ ...nowhere, pattern: '(?=a)' })).toEqual([]);
    const earlier = { ...base, intervals: ['2020-01-01/P1D'], filter: regex('a(?=b)') };
    expect(await manager.ask(earlier)).toEqual([]);
  });

  it('combines slow patterns with each other, other filters and aggregations', async () => {
    const slow = regex('(?<=tube)\\.com');
    const fields = [slow, regex('x(?=\\.com|$)'), { type: 'selector', dimension: 'host', value: 'e' }];
    expect(await matching({ type: 'or', fields })).toEqual([
      'dropbox.com',
      'e',
      'www.youtube.com',
      'x',
      'xx',
    ]);
    expect(await matching({ type: 'and', fields: [slow, regex('^www')] })).toEqual(['www.youtube.com']);
    const count = { type: 'count', name: 'rows' };
    const [row] = await manager.ask({
      ...base,
      dimensions: [],
      aggregations: [
        { type: 'filtered', filter: slow, aggregator: count },
        { type: 'filtered', filter: { type: 'not', field: slow }, aggregator: { ...count, name: 'others' } },
      ],
    });
    expect(row.event).toEqual({ rows: 1, others: java.values.length });
  });

  it('looks only at the values inside the intervals', async () => {
    expect(await matching(regex('(?=a{50})'))).toEqual([]);
    const query = { ...base, filter: regex('(?=a{50})'), intervals: ['2026-03-02/P1D'] };
    expect(await manager.ask(query)).toHaveLength(1);
  });

  it('gives up on a pattern without end, and answers others meanwhile', async () => {
    const query = { ...base, intervals: ['2026-03-02/P1D'], filter: regex(endless) };
    const hanging = runQuery(engine(1500), request(query), new AbortController().signal);
    let ended = false;
    const refusal = hanging.then(
      () => undefined,
      (error: Error & { status?: number }) => {
        ended = true;
        return error;
      },
    );
    expect((await manager.get('/api/v1/inventory/racks')).status).toBe(200);
    expect((await manager.post(base)).status).toBe(200);
    expect(ended).toBe(false);
    expect(await refusal).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /cannot run the pattern .* \(it takes longer than 1\.5 s over the values of host\)/,
      ),
    });
  });

  it('stops a pattern when the client is gone, and when the time of the query is over', async () => {
    const query = { ...base, intervals: ['2026-03-02/P1D'], filter: regex(endless) };
    const gone = new AbortController();
    const hanging = runQuery(engine(600_000), request(query), gone.signal);
    const left = new Error('left');
    setImmediate(() => gone.abort(left));
    await expect(hanging).rejects.toBe(left);
    const short = { ...query, context: { timeout: 300 } };
    await expect(
      runQuery(engine(600_000), request(short), new AbortController().signal),
    ).rejects.toMatchObject({
      status: 504,
      message: 'Query timeout',
    });
  });

  it('refuses more patterns than can be read at once', async () => {
    const answer = await manager.post({ ...base, filter: regex('(?=a)'.repeat(2001)) });
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatch(
      /^filter: the patterns of the query are longer than 10000 characters/,
    );
    const nested = await manager.post({ ...base, filter: regex('('.repeat(9000)) });
    expect(nested.json().error).toMatch(/groups nest deeper than 100 levels at position 102/);
  });

  it('tells which pattern the engine of the worker gave up on', async () => {
    const tasks = [{ texts: ['a'], patterns: ['a', '('] }];
    await expect(matchInWorker(tasks, { milliseconds: 5000, signal: undefined })).rejects.toMatchObject({
      pattern: '(',
    });
  });
});
