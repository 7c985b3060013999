import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { readAnswer, readTextAnswer, type Answer } from '../../../src/api/answer.js';
import { ApiError, isOutcomeUnknown } from '../../../src/api/apiError.js';
import { describeError } from '../../../src/words/describeError.js';

const request = {
  method: 'GET',
  path: '/racks',
  viaProxy: false,
  isRead: true,
  key: 'the-key',
  secrets: ['hunter2'],
};
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
    [{ result: 'error', message: 'It is in use' }, 'It is in use'],
    [{ success: 0, message: 'It is in use' }, 'It is in use'],
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
    [410, 'notFound'],
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
    [{ status: 422, field: 'ip', error: 'ip is taken' }, 'ip is taken'],
    [{ errors: { ip: ['ip is taken', 'is odd'] } }, 'ip is taken, is odd'],
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
    ['99999999', 99_999_999],
    ['120', 120],
    ['22 Nov 2026 08:00:30 GMT', 30],
    ['Sun, 22 Nov 2026 08:00:30 GMT', 30],
    ['Sun, 22 Nov 2026 07:00:00 GMT', undefined],
    ['2x', undefined],
    ['1e999', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
    ['9'.repeat(400), 1e9],
    ['60, 120', 60],
    ['Sun, 22 Nov 2026 08:00:30 GMT, Sun, 22 Nov 2026 08:01:30 GMT', 30],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 1e9],
    ['30;jitter=5', 30],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('says how long to wait: %s', (retryAfter, seconds) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 8) });
    expect(failureOf({ status: 429, retryAfter, text: '[]' }).retryAfter).toBe(seconds);
    vi.useRealTimers();
  });

  it.each([
    ['Thu, 01 Feb 2001 08:00:00 GMT', 'Thu, 01 Feb 2001 08:02:00 GMT', 120],
    ['Thursday, 01-Feb-01 08:00:00 GMT', 'Thu Feb  1 08:02:00 2001', 120],
    ['Thu, 01 Feb 2001 08:02:00 GMT', 'Thu, 01 Feb 2001 08:00:00 GMT', undefined],
  ])('counts from %s, by the clock of the manager, to %s', (date, retryAfter, seconds) => {
    expect(failureOf({ status: 429, date, retryAfter, text: '[]' }).retryAfter).toBe(seconds);
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

describe('an answer to a write with refusals inside', () => {
  const written = (body: unknown, status = 200) =>
    readAnswer(answer({ status, text: JSON.stringify(body) }), {
      ...request,
      method: 'PATCH',
      isRead: false,
    });
  const refusal = (body: unknown, status = 200) => failureOf({}, () => written(body, status));

  it('is the refusal that its one member says', () => {
    expect(refusal({ results: [{ id: 7, status: 404, error: 'no such rack' }] }, 207)).toMatchObject({
      reason: 'notFound',
      status: 404,
      detail: 'no such rack',
    });
    expect(refusal([{ code: '422', message: 'name is taken' }])).toMatchObject({
      reason: 'invalid',
      detail: 'name is taken',
    });
    expect(refusal({ multistatus: [{ status: 'HTTP/1.1 403 Forbidden' }] }, 207)).toMatchObject({
      reason: 'forbidden',
    });
    expect(refusal({ data: { success: false, message: 'locked, the-key' } })).toMatchObject({
      reason: 'invalid',
      detail: 'locked, [key]',
    });
    expect(refusal({ status: 409, message: 'busy' })).toMatchObject({ reason: 'conflict', detail: 'busy' });
    expect(refusal({ results: [{ id: 7, status: 'error', message: 'name is taken' }] }, 207)).toMatchObject({
      reason: 'invalid',
      detail: 'name is taken',
    });
    expect(refusal({ ok: 0, message: 'name is taken' })).toMatchObject({ detail: 'name is taken' });
  });

  it.each([
    { rack: { id: 7, name: 'as before' }, error: 'name is taken, the-key' },
    { rack: { id: 7, name: 'as before' }, errors: { name: ['is taken, [key]'] } },
    { rack: { id: 7, name: 'as before' }, error: true, message: 'name is taken, the-key' },
  ])('leaves open what became of it, and tells it, when an error stands beside the record: %j', body => {
    const failure = refusal(body);
    expect(isOutcomeUnknown(failure)).toBe(true);
    expect(describeError(failure)).toMatch(
      /^The manager says that something of it failed\. The manager said: name is taken, \[key\]\.$/,
    );
  });

  it('leaves open what became of the rest when only some of it was refused', () => {
    const failure = refusal({ responses: [{ status: 200 }, { status: 422, error: 'no' }] }, 207);
    expect(isOutcomeUnknown(failure)).toBe(true);
    expect(failure.detail).toBe('no');
    expect(isOutcomeUnknown(refusal({ deleted: 2, failed: [{ id: 3, error: 'in use' }] }))).toBe(true);
  });

  it.each<[string, unknown, string, number?]>([
    [
      'JSON:API',
      { jsonapi: { version: '1.1' }, errors: [{ status: '422', detail: 'is taken' }] },
      'is taken',
    ],
    [
      'JSON:API with nothing beside',
      { data: null, errors: [{ status: '409', title: 'Conflict' }] },
      'Conflict',
    ],
    [
      'Rails',
      { rack: { name: 'N', errors: { name: ['is taken'] } }, errors: { name: ['is taken'] } },
      'is taken',
    ],
    [
      'Rails, of a record without a number',
      { rack: { id: null, errors: { name: ['is taken'] } } },
      'is taken',
    ],
    ['GraphQL', { data: { updateRack: null }, errors: [{ message: 'no', path: ['updateRack'] }] }, 'no'],
    ['JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }, 'no'],
    ['success as a text', { success: 'False', message: 'no' }, 'no'],
    ['ok inside', { result: { ok: false, message: 'no' } }, 'no'],
    ['.NET', { isSuccess: false, errors: ['no'], value: null }, 'no'],
    ['problem', { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'no' }, 'no'],
    ['an error that is true', { error: true, message: 'no' }, 'no'],
    ['WebDAV', { multistatus: { response: [{ href: '/7', status: 'HTTP/1.1 423 Locked' }] } }, '', 207],
    [
      'WebDAV, deeper',
      { response: [{ href: '/7', propstat: [{ status: 'HTTP/1.1 403 Forbidden' }] }] },
      '',
      207,
    ],
    [
      'bulk',
      { errors: true, items: [{ update: { _id: '7', status: 404, error: { reason: 'no' } } }] },
      'no',
      207,
    ],
    ['nested results', { data: { results: [{ id: 7, status: 422, error: 'no' }] } }, 'no'],
    ['members by number', { results: [{ id: 7, error: 'no' }] }, 'no'],
    ['items of their own words', { items: [{ id: 7, status: 404, message: 'no' }] }, 'no'],
    ['codes in words', [{ code: '404 Not Found', message: 'no' }], 'no'],
  ])('is found in the dialect %s', (_name, body, words, status = 200) => {
    const failure = refusal(body, status);
    expect(isOutcomeUnknown(failure)).toBe(false);
    expect(failure.detail).toContain(words);
  });

  it.each([
    [{ rack: { id: 7, name: 'N' }, errors: { name: ['is too long'] } }, 200],
    [{ data: { one: { id: 1 }, two: null }, errors: [{ message: 'no', path: ['two'] }] }, 200],
    [{ succeeded: 1, failed: 1 }, 200],
    [
      {
        results: [
          { id: 1, status: 204 },
          { id: 2, status: 409, error: 'no' },
        ],
      },
      207,
    ],
  ])('is looked at where some of it may have been done: %j', (body, status) => {
    expect(isOutcomeUnknown(refusal(body, status))).toBe(true);
  });

  it.each([
    { data: [{ id: 7, name: 'Door', code: 404 }] },
    { data: [{ id: 7, code: 404, message: 'of the day' }], items: [{ id: 8, code: 500 }] },
    { items: [{ id: 7, status: 500, name: 'Switch', error: 'fan' }] },
    { results: [{ id: 7, name: 'Switch', status: 404, error: 'fan' }] },
    { id: 7, name: 'N', success: false, error: 'fan', errors: ['fan'] },
    { rack: { id: 7, items: [{ status: 404 }], failed: ['fan'], results: [{ error: 'fan' }] } },
    { contact: { id: 7, address: '404 Main Street', code: '404 Main' } },
    { contact: { uuid: '7', message: 'Hello', code: 404, error: 'none', ok: false } },
    { query: true, rack: { id: 7 }, errors: ['x is deprecated'] },
    { contact: { name: 'Echo', code: 404 } },
    [
      { id: 7, code: 404 },
      { id: 8, status: 404 },
    ],
  ])('is none where a record only looks like one: %j', body => {
    expect(written(body)).toEqual(body);
  });

  it.each([
    { rack: { id: 7, status: 404, success: false } },
    { id: 7, code: 500, failed: ['a field of a record'] },
    { results: [{ status: 200 }, { status: '201' }] },
    { failed: [], errors: [] },
    { sensor: { uuid: '7', children: [{ status: 404 }] } },
    [{ status: 'up' }],
    { results: [{ id: 7, status: 'failed' }] },
    { query: true, error: '2 access points were skipped' },
    { rack: { id: 7 }, error: null, errors: {}, warning: 'deprecated' },
  ])('is none without any: %j', body => {
    expect(written(body, 207)).toEqual(body);
  });

  it('is read as data where nothing was written', () => {
    const rows = [{ status: 404, count: 3 }];
    expect(read({ text: JSON.stringify({ results: rows }) })).toEqual({ results: rows });
  });
});

describe('the body of a failure', () => {
  it.each([
    { status: 409, body: { error: 'changed meanwhile', rack: { id: 7 } } },
    { status: 200, body: { query: false, error: 'no' } },
    { status: 200, body: { error: 'mail not sent', user: { id: 7 } }, isWrite: true },
    { status: 207, body: { results: [{ status: 422, error: 'no' }] }, isWrite: true },
  ])('is kept as it was decoded: %j', ({ status, body, isWrite = false }) => {
    const write = (given: Partial<Answer>) => readAnswer(answer(given), { ...request, isRead: !isWrite });
    expect(failureOf({ status, text: JSON.stringify(body) }, write).body).toEqual(body);
  });

  it('is nothing where it is no JSON', () => {
    expect(failureOf({ status: 500, text: 'Bad gateway' }).body).toBeUndefined();
  });

  it('is not printed with it, as it may hold a key', () => {
    const failure = failureOf({ status: 409, text: '{"error":"no","user":{"auth_token":"a-new-key"}}' });
    expect(inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure)).not.toContain(
      'a-new-key',
    );
  });
});
