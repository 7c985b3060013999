import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { dialectNames, dialects } from '../src/variety/dialects.js';
import { endpointNames, endpointTable } from './contract/endpointTable.js';
import { startTestManager, type Json, type TestManager } from './testManager.js';

const documentOf = async (manager: TestManager): Promise<Json> =>
  (await manager.raw({ method: 'GET', url: '/openapi.json' })).json();

/** A path with every parameter the same, so that paths of the contract and of the document compare. */
const nameless = (path: string) => path.replace(/<[^>]+>|\{[^}]+\}/g, '{}');

describe('the OpenAPI document', { timeout: 30_000 }, () => {
  let manager: TestManager;
  let document: Json;
  beforeAll(async () => {
    manager = await startTestManager({ history: 10 });
    document = await documentOf(manager);
  }, 30_000);
  afterAll(() => manager.stop());

  const operations = (): { method: string; path: string; operation: Json }[] =>
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({ method, path, operation })),
    );

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  it('needs no key, holds none, and says where one goes', async () => {
    expect(JSON.stringify(document)).not.toContain(manager.key);
    expect(document.components.securitySchemes.apiKey).toEqual({
      type: 'apiKey',
      in: 'query',
      name: 'auth_token',
    });
    expect(document.security).toEqual([{ apiKey: [] }]);
  });

  it.each(endpointNames)('has the row "%s" of the contract', name => {
    const { method, path } = endpointTable[name];
    const found = operations().filter(
      each => each.method === method.toLowerCase() && nameless(each.path) === nameless(path),
    );
    expect(found).toHaveLength(1);
    const { operation } = found[0]!;
    expect(operation).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] });
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '500']));
    if (['POST', 'PATCH', 'PUT'].includes(method)) expect(operation.requestBody).toBeDefined();
  });

  it('has nothing of which the contract says nothing', () => {
    const rows = new Set(
      Object.values(endpointTable).map(({ method, path }) => `${method} ${nameless(path)}`),
    );
    const more = operations()
      .map(({ method, path }) => `${method.toUpperCase()} ${nameless(path)}`)
      // PUT is what Rails takes beside PATCH.
      .filter(row => !rows.has(row) && !rows.has(row.replace('PUT', 'PATCH')));
    expect(more).toEqual([]);
  });

  it('says of every operation that may refuse a body that it does, also where none is wanted', async () => {
    for (const { method, path, operation } of operations()) {
      const refusals = Object.keys(operation.responses).filter(status => /^41[35]$/.test(status));
      expect(refusals, `${method} ${path}`).toEqual(method === 'get' ? [] : ['413', '415']);
    }
    const stray = { headers: { 'content-type': 'application/xml' }, payload: '<x/>' };
    const url = (path: string) => `${path}?auth_token=${manager.key}`;
    const refused = await manager.raw({
      method: 'DELETE',
      url: url('/api/v1/inventory/racks/999999'),
      ...stray,
    });
    expect(refused.status).toBe(415);
  });

  it('says that wrong filters of a CSV list are answered as CSV', () => {
    const { responses } = document.paths['/api/v1/access_points.csv'].get;
    expect([responses[422].content, responses[401].content]).toEqual([
      { 'text/csv': { schema: { type: 'string' } } },
      { 'application/json': expect.anything() },
    ]);
  });

  it('gives each operation an id of its own, and an error body to records and one to queries', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const { schemas } = document.components;
    expect(Object.keys(schemas).filter(name => name.includes('Error'))).toEqual(['Error', 'QueryError']);
    for (const { path, operation } of operations()) {
      const { schema } = operation.responses[401].content['application/json'];
      const name = path === '/api/data' ? 'QueryError' : 'Error';
      expect(schema, path).toEqual({ $ref: `#/components/schemas/${name}` });
    }
  });

  it('describes every parameter and field', () => {
    for (const { path, operation } of operations()) {
      const unexplained = (operation.parameters ?? []).filter(({ description }: Json) => !description);
      expect(unexplained, path).toEqual([]);
    }
  });

  const interval = '2026-11-18T11:50:00Z/2026-11-18T12:00:00Z';
  const query = {
    dataSource: 'rb_flow',
    granularity: 'minute',
    intervals: [interval],
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
  };

  it.each([
    ['GET', '/api/v1/sensors/tree'],
    ['GET', '/api/v1/access_points.json'],
    ['GET', '/api/v1/users.json'],
    ['GET', '/api/v1/inventory/racks'],
    ['GET', '/api/v1/inventory/tags/{id}', { id: '1' }],
    ['GET', '/api/v1/inventory/tags/{id}', { id: '999999' }],
    ['POST', '/api/v1/inventory/racks', {}, { rack: { name: '' } }],
    ['POST', '/api/data', {}, { ...query, queryType: 'groupBy', dimensions: ['direction'] }],
    ['POST', '/api/data', {}, { ...query, queryType: 'timeseries' }],
    [
      'POST',
      '/api/data',
      {},
      { ...query, queryType: 'topN', dimension: 'host', metric: 'bytes', threshold: 3 },
    ],
    ['POST', '/api/data', {}, { queryType: 'topN' }],
  ])('is true of what %s %s %j answers', async (method, path, values = {}, body?: unknown) => {
    const url = path.replace(/\{(\w+)\}/g, (_match, name: string) => (values as Json)[name]);
    const answer = await manager.send(method as 'GET', url, body);
    const { responses } = document.paths[path][method.toLowerCase()];
    const { schema } = responses[answer.status].content['application/json'];
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile({ ...schema, components: document.components });
    validate(answer.json());
    expect(validate.errors).toBeNull();
  });

  it('is shown by a page that loads nothing from elsewhere', async () => {
    const page = await manager.raw({ method: 'GET', url: '/docs' });
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringMatching('text/html')]);
    expect(page.text).toContain('<title>Manager API</title>');
    expect(page.text).not.toMatch(/swagger ui|favicon/i);
    const script = (await manager.raw({ method: 'GET', url: '/docs/static/swagger-initializer.js' })).text;
    // The layout without the bar that holds the library's logo.
    expect(script).toContain('"layout":"BaseLayout"');
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      expect(source).toMatch(/^\/docs\//);
      expect((await manager.raw({ method: 'GET', url: source })).status, source).toBe(200);
    }
    const json = await manager.raw({ method: 'GET', url: '/docs/json' });
    expect(json.json()).toEqual(document);
  });

  it.each(dialectNames)('describes the dialect %s', async name => {
    const app = createApp(manager.stores, { failure: () => undefined }, { dialect: dialects[name] });
    const spoken = (await app.inject('/openapi.json')).json<Json>();
    expect(await new Validator().validate(spoken)).toEqual({ valid: true });
    const missing = await app.inject(`/api/v1/inventory/racks/999999?auth_token=${manager.key}`);
    const validate = new Ajv2020({ strict: false }).compile(spoken.components.schemas.Error);
    expect(validate(missing.json()), missing.body).toBe(true);
    await app.close();
  });
});
