import type { FastifyInstance } from 'fastify';
import { inventoryType, inventoryTypeNames, type InventoryType } from '../model/inventory.js';
import { notFound } from './errors.js';
import { rootObject } from './inventoryFields.js';
import type { InventoryStore } from './inventoryStore.js';

/** The five operations of each of the 14 inventory types (contract 000, Endpoints). */
export function inventoryRoutes(app: FastifyInstance, store: InventoryStore): void {
  for (const type of inventoryTypeNames) typeRoutes(app, store, type);
}

/** Answers carry `query` beside the plural or singular root key: an assumption, field notes §4. */
function typeRoutes(app: FastifyInstance, store: InventoryStore, type: InventoryType): void {
  const { key } = inventoryType(type);
  const collection = `/api/v1/inventory/${type}`;
  const one = `${collection}/:id`;

  app.get(collection, async () => ({ query: true, [type]: await store.list(type) }));

  app.get<{ Params: { id: string } }>(one, async request => ({
    query: true,
    [key]: await store.get(type, recordId(request.params.id)),
  }));

  app.post(collection, async request => ({
    query: true,
    [key]: await store.create(type, rootObject(request.body, key)),
  }));

  app.route<{ Params: { id: string } }>({
    method: ['PATCH', 'PUT'],
    url: one,
    handler: async request => ({
      query: true,
      [key]: await store.update(type, recordId(request.params.id), rootObject(request.body, key)),
    }),
  });

  app.delete<{ Params: { id: string } }>(one, async request => {
    await store.delete(type, recordId(request.params.id));
    return { query: true };
  });
}

/** @throws HttpProblem 404 for what cannot be the id of a record */
function recordId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id > 2 ** 31 - 1) throw notFound();
  return id;
}
