import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import './contract/accessPoints.js';
import './contract/data.js';
import './contract/inventory.js';
import './contract/sensors.js';
import './contract/users.js';
import { proven } from './contract/endpoint.js';
import { endpointNames, endpointTable } from './contract/endpointTable.js';
import { startTestManager, type Json, type TestManager } from './testManager.js';

describe('the endpoint tables of the contract', () => {
  it('have a test of every row that it works', () => {
    expect(endpointNames.filter(name => !proven.works.has(name))).toEqual([]);
  });

  it('have a test of every row that it refuses what it must', () => {
    expect(endpointNames.filter(name => !proven.refuses.has(name))).toEqual([]);
  });

  describe('and the OpenAPI document', () => {
    let manager: TestManager;
    beforeAll(async () => {
      manager = await startTestManager();
    });
    afterAll(() => manager.stop());

    it('name the same operations', async () => {
      const { paths } = (await manager.get('/openapi.json')).json() as { paths: Record<string, Json> };
      const documented = Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map(method => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '<>')}`),
      );
      const rows = Object.values(endpointTable).map(
        ({ method, path }) => `${method} ${path.replaceAll(/<\w+>/g, '<>')}`,
      );
      expect(rows.filter(row => !documented.includes(row))).toEqual([]);
      const more = documented.filter(operation => !rows.includes(operation));
      expect(more.filter(operation => !rows.includes(operation.replace('PUT', 'PATCH')))).toEqual([]);
    });
  });
});
