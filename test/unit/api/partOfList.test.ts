import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readList } from '../../../src/api/listPages.js';
import { recordsIn, unreadIn } from 'netsensor-contract/sensors/nodeRecord';
import type { Transport } from '../../../src/api/transport.js';
import { ManagerClient } from '../../../src/api/managerClient.js';

const rack = (id: number) => ({ id, name: `R${id}` });
const racks = [1, 2, 3, 4, 5].map(rack);
const path = '/base/api/v1/inventory/racks';

interface Given {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** The page from an offset, two records long. */
const from = (offset: number) => racks.slice(offset, offset + 2);
const has = (offset: number) => offset + 2 < racks.length;

describe('a list that is a part', () => {
  let server: Server;
  let client: ManagerClient;
  let origin: string;
  const seen: string[] = [];
  const logged: string[] = [];
  let given: (query: URLSearchParams) => Given;

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, answer) => {
      const url = new URL(request.url ?? '/', origin);
      seen.push(`${request.method} ${url.pathname}`);
      const { body, headers, status = 200 } = given(url.searchParams);
      answer.writeHead(status, { 'content-type': 'application/json', ...headers });
      answer.end(JSON.stringify(body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { key: 'the-key', trust: {}, timeout: 5_000 };
    client = new ManagerClient({
      address: `${origin}/base`,
      ...options,
      log: line => logged.push(line),
    });
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });
  beforeEach(() => void (seen.length = logged.length = 0));

  const whole = { rows: racks, unread: [] };
  const offsetOf = (query: URLSearchParams, name: string) => Number(query.get(name) ?? 0);
  const ofPage = (query: URLSearchParams, name = 'page') => (Number(query.get(name) ?? 1) - 1) * 2;

  it.each<[string, typeof given]>([
    [
      'a cursor with has_more',
      query => {
        const at = offsetOf(query, 'cursor');
        const pagination = { has_more: has(at), next_cursor: has(at) ? String(at + 2) : null };
        return { body: { racks: from(at), pagination } };
      },
    ],
    [
      'a cursor that stays when nothing follows',
      query => {
        const at = offsetOf(query, 'cursor');
        return { body: { racks: from(at), meta: { next_cursor: String(at + 2), hasMore: has(at) } } };
      },
    ],
    [
      'next_page_token',
      query => {
        const at = offsetOf(query, 'page_token');
        return { body: { racks: from(at), next_page_token: has(at) ? String(at + 2) : '' } };
      },
    ],
    [
      'nextPageToken',
      query => {
        const at = offsetOf(query, 'pageToken');
        return { body: { racks: from(at), ...(has(at) ? { nextPageToken: String(at + 2) } : {}) } };
      },
    ],
    [
      'a link of JSON:API',
      query => {
        const at = ofPage(query, 'page[number]');
        const next = has(at) ? { href: `${path}?page[number]=${at / 2 + 2}` } : null;
        return { body: { data: from(at), links: { self: path, next } } };
      },
    ],
    [
      'a list of links',
      query => {
        const at = ofPage(query);
        const next = has(at) ? [{ rel: 'next', href: `?page=${at / 2 + 2}` }] : [];
        return { body: { racks: from(at), links: [{ rel: 'self', href: path }, ...next] } };
      },
    ],
    [
      '@odata.nextLink',
      query => {
        const at = offsetOf(query, '$skip');
        return { body: { value: from(at), ...(has(at) ? { '@odata.nextLink': `?$skip=${at + 2}` } : {}) } };
      },
    ],
    [
      'the number of the next page',
      query => {
        const at = ofPage(query);
        return { body: { racks: from(at), meta: { next_page: has(at) ? at / 2 + 2 : null } } };
      },
    ],
    [
      'headers with the number of the next page',
      query => {
        const at = ofPage(query);
        return { body: from(at), headers: { 'X-Next-Page': has(at) ? String(at / 2 + 2) : '' } };
      },
    ],
    [
      'headers with the number of the page',
      query => {
        const at = ofPage(query);
        return { body: from(at), headers: { 'X-Page': String(at / 2 + 1), 'X-Total-Pages': '3' } };
      },
    ],
    [
      'meta.pagination',
      query => {
        const at = ofPage(query);
        const pagination = { total: 5, total_pages: 3, current_page: at / 2 + 1 };
        return { body: { racks: from(at), meta: { pagination } } };
      },
    ],
    [
      'page, per_page and total',
      query => {
        const at = ofPage(query);
        return { body: { racks: from(at), page: at / 2 + 1, per_page: 2, total: 5 } };
      },
    ],
    [
      'offset, limit and total',
      query => {
        const at = offsetOf(query, 'offset');
        return { body: { racks: from(at), meta: { offset: at, limit: 2, total: 5 } } };
      },
    ],
    [
      'offset and has_more',
      query => {
        const at = offsetOf(query, 'offset');
        return { body: { racks: from(at), offset: at, limit: 2, has_more: has(at) } };
      },
    ],
    [
      'pages that are numbered from 0',
      query => {
        const at = offsetOf(query, 'page') * 2;
        return { body: { racks: from(at), page: at / 2, total_pages: 3 } };
      },
    ],
    [
      'a Link header among others, with a title and several relations',
      query => {
        const at = ofPage(query);
        const next = `<?page=${at / 2 + 2}>; title="rel, last"; rel="following next"`;
        return {
          body: from(at),
          headers: { link: ['<?page=1>; rel=first', ...(has(at) ? [next] : [])].join(', ') },
        };
      },
    ],
    ['whole with 206', () => ({ body: racks, status: 206, headers: { 'content-range': 'items 0-4/5' } })],
    [
      'whole by every sign',
      () => ({
        body: { racks, total: 5, last: true, last_page: 0, complete: true, truncated: false, next: false },
      }),
    ],
  ])('is read to its end: %s', async (_name, answers) => {
    given = answers;
    expect(await client.listRecords('racks')).toEqual(whole);
    expect(new Set(seen)).toEqual(new Set([`GET ${path}`]));
    expect(seen.length).toBeLessThanOrEqual(4);
  });

  it.each<[string, Given, unknown]>([
    ['has_more', { body: { racks: from(0), has_more: true } }, 'more'],
    ['hasMore in a text', { body: { racks: from(0), page_info: { hasNextPage: 'true' } } }, 'more'],
    ['truncated', { body: { racks: from(0), truncated: true } }, 'more'],
    ['incomplete_results', { body: { items: from(0), incomplete_results: true } }, 'more'],
    ['complete: false', { body: { racks: from(0), meta: { complete: false } } }, 'more'],
    ['last: false', { body: { racks: from(0), last: false } }, 'more'],
    ['X-Total-Count', { body: from(0), headers: { 'X-Total-Count': '5' } }, 5],
    ['X-Total', { body: from(0), headers: { 'X-Total': '5' } }, 5],
    ['X-Total-Pages', { body: from(0), headers: { 'X-Total-Pages': '3' } }, 'more'],
    ['X-Pagination', { body: from(0), headers: { 'X-Pagination': '{"TotalCount":5}' } }, 5],
    ['X-Has-More', { body: from(0), headers: { 'X-Has-More': 'true' } }, 'more'],
    ['206', { body: from(0), status: 206 }, 'more'],
    [
      '206 with its range',
      { body: from(0), status: 206, headers: { 'content-range': 'items 0-1/312' } },
      312,
    ],
    [
      '206 of nobody knows how many',
      { body: from(0), status: 206, headers: { 'content-range': '0-1/*' } },
      'more',
    ],
    ['a range with 200', { body: from(0), headers: { 'content-range': 'racks 0-1/312' } }, 312],
    ['meta.total', { body: { racks: from(0), meta: { total: 5 } } }, 5],
    ['totals in two places', { body: { racks: from(0), count: 2, meta: { total_count: '5' } } }, 5],
    ['totalElements', { body: { content: from(0), number: 0, totalElements: 5, last: false } }, 5],
    ['a page in _embedded', { body: { _embedded: { racks: from(0) }, page: { totalElements: 5 } } }, 5],
    ['@odata.count', { body: { racks: from(0), '@odata.count': 5 } }, 5],
    ['a token nobody knows how to send', { body: { racks: from(0), continue: 'abc' } }, 'more'],
    ['how many remain', { body: { racks: from(0), remaining: 3 } }, 'more'],
    ['page 1 of 3 by another name', { body: { racks: from(0), pageCount: 3 } }, 'more'],
    ['next: true', { body: { racks: from(0), next: true } }, 'more'],
  ])('says so where nobody says how to go on: %s', async (_name, answer, total) => {
    given = () => answer;
    expect(await client.listRecords('racks')).toEqual({ rows: from(0), unread: [], total });
    expect(seen).toHaveLength(1);
  });

  it.each([
    '/base/api/v1/users/1/recreate_api_key',
    '/base/api/v1/users/1/recreate_api_key?page=2',
    '../users/1/recreate_api_key',
    'racks/1?page=2',
    'racks/../racks/2',
    '/base/api/v1/inventory/racks/?page=2',
    '/base/api/v1/inventory/Racks?page=2',
    '/base/api/v1/inventory/r%61cks?page=2',
    '/base/api/v1/inventory%2Fracks?page=2',
    '/base/api/v1/inventory//racks?page=2',
    '/api/v1/inventory/racks?page=2',
    '//elsewhere.example/base/api/v1/inventory/racks?page=2',
    '\\\\elsewhere.example\\base\\api\\v1\\inventory\\racks?page=2',
    'https://127.0.0.1/base/api/v1/inventory/racks?page=2',
    'http://127.0.0.1:1/base/api/v1/inventory/racks?page=2',
    'javascript:alert(1)',
    'http://[',
  ])('is not read on at another address: %s', async address => {
    for (const answer of [
      { body: { racks: from(0), next: address } },
      { body: { data: from(0), links: { next: { href: address } } } },
      { body: { racks: from(0), nextLink: address, page: 1, total_pages: 3 } },
      { body: from(0), headers: { link: `<${address}>; rel="next"` } },
    ]) {
      seen.length = 0;
      given = () => answer;
      expect(await client.listRecords('racks')).toMatchObject({ rows: from(0), total: 'more' });
      expect(seen).toEqual([`GET ${path}`]);
    }
  });

  it.each<[string, typeof given, number]>([
    ['the cursor comes again', () => ({ body: { racks: from(0), next_cursor: 'a' } }), 2],
    ['the page comes again', query => ({ body: { racks: from(0), next: `?page=${ofPage(query)}9` } }), 2],
    [
      'pages come again in turn',
      query => {
        const turn = offsetOf(query, 'cursor');
        return { body: { racks: from((turn % 2) * 2), next_cursor: turn + 1 } };
      },
      3,
    ],
    ['an empty page promises more', () => ({ body: { racks: [], next_cursor: 'a', has_more: true } }), 1],
    ['next is what was asked', () => ({ body: { racks: from(0), next: path } }), 1],
    ['next differs in its key only', () => ({ body: { racks: from(0), next: '?auth_token=other' } }), 1],
    ['an offset is ignored', () => ({ body: { racks: from(0), offset: 0, total: 5 } }), 2],
  ])('ends soon where %s', async (_name, answers, most) => {
    given = answers;
    const { rows, total } = await client.listRecords('racks');
    expect(total).toBeDefined();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(seen.length).toBeLessThanOrEqual(most);
  });

  it('keeps what was asked for on its further pages, and logs no key of theirs', async () => {
    const asked: string[] = [];
    given = query => {
      asked.push(['domain_name', 'page', 'auth_token'].map(name => query.get(name)).join(' '));
      const next = query.has('page') ? null : '?page=2&auth_token=another-key&token=the-key';
      return { body: { access_points: [{ mac_address: `00:00:00:00:00:0${asked.length}` }], next } };
    };
    await client.accessPoints.list({ domain_name: 'Madrid' } as never);
    expect(asked).toEqual(['Madrid  the-key', 'Madrid 2 the-key']);
    expect(logged.join()).not.toMatch(/key|token/);
  });

  it.each<[string, Given]>([
    ['truncated', { body: { truncated: true } }],
    ['206', { body: {}, status: 206 }],
    ['a next', { body: { meta: { next: '/base/api/v1/sensors/tree?page=2' } } }],
    ['a Link header', { body: {}, headers: { link: '<?page=2>; rel="next"' } }],
  ])('is said of a tree below its top, which no overwrite may be made of: %s', async (_name, answer) => {
    const sensor = { uuid: 'u', name: 'Top', type: 1, truncated: true, children: [{ uuid: 'c', name: 'C' }] };
    given = () => ({ ...answer, body: { ...(answer.body as object), sensor } });
    const raw = await client.sensors.rawTree();
    expect([unreadIn(raw).length, [...recordsIn(raw.children)]]).toEqual([1, sensor.children]);
    expect(seen).toHaveLength(1);
    for (const whole of [sensor, { sensor, total: 9, has_more: false }]) {
      given = () => ({ body: whole });
      expect(unreadIn(await client.sensors.rawTree())).toEqual([]);
    }
  });

  it.each<[string, Omit<Given, 'body'>]>([
    ['206', { status: 206 }],
    ['a Link header', { headers: { link: '<?page=2>; rel="next"' } }],
    ['pages', { headers: { 'x-total-pages': '2' } }],
  ])('is no CSV that a file could be made of: %s', async (_name, answer) => {
    given = () => ({ ...answer, body: 'Name' });
    await expect(client.accessPoints.csv()).rejects.toMatchObject({
      reason: 'badResponse',
      detail: 'Only a part',
    });
  });

  it('reads a list of 200,000 entries in one answer', async () => {
    const body = Array.from({ length: 200_000 }, (_, id) => ({ id }));
    const transport = {
      send: () => Promise.resolve({ body, status: 200, headers: {} }),
    } as unknown as Transport;
    const call = { method: 'GET', path, isRead: true } as const;
    expect((await readList(transport, { call, plural: 'racks', read: raw => raw })).rows).toHaveLength(
      200_000,
    );
  });
});
