import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../../src/api/apiError.js';
import { decode, unwrapList, unwrapRecord } from '../../../src/api/decode.js';

const answered = { method: 'GET', path: '/racks' };
const failureOf = (schema: z.ZodType, value: unknown) => {
  try {
    return decode(schema, value, answered);
  } catch (error) {
    return error;
  }
};

describe('reading an answer', () => {
  it('gives what the schema makes of it', () => {
    expect(decode(z.object({ id: z.coerce.number() }), { id: '7', more: 1 }, answered)).toEqual({ id: 7 });
  });

  it('names the first field that is wrong, and the request', () => {
    const error = failureOf(z.array(z.object({ id: z.int() })), [{ id: 1 }, { id: 'x' }, {}]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...answered,
      reason: 'badResponse',
      detail: '1.id: Invalid input: expected number, received string',
    });
  });

  it('says that the answer itself is wrong', () => {
    expect(failureOf(z.string(), 7)).toMatchObject({
      detail: 'the answer: Invalid input: expected string, received number',
    });
  });
});

describe('a list or a record in a wrapper', () => {
  const rows = [{ id: 1 }];

  it.each([
    ['bare', rows],
    ['the plural', { query: true, racks: rows }],
    ['data', { data: rows }],
    ['results', { results: rows }],
    ['the plural before the others', { results: [], data: [], racks: rows }],
  ])('is a list: %s', (_name, body) => {
    expect(unwrapList(body, 'racks')).toEqual(rows);
  });

  it.each([
    ['bare', { id: 1 }],
    ['the singular', { query: true, rack: { id: 1 } }],
    ['data', { data: { id: 1 } }],
    ['the singular before data', { data: { id: 2 }, rack: { id: 1 } }],
  ])('is a record: %s', (_name, body) => {
    expect(unwrapRecord(body, 'rack')).toEqual({ id: 1 });
  });

  it.each([[{ id: 1, data: 'text', rack: null }], [{ id: 1, results: [] }], ['text'], [null], [undefined]])(
    'is the value itself otherwise: %j',
    body => {
      expect(unwrapRecord(body, 'rack')).toBe(body);
    },
  );

  it('is nothing that an object only inherits', () => {
    const body = { id: 1 };
    expect(unwrapList(body, '__proto__')).toBe(body);
  });
});
