import { describe, expect, it } from 'vitest';
import { curlQuery } from '../../../../src/model/sensors/nodeCopies.js';
import { nodeQuery } from '../../../../src/model/query/writtenQueries.js';
import type { NodeTarget } from '../../../../src/model/sensors/nodeTarget.js';
import { dataQuery } from 'netsensor-contract/query/query';
import { queriesIn } from '../../../../src/model/query/queryText.js';

const base = { connectionId: 'office', name: 'N', path: ['N'] };
const sensor = (fields: object): NodeTarget => ({
  ...base,
  kind: 'sensor',
  uuid: '7',
  sensorKind: 'domain',
  type: 1,
  domainType: 1,
  parentUuid: undefined,
  ...fields,
});
const selector = (dimension: string, value: string) => ({ filter: { type: 'selector', dimension, value } });

describe('a first query about a node', () => {
  it.each<[string, NodeTarget, object]>([
    ['a campus', sensor({ domainType: 4 }), selector('campus_uuid', '7')],
    ['a floor', sensor({ domainType: 101 }), selector('floor_uuid', '7')],
    ['a domain of no published kind', sensor({ domainType: 1 }), { namespace_uuids: ['7'] }],
    ['a sensor', sensor({ sensorKind: 'flow', type: 5 }), selector('sensor_uuid', '7')],
    [
      'an access point',
      { ...base, kind: 'accessPoint', id: 3, macAddress: '00:11:22:33:44:55', sensorUuid: '7' },
      selector('wireless_station', '00:11:22:33:44:55'),
    ],
  ])('looks at %s only', (_name, node, expected) => {
    const query = nodeQuery(node) as object;
    expect(query).toMatchObject(expected);
    expect(dataQuery.safeParse({ ...query, intervals: ['2026-11-19/P1D'] }).error).toBeUndefined();
  });
});

describe('a plain JSON file of queries', () => {
  it('is one query with its comments, or a list', () => {
    expect(queriesIn('\uFEFF// top\r\n{ "a": 1 }\r\n')).toEqual(['// top\n{ "a": 1 }']);
    expect(queriesIn('[{ "a": 1 }, { "b": [2] }]')).toEqual(['{ "a": 1 }', '{ "b": [2] }']);
  });

  it('keeps every digit of an integer', () => {
    expect(queriesIn('[{ "a": 9007199254740993 }]')).toEqual(['{ "a": 9007199254740993 }']);
  });

  it.each(['', '7', '[]', '[1]', '{', '[{}, null]'])('is not %j', text => {
    expect(queriesIn(text)).toBeUndefined();
  });
});

describe('a query as a command', () => {
  it('has every digit of an integer', () => {
    expect(curlQuery('https://m', { a: 9007199254740993n })).toContain(`'{"a":9007199254740993}'`);
  });

  it('holds no key, and survives any text', () => {
    expect(curlQuery('https://m', { a: `it's "$HOME"` })).toBe(
      `curl --fail-with-body --silent --show-error --globoff --header 'Content-Type: application/json' --data-binary '{"a":"it'\\''s \\"$HOME\\""}' 'https://m/api/data?auth_token='"$NETSENSOR_API_KEY"`,
    );
  });
});
