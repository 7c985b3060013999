import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { listIn, recordIn } from '../../../src/api/decode.js';

const answered = { method: 'GET', path: '/racks' };
const rows = [{ id: 1 }];
const failureOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};

describe('a list or a record in a wrapper', () => {
  it.each([
    ['bare', rows],
    ['the plural', { query: true, racks: rows }],
    ['data', { data: rows }],
    ['results', { results: rows }],
    ['items', { items: rows }],
    ['one wrapper in another', { data: { racks: rows } }],
    ['two wrappers in another', { response: { data: { items: rows } } }],
    ['payload', { payload: rows }],
    ['entries below their key', { racks: [{ rack: { id: 1 } }] }],
    ['the plural before the others', { results: [], data: [], racks: rows }],
  ])('is a list: %s', (_name, body) => {
    expect(listIn(body, 'racks', answered)).toEqual(rows);
  });

  it.each([
    ['bare', { id: 1 }],
    ['the singular', { query: true, rack: { id: 1 } }],
    ['data', { data: { id: 1 } }],
    ['one wrapper in another', { data: { rack: { id: 1 } } }],
    ['result', { result: { rack: { id: 1 } } }],
    ['the singular before data', { data: { id: 2 }, rack: { id: 1 } }],
  ])('is a record: %s', (_name, body) => {
    expect(recordIn(body, ['rack'], answered)).toEqual({ id: 1 });
  });

  it('has the attributes of JSON:API as its fields', () => {
    const sent = { type: 'racks', id: '1', attributes: { name: 'R', id: 2 }, links: {} };
    expect(recordIn({ data: sent }, ['rack'], answered)).toEqual({ id: '1', name: 'R' });
    expect(listIn({ data: [sent] }, 'racks', answered)).toEqual([{ id: '1', name: 'R' }]);
  });

  it('is the record below all its keys', () => {
    const point = { id: 7 };
    expect(recordIn({ ap: { access_point: point } }, ['ap', 'access_point'], answered)).toBe(point);
  });

  it.each([[{ id: 1, data: 'text', rack: null }], [{ id: 1, results: [] }]])(
    'is the value itself otherwise: %j',
    body => {
      expect(recordIn(body, ['rack'], answered)).toBe(body);
    },
  );

  it.each([
    ['text', 'expected a list, received text'],
    [7, 'expected a list, received number'],
    [null, 'expected a list, received null'],
    [undefined, 'expected a list, received nothing'],
    [{}, 'expected a list, received object'],
    [{ a: 1, b: { racks: rows } }, 'expected a list, received object with a, b'],
    [Object.create({ racks: rows }), 'expected a list, received object'],
  ])('is refused in words that say what came: %j', (body, detail) => {
    const error = failureOf(() => listIn(body, 'racks', answered));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ ...answered, reason: 'badResponse', detail });
  });

  it('is no record when it is a list', () => {
    expect(failureOf(() => recordIn(rows, ['rack'], answered))).toMatchObject({
      detail: 'expected a record, received list',
    });
  });
});
