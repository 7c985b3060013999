import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MockAgent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManagerClient } from '../../../src/api/managerClient.js';

const rack = (id: number) => ({ id, name: `R${id}` });
const first = [rack(1), rack(2)];
const second = [rack(3), rack(4)];
const third = [rack(5)];

interface Answered {
  readonly body: unknown;
  readonly link?: string;
}

describe('a list in pages', () => {
  let server: Server;
  let client: ManagerClient;
  let address: string;
  const seen: string[] = [];
  /** Answers by the page that is asked for. */
  let pages: (page: string, origin: string) => Answered;

  beforeAll(async () => {
    server = createServer((request, answer) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      seen.push(
        `${url.pathname} ${url.searchParams.get('page') ?? '-'} ${url.searchParams.getAll('auth_token').join()}`,
      );
      const { body, link } = pages(url.searchParams.get('page') ?? '1', `${address}/base`);
      answer.writeHead(200, { 'content-type': 'application/json', ...(link ? { link } : {}) });
      answer.end(JSON.stringify(body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { key: 'the-key', trust: {}, timeout: 5_000, log: () => undefined };
    client = new ManagerClient({ address: `${address}/base`, ...options });
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });
  beforeEach(() => void (seen.length = 0));

  const whole = { rows: [...first, ...second, ...third], unread: [] };
  const path = '/api/v1/inventory/racks';
  const at = (page: string) => [first, second, third][Number(page) - 1] ?? [];
  const following = (page: string) => (Number(page) < 3 ? Number(page) + 1 : undefined);

  it.each<[string, typeof pages]>([
    [
      'next with an address and another key',
      (page, origin) => ({
        body: {
          racks: at(page),
          count: 5,
          next: following(page) && `${origin}${path}?page=${following(page)}&auth_token=another`,
        },
      }),
    ],
    [
      'next with a path',
      page => ({ body: { data: at(page), meta: { next: following(page) && `?page=${following(page)}` } } }),
    ],
    [
      'next as a link',
      (page, origin) => ({
        body: {
          racks: at(page),
          _links: following(page) ? { next: { href: `${origin}${path}?page=${following(page)}` } } : {},
        },
      }),
    ],
    [
      'a Link header',
      (page, origin) => ({
        body: at(page),
        link: following(page)
          ? `<${origin}>; rel="first", <${origin}${path}?page=${following(page)}>; rel="next"`
          : '',
      }),
    ],
    [
      'the number of the page',
      page => ({ body: { racks: at(page), meta: { page: Number(page), total_pages: '3' } } }),
    ],
    [
      'next as a list of links',
      page => ({
        body: {
          racks: at(page),
          _links: following(page) ? { next: [{ href: `?page=${following(page)}` }] } : {},
        },
      }),
    ],
    [
      'what the next page is called',
      page => ({
        body: { racks: at(page), paging: following(page) ? { next: { page: following(page) } } : {} },
      }),
    ],
    [
      'the number of the page, in a wrapper of another name',
      page => ({ body: { result: at(page), result_info: { page: Number(page), total_pages: 3 } } }),
    ],
    ['the last page', page => ({ body: { racks: at(page), current_page: page, last_page: 3, total: 5 } })],
  ])('is read page by page: %s', async (_name, given) => {
    pages = given;
    expect(await client.listRecords('racks')).toEqual(whole);
    expect(seen).toEqual([`/base${path} - the-key`, `/base${path} 2 the-key`, `/base${path} 3 the-key`]);
  });

  it.each<[string, typeof pages, unknown]>([
    ['a total without pages', () => ({ body: { racks: first, meta: { total: 5 } } }), 5],
    [
      'a page that comes again',
      () => ({ body: { racks: first, page: 1, total_pages: 2, total_count: 9 } }),
      9,
    ],
    [
      'a page that comes again, of which nobody says how many records there are',
      () => ({ body: { racks: first, page: 1, total_pages: 2 } }),
      'more',
    ],
    ['a total in a wrapper', () => ({ body: { data: { racks: first, total: 5 } } }), 5],
    [
      'a page elsewhere',
      () => ({ body: { racks: first, next: 'http://elsewhere.example/x?page=2' } }),
      'more',
    ],
    [
      'a page outside of the address',
      (_page, origin) => ({ body: { racks: first, next: `${origin}2/x` } }),
      'more',
    ],
    ['a page of another kind', () => ({ body: { racks: first, next: 'command:x' } }), 'more'],
    ['a total as an object', () => ({ body: { hits: first, total: { value: 5, relation: 'eq' } } }), 5],
    ['a next page of an unknown kind', () => ({ body: { racks: first, next: { bookmark: 'x' } } }), 'more'],
    [
      'a switch beside it, far within',
      () => ({ body: { data: { racks: { nodes: first, pageInfo: { hasNextPage: true } } } } }),
      'more',
    ],
    ['a switch in words', () => ({ body: { racks: first, more_items_available: 'True' } }), 'more'],
    ['an error beside it', () => ({ body: { racks: first, error: 'node 2 is down' } }), 'more'],
    ['failures beside it', () => ({ body: { racks: first, meta: { partial_failures: [{}] } } }), 'more'],
    ['a time limit', () => ({ body: { racks: first, timed_out: true } }), 'more'],
    [
      'the same records again, with another time',
      page => ({
        body: {
          racks: first.map(each => ({ ...each, updated_at: page })),
          next: `?page=${Number(page) + 1}`,
        },
      }),
      'more',
    ],
    ['an empty page', page => ({ body: { racks: page === '1' ? first : [], next: '?page=2' } }), 'more'],
  ])('is a part where the rest cannot be had: %s', async (_name, given, total) => {
    pages = given;
    expect(await client.listRecords('racks')).toMatchObject({ rows: first, unread: [], total });
    expect(seen.every(line => line.startsWith(`/base${path} `))).toBe(true);
    expect(seen.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, (origin: string) => string]>([
    ['another path, where a GET may write', origin => `${origin}/api/v1/users/1/recreate_api_key?page=2`],
    ['a path below', origin => `${origin}${path}/2?page=2`],
    ['another port', origin => `${origin.replace(/:\d+/, ':1')}${path}?page=2`],
    ['another host', origin => `${origin.replace('127.0.0.1', 'localhost')}${path}?page=2`],
    ['another scheme', origin => `${origin.replace('http:', 'https:')}${path}?page=2`],
  ])('asks for no further page at %s', async (_name, next) => {
    pages = (page, origin) => ({ body: { racks: page === '1' ? first : second, next: next(origin) } });
    expect(await client.listRecords('racks')).toMatchObject({ rows: first, total: 'more' });
    expect(seen).toEqual([`/base${path} - the-key`]);
  });

  it('is whole where what looks like a total is none', async () => {
    for (const about of [
      { count: 1 },
      { total: 'many' },
      { next: null },
      { next: '' },
      { page: 1, total_pages: 1 },
      { page: 0, total_pages: 1 },
      { error: null, errors: [], failed: 0, timed_out: false },
    ]) {
      pages = () => ({ body: { racks: first, ...about } });
      expect(await client.listRecords('racks')).toEqual({ rows: first, unread: [] });
    }
  });

  it('ends with the last page where the first has the number 0', async () => {
    pages = page => {
      const number = page === '1' && seen.length === 1 ? 0 : Number(page);
      return { body: { racks: at(String(number + 1)), page: number, total_pages: 3 } };
    };
    expect(await client.listRecords('racks')).toEqual(whole);
    expect(seen).toHaveLength(3);
  });

  it('goes on for a thousand pages at most', async () => {
    const agent = new MockAgent();
    agent
      .get(address)
      .intercept({ path: () => true })
      .reply(
        200,
        ({ path: asked }) => {
          const page = Number(new URL(asked, address).searchParams.get('page') ?? 1);
          return JSON.stringify({ racks: [rack(page)], next: `?page=${page + 1}` });
        },
        { headers: { 'content-type': 'application/json' } },
      )
      .persist();
    const options = { address, key: 'the-key', trust: {}, timeout: 5_000, log: () => undefined };
    const { rows, total } = await new ManagerClient(options, agent).listRecords('racks');
    expect([rows.length, total]).toEqual([1000, 'more']);
    await agent.close();
  });
});
