import { describe, expect, it } from 'vitest';
import { printNotebook } from '../../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../../src/model/notebook/readNotebook.js';
import { dataQuery } from 'netsensor-contract/query/query';
import { resolveQueryTimes } from 'netsensor-contract/query/timeRange';
import { sampleNotebook, starterNotebook } from '../../../../src/model/notebook/sampleNotebook.js';

const queriesOf = ({ cells }: ReturnType<typeof sampleNotebook>) =>
  cells.filter(({ kind }) => kind === 'query').map(({ text }): unknown => JSON.parse(text));

describe('the sample notebook', () => {
  const options = { end: '2026-11-20T08:30:59.123Z', connection: 'office' };

  it('asks about the day that ends at the minute given', () => {
    const range = '2026-11-19T08:30:00Z/2026-11-20T08:30:00Z';
    expect(sampleNotebook(options).extra.timeRange).toBe(range);
    for (const query of queriesOf(sampleNotebook(options))) {
      const resolved = resolveQueryTimes(query, { now: 0, zone: 'UTC', range });
      expect(dataQuery.parse(resolved.query).intervals).toEqual([range]);
    }
  });

  it('has a title and a sentence before each query', () => {
    const [introduction, ...cells] = sampleNotebook(options).cells;
    expect(introduction?.kind).toBe('markdown');
    cells.forEach(({ kind, text }, index) => {
      expect(kind).toBe(index % 2 ? 'query' : 'markdown');
      if (kind === 'markdown')
        expect(text).toMatch(new RegExp(`^## ${index / 2 + 1}\\. \\w.+\n\n.+\\.$`, 's'));
    });
  });

  it('asks about the device and addresses given', () => {
    const text = printNotebook(
      sampleNotebook({
        ...options,
        clientMac: '00:00:00:00:00:01',
        dropboxAddresses: ['192.0.2.1', '192.0.2.2'],
      }),
    );
    for (const value of ['00:00:00:00:00:01', '192.0.2.1', '192.0.2.2']) expect(text).toContain(value);
  });

  it('is a notebook file that names its connection', () => {
    const file = sampleNotebook(options);
    expect(parseNotebook(printNotebook(file))).toEqual(file);
    expect(file.extra.connection).toBe('office');
    expect(sampleNotebook({ end: options.end }).extra).not.toHaveProperty('connection');
  });
});

describe('a new notebook', () => {
  it('starts from a query over the last hour', () => {
    const { cells, extra } = starterNotebook('office');
    expect(extra).toEqual({ connection: 'office', timeRange: 'last hour' });
    const context = { now: Date.UTC(2026, 10, 20, 8), zone: 'UTC', range: 'last hour' };
    const { query } = resolveQueryTimes(JSON.parse(cells[0]!.text), context);
    expect(dataQuery.parse(query).intervals).toEqual(['2026-11-20T07:00:00Z/2026-11-20T08:00:00Z']);
  });

  it('names no connection when there is none to name', () => {
    expect(starterNotebook(undefined).extra).toEqual({ timeRange: 'last hour' });
  });
});
