import { describe, expect, it } from 'vitest';
import { meaningPlace } from '../../../../src/model/queryEditing/queryMeanings.js';

const query = (more: string) => `{ "queryType": "groupBy", "dataSource": "rb_flow", ${more} }`;
/** Looks at the place marked by `|`. */
const lookAt = (text: string) => meaningPlace(text.replace('|', ''), text.indexOf('|'));

describe('what somebody points at in a query', () => {
  it.each([
    ['one of several', '"dimensions": ["host", "u|rl"]', 'url'],
    ['one with a name for its output', '"dimensions": [{ "dimension": "h|ost", "outputName": "x" }]', 'host'],
    ['one in a filter', '"filter": { "type": "not", "field": { "dimension": "host|" } }', 'host'],
    [
      'one whose values are counted',
      '"aggregations": [{ "type": "cardinality", "fieldNames": ["ho|st"] }]',
      'host',
    ],
    ['one that nobody knows', '"dimension": "hots|"', 'hots'],
  ])('is a dimension: %s', (_name, more, name) => {
    expect(lookAt(query(more))).toMatchObject({ kind: 'dimension', name, dataSource: 'rb_flow' });
  });

  it('is an aggregation at its type, its name and its column', () => {
    const bytes = {
      type: 'longSum',
      name: 'in',
      of: ['sum_bytes'],
      documented: 'Sum of bytes.',
      isFiltered: false,
    };
    for (const written of [
      '"type": "long|Sum", "name": "in", "fieldName": "sum_bytes"',
      '"type": "longSum", "na|me": "in", "fieldName": "sum_bytes"',
      '"type": "longSum", "name": "in", "fieldName": "sum|_bytes"',
    ]) {
      const place = lookAt(query(`"aggregations": [{ ${written} }]`));
      expect(place).toMatchObject({ kind: 'aggregation', computed: bytes });
    }
  });

  it('is the aggregation of some rows at both of its parts', () => {
    const filtered = (outer: string, inner: string) =>
      query(`"aggregations": [{ "type": "filtered"${outer}, "aggregator": { "type": "co|unt"${inner} } }]`);
    const computed = { type: 'count', name: 'some', of: [], documented: undefined, isFiltered: true };
    expect(lookAt(filtered('', ', "name": "some"'))).toMatchObject({ computed });
    expect(lookAt(filtered(', "name": "some"', ', "name": "all"'))).toMatchObject({ computed });
  });

  it('is the granularity that the time decides', () => {
    expect(lookAt(query('"granularity": "${au|to}"'))).toMatchObject({ kind: 'autoBuckets', length: 9 });
  });

  it.each([
    query('"granu|larity": "all"'),
    query('"granularity": "al|l"'),
    query('"granu|larity": "${auto}"'),
    query('"aggregations": [{ |"type": "count", "byRow": tr|ue }]').replace('|', ''),
    query('"aggregations": [{ "name": "x|" }]'),
    '[|]',
    '|',
  ])('is nothing to explain in %s', text => {
    expect(lookAt(text)).toBeUndefined();
  });
});
