import { describe, expect, it } from 'vitest';
import { readQuery } from '../../src/dataQuery/readQuery.js';
import { CheckedQueries, type CheckedQuery } from '../../src/druid/checkedQueries.js';
import { parseExactJson } from 'netsensor-contract/text/exactJson';

/** Values that read alike to one reader or another. */
const values = [
  'null',
  '0',
  '-0',
  '0.0',
  '"0"',
  '1',
  '1.0',
  '"1"',
  'true',
  '"true"',
  '""',
  '[]',
  '{}',
  '1e400',
  '-1e400',
  '2e400',
  '"1e400"',
  '1e-400',
  '"Infinity"',
  '"NaN"',
  '"\\u0000Infinity"',
  '9007199254740992',
  '9007199254740993',
  '"9007199254740993"',
  '18446744073709551616',
];

/** Queries with a value in one place or another; `undefined` where the place is left out. */
const places: readonly ((value: string) => string)[] = [
  value => `"filter":{"type":"selector","dimension":"host","value":${value}}`,
  value => `"filter":{"type":"in","dimension":"host","values":[${value}]}`,
  value => `"filter":{"type":"bound","dimension":"host","lower":${value}}`,
  value => `"filter":{"type":"bound","dimension":"host","upper":"z","lowerStrict":${value}}`,
  value => `"filter":${value}`,
  value => `"postAggregations":[{"type":"constant","name":"c","value":${value}}]`,
  value => `"having":{"type":"greaterThan","aggregation":"n","value":${value}}`,
  value => `"limitSpec":{"type":"default","limit":${value},"columns":["n"]}`,
  value => `"context":{"timeout":${value}}`,
  value => `"namespace_uuids":[${value}]`,
  value => `"made_up":${value}`,
];

const queryWith = (part: string): string =>
  `{"queryType":"groupBy","dataSource":"rb_flow","granularity":"all","dimensions":["host"],
    "intervals":["2026-11-18/P1D"],"aggregations":[{"type":"count","name":"n"}],${part}}`;

const outcome = (read: () => CheckedQuery): unknown => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};

const newCache = () => new CheckedQueries(body => readQuery(body, { refusesUnserved: true }));

describe('queries that are remembered', () => {
  it.each([
    ['exactly', parseExactJson],
    ['with numbers that are not finite', JSON.parse as (text: string) => unknown],
  ])('answer as alone whatever was asked before, read %s', (_how, parse) => {
    for (const place of places) {
      const bodies = values.map(value => parse(queryWith(place(value))));
      const alone = bodies.map(body => outcome(() => newCache().read(body)));
      const after = newCache();
      const before = newCache();
      expect(bodies.map(body => outcome(() => after.read(body)))).toEqual(alone);
      expect(bodies.toReversed().map(body => outcome(() => before.read(body)))).toEqual(alone.toReversed());
    }
  });
});
