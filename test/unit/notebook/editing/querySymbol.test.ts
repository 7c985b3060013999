import { describe, expect, it } from 'vitest';
import { querySymbol } from '../../../../src/notebook/editing/querySymbol.js';
import { plainNotebook, type PlainCell } from '../plainNotebook.js';

const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const topN = { queryType: 'topN', dimension: 'wan_ip', metric: 'bytes', aggregations: [bytes] };

const symbolOf = (cell: PlainCell) => {
  const [made] = plainNotebook([cell]).cells;
  return querySymbol(made!.document.getText(), made);
};

describe('the symbol of a query', () => {
  it('is called after what the query asks, or as its cell', () => {
    expect(symbolOf({ query: topN })).toMatchObject({ name: 'topN wan_ip by bytes', detail: '' });
    const named = symbolOf({ query: topN, metadata: { name: 'topHosts' } });
    expect(named).toMatchObject({ name: 'topHosts', detail: 'topN wan_ip by bytes' });
  });

  it('has an icon of the chosen view, else of that in which the result opens', () => {
    const iconOf = (query: object, view?: string) => symbolOf({ query, metadata: { view: { view } } })?.icon;
    expect(iconOf(topN, 'map')).toBe('Object');
    expect(iconOf({ ...topN, granularity: 'all' })).toBe('Enum');
    expect(iconOf({ ...topN, granularity: 'hour' })).toBe('Event');
    expect(iconOf({ ...topN, queryType: 'timeseries', granularity: 'all' })).toBe('Number');
    expect(iconOf({ ...topN, queryType: 'groupBy', granularity: 'hour' })).toBe('Event');
    expect(iconOf({ ...topN, queryType: 'groupBy', granularity: 'all' })).toBe('Struct');
  });

  it('is there for a query alone, and what it says is inert', () => {
    expect(symbolOf({ query: '{ "queryType":' })).toBeUndefined();
    expect(symbolOf({ query: {} })).toBeUndefined();
    expect(symbolOf({ query: { ...topN, dimension: '$(sync~spin)' } })?.name).not.toContain('$(sync');
  });
});
