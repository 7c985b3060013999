import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestManager, type Json, type TestManager } from './testManager.js';

interface Example {
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: unknown;
}

/** What comes last, because it takes away what others need. */
const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

describe('the examples of the OpenAPI document', { timeout: 60_000 }, () => {
  let manager: TestManager;
  let document: Json;
  beforeAll(async () => {
    manager = await startTestManager({ history: 60 });
    document = (await manager.raw({ method: 'GET', url: '/openapi.json' })).json();
  }, 60_000);
  afterAll(() => manager.stop());

  const bodiesOf = (operation: Json): [string, unknown][] => {
    const { examples } = operation.requestBody?.content['application/json'] ?? {};
    return Object.entries<Json>(examples ?? {}).map(([name, { value }]) => [name, value]);
  };

  /** Every body, and every call without one whose parameters all have a value. */
  const examples = (): Example[] =>
    Object.entries<Json>(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries<Json>(methods).flatMap(([method, operation]) => {
          const parameters = (operation.parameters ?? []).filter((each: Json) => each.in === 'path');
          const shown = parameters.reduce(
            (text: string, { name, schema }: Json) =>
              text.replace(`{${name}}`, schema.example ?? `{${name}}`),
            path,
          );
          const bodies = operation.requestBody ? bodiesOf(operation) : [['no body', undefined] as const];
          return bodies.map(([name, body]) => ({
            what: `${operation.summary}: ${name}`,
            method: method.toUpperCase() as Example['method'],
            path: shown,
            body,
          }));
        }),
      )
      .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

  const newest = async (condition: string): Promise<string> =>
    (await manager.sql(`SELECT uuid FROM sensors WHERE ${condition} ORDER BY id DESC LIMIT 1`))[0].uuid;

  /** What a person puts where the document shows no value. */
  const filledIn = async (path: string): Promise<string> => {
    if (path.includes('{named}')) return path.replace('{named}', '1');
    if (path.includes('{id}')) return path.replace('{id}', '2');
    if (!path.includes('{uuid}')) return path;
    const kinds: Record<string, string> = { flow: 'type = 5', mse: 'type = 8', vendor: 'type = 9' };
    return path.replace('{uuid}', await newest(kinds[path.split('/').at(-1) ?? ''] ?? 'domain_type = 5'));
  };

  it('are there for every body', () => {
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        if (operation.requestBody) expect(bodiesOf(operation), `${method} ${path}`).not.toEqual([]);
      }
    }
  });

  it('work as they stand', async () => {
    const sent = examples().filter(({ method, body }) => method === 'GET' || body !== undefined);
    expect(sent.length).toBeGreaterThan(80);
    for (const { what, method, path, body } of sent) {
      if (path.includes('recreate_api_key')) continue;
      const answer = await manager.send(method, await filledIn(path), body);
      expect([answer.status < 300, what, answer.text.slice(0, 300)]).toEqual([true, what, expect.anything()]);
    }
  });

  it('of queries end when the manager was started', async () => {
    const bodies = bodiesOf(document.paths['/api/data'].post);
    expect(bodies.length).toBeGreaterThan(9);
    const day = '2026-11-17T12:00:00Z/2026-11-18T12:00:00Z';
    expect(new Set(bodies.map(([, body]) => String((body as Json).intervals)))).toEqual(new Set([day]));
    expect((await manager.query(bodies[0]?.[1])).json()[0].result.length).toBeGreaterThan(0);
  });
});
