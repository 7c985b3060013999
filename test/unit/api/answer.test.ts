import { describe, expect, it, vi } from 'vitest';
import { readAnswer, readTextAnswer, type Answer } from '../../../src/api/answer.js';
import { ApiError } from '../../../src/api/apiError.js';

const request = { method: 'GET', path: '/racks', viaProxy: false, key: 'the-key', secrets: ['hunter2'] };
const answer = (given: Partial<Answer> = {}): Answer => ({
  status: 200,
  contentType: 'application/json',
  text: '',
  bytes: 0,
  ...given,
});
const read = (given: Partial<Answer>) => readAnswer(answer(given), request);
const readText = (given: Partial<Answer>) => readTextAnswer(answer(given), request);
const failureOf = (given: Partial<Answer>, reader: typeof read = read): ApiError => {
  try {
    reader(given);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('It was taken for a success');
};

describe('a successful answer', () => {
  it('is its JSON, or what was parsed while it arrived', () => {
    expect(read({ text: '{"a":1}' })).toEqual({ a: 1 });
    expect(read({ value: [1] })).toEqual([1]);
    expect(read({ value: null })).toBeNull();
  });

  it.each(['', ' \r\n'])('is nothing when it is empty', text => {
    expect(read({ status: 204, text })).toBeUndefined();
  });

  it.each([{ query: true }, { query: 'true' }, { query: 'falsehood' }, ['query'], 'query', null, 7])(
    'is one when it says so: %j',
    body => {
      expect(read({ text: JSON.stringify(body) })).toEqual(body);
    },
  );

  it.each([false, 'false'])('is none when it says query: %j', query => {
    expect(failureOf({ text: JSON.stringify({ query, error: 'no, the-key' }) })).toMatchObject({
      method: 'GET',
      path: '/racks',
      status: 200,
      reason: 'invalid',
      detail: 'no, [key]',
    });
  });

  it.each([
    ['Broken JSON', { text: '{"a":' }],
    ['Broken JSON', { text: 'a < b' }],
    ['A web page', { text: ' \n<!doctype html>' }],
    ['A web page', { text: 'Log in', contentType: 'text/HTML; charset=utf-8' }],
  ])('is none when it cannot be read: %s', (detail, given) => {
    expect(failureOf(given)).toMatchObject({
      method: 'GET',
      path: '/racks',
      status: 200,
      reason: 'badResponse',
      detail,
    });
  });
});

describe('an answer as text', () => {
  it.each(['a,b\n1,2\n', '{"query":true}', ''])('is the text as it came: %j', text => {
    expect(readText({ contentType: 'text/csv', text })).toBe(text);
  });

  it('is none for a web page, an error or a failure', () => {
    const page = { text: '<html>', contentType: 'text/csv' };
    expect(failureOf(page, readText)).toMatchObject({
      method: 'GET',
      path: '/racks',
      status: 200,
      reason: 'badResponse',
      detail: 'A web page',
    });
    expect(failureOf({ status: 500, text: 'a,b' }, readText)).toMatchObject({ reason: 'server' });
    expect(failureOf({ text: '{"query":false,"error":"no"}' }, readText)).toMatchObject({
      method: 'GET',
      path: '/racks',
      status: 200,
      reason: 'invalid',
      detail: 'no',
    });
  });
});

describe('an answer that says it failed, whatever its status', () => {
  it.each([
    [{ success: false, error: 'You may not do this' }, 'You may not do this'],
    [{ success: 'False', message: 'No' }, 'No'],
    [{ status: 'fail', data: { title: 'A title is required' } }, 'A title is required'],
    [{ status: 'error', message: 'Session expired' }, 'Session expired'],
    [{ error: 'Query timeout', errorMessage: 'Query 12 timed out' }, 'Query 12 timed out'],
    [{ query: 'False', errors: { dataSource: ['is not yours'] } }, 'dataSource is not yours'],
    [{ error: { code: 409, message: 'It is in use' } }, 'It is in use'],
    [{ errors: { name: ['has already been taken'] } }, 'name has already been taken'],
    [{ errors: ['It is in use'] }, 'It is in use'],
    [{ id: null, error: 'No such rack' }, 'No such rack'],
  ])('is refused with its words: %j', (body, detail) => {
    expect(failureOf({ text: JSON.stringify(body) })).toMatchObject({
      reason: 'invalid',
      status: 200,
      detail,
    });
  });

  it.each([
    { id: 7, name: 'Switch', status: 'error', error: 'fan' },
    { rack: { status: 'error' } },
    { success: true, error: null },
    { racks: [], error: 'none' },
    { rack: { id: 7 }, error: 'deprecated' },
    { status: 'queued' },
    { query: true, error: '2 access points were skipped' },
    { query: 'true', errors: ['2 access points were skipped'] },
    { success: true, error: { message: 'deprecated' } },
    { errors: [], error: {} },
    { name: 'Switch', errors: [], tags: [] },
  ])('is none when it holds what was asked for: %j', body => {
    expect(read({ text: JSON.stringify(body) })).toEqual(body);
  });

  it('is told in the words of a gateway that speaks no JSON', () => {
    expect(failureOf({ status: 400, contentType: 'text/plain', text: 'No such tenant\n' }).detail).toBe(
      'No such tenant',
    );
  });
});

describe('an error status', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [408, 'timeout'],
    [409, 'conflict'],
    [412, 'conflict'],
    [418, 'invalid'],
    [422, 'invalid'],
    [429, 'rateLimited'],
    [499, 'invalid'],
    [500, 'server'],
    [503, 'server'],
    [504, 'timeout'],
  ])('%i means %s', (status, reason) => {
    const { method, path, status: told, reason: why } = failureOf({ status, text: '[]' });
    expect([method, path, told, why]).toEqual(['GET', '/racks', status, reason]);
  });

  it.each([
    [{ errorMessage: 'one', error: 'two', message: 'three', errors: 'four' }, 'one'],
    [{ errors: 'four', message: 'three', error: 'two' }, 'two'],
    [{ errors: 'four', message: 'three' }, 'three'],
    [{ error: { code: 7 }, errors: 'four' }, 'four'],
    [{ errors: ['one', 'two'] }, 'one; two'],
    [{ errors: [['one', 'two'], 'three'] }, 'one, two; three'],
    [{ errors: { name: ['is short', 'is odd'], width: 'is wide' } }, 'name is short, is odd; width is wide'],
    ['just words', 'just words'],
    [{ error: 'password hunter2 for the-key' }, 'password [secret] for [key]'],
    [
      { errors: [{ field: 'name', message: 'is taken' }, { message: 'Too wide' }] },
      'name is taken; Too wide',
    ],
    [{ errors: { 'meta.x': { code: 3 } } }, ''],
    [
      { name: ['has already been taken'], width: ['is odd', 'is wide'] },
      'name has already been taken; width is odd, is wide',
    ],
    [{ error: { message: 'Not today', code: 7 } }, 'Not today'],
    [['Not today'], 'Not today'],
    [
      { type: 'about:blank', title: 'Conflict', detail: 'Still used by 3 contacts', status: 409 },
      'Still used by 3 contacts',
    ],
    [{ non_field_errors: ['Both are set'] }, 'Both are set'],
    [{ errors: 7 }, ''],
    [{ errors: null }, ''],
    [{}, ''],
    [7, ''],
    [null, ''],
  ])('tells the words of %j', (body, detail) => {
    expect(failureOf({ status: 422, text: JSON.stringify(body) }).detail).toBe(detail);
    expect(failureOf({ status: 422, value: body }).detail).toBe(detail);
  });

  it('tells no words of a page', () => {
    expect(failureOf({ status: 502, text: '<html>' }).detail).toBeUndefined();
  });

  it.each([
    ['7', 7],
    ['0', undefined],
    ['-3', undefined],
    ['0.5', 0.5],
    ['99999999', undefined],
    ['120', 120],
    ['22 Nov 2026 08:00:30 GMT', 30],
    ['Sun, 22 Nov 2026 08:00:30 GMT', 30],
    ['Sun, 22 Nov 2026 07:00:00 GMT', undefined],
    ['2x', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('says how long to wait: %s', (retryAfter, seconds) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 8) });
    expect(failureOf({ status: 429, retryAfter, text: '[]' }).retryAfter).toBe(seconds);
    vi.useRealTimers();
  });
});

describe('a redirect', () => {
  it.each([
    [300, 'https://elsewhere.example/?auth_token=the-key', 'Redirect to https://elsewhere.example'],
    [399, 'https://the-key.example/', 'Redirect to https://[key].example'],
    [302, '/login?auth_token=the-key', 'Redirect to /login'],
    [302, undefined, 'Redirect to another address'],
  ])('is never followed, and says where it would lead: %i %s', (status, location, detail) => {
    expect(failureOf({ status, location })).toMatchObject({
      method: 'GET',
      path: '/racks',
      status,
      reason: 'badResponse',
      detail,
    });
  });
});
