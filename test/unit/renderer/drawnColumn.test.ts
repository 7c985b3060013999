import { describe, expect, it } from 'vitest';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import { totals } from '../../../src/model/charts/group.js';
import { Session } from '../../../src/renderer/session.js';
import { chosenMeasure, groups, measures } from '../../../src/model/charts/viewChoice.js';
import { column, table } from './useRenderer.js';

const query = {
  queryType: 'topN',
  dimension: 'host',
  metric: 'bytes',
  granularity: 'all',
  aggregations: [
    { type: 'count', name: 'events' },
    { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' },
    { type: 'stringFirst', name: 'rule', fieldName: 'rule' },
  ],
};
const sessionOf = (columns: readonly ResultColumn[], changes: object = {}) =>
  new Session(
    { ...table(...columns), id: 'result', facts: queryFacts({ ...query, ...changes }), settings: {} },
    { post: undefined, recall: () => undefined, remember: () => undefined },
  );
const hosts = column('host', 'dimension', 'a', 'b', 'c');
const events = column('events', 'value', 1, 2, 3);

describe('the column that is drawn', () => {
  it.each<[string, ResultColumn]>([
    ['sent as numbers', column('bytes', 'value', 10, 20, 30)],
    ['partly sent as text', column('bytes', 'value', '10.5', 20, '3e1')],
    ['sent as text', column('bytes', 'value', '10', '20', '30')],
    ['with words among its numbers', column('bytes', 'value', 10, 'N/A', '')],
    ['without any number', column('bytes', 'value', null, null, null)],
  ])('is the one that the query asks for: %s', (_name, bytes) => {
    expect(chosenMeasure(sessionOf([hosts, events, bytes]))?.name).toBe('bytes');
  });

  it('is the one that the query ranks by though there are bytes', () => {
    const columns = [hosts, column('bytes', 'value', 1, 2, 3), events];
    expect(chosenMeasure(sessionOf(columns, { metric: 'events' }))?.name).toBe('events');
    const queryType = 'groupBy';
    const orderBy = { columns: [{ dimension: 'events', direction: 'DESCENDING' }] };
    expect(chosenMeasure(sessionOf(columns, { queryType, orderBy }))?.name).toBe('events');
    expect(chosenMeasure(sessionOf(columns, { queryType }))?.name).toBe('bytes');
  });

  it('takes numeric text as the number that it says, and no other text as any', () => {
    const shown = sessionOf([hosts, events, column('bytes', 'value', '1.5', ' ', '0x10')]);
    const bytes = shown.columns.find(({ name }) => name === 'bytes')!;
    const found = totals(shown, bytes, groups(shown)).filter(({ value }) => Number.isFinite(value));
    expect(found.map(({ name, value }) => [name, value])).toEqual([['a', 1.5]]);
  });

  it('is never one of texts, and digits that nobody computed are none', () => {
    const texts = column('rule', 'value', 'ssh', '443', 'dns');
    const others = column('port', 'value', '443', '80', '22');
    expect(measures(sessionOf([hosts, events, texts, others])).map(({ name }) => name)).toEqual(['events']);
  });
});
