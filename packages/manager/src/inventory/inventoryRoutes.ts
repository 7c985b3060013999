import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { callerOf, hasRight } from '../users/auth.js';
import { idOf, rootObject } from '../http/requestFields.js';
import type { InventoryStore } from './inventoryStore.js';
import { unauthorized } from '../http/errors.js';
import { operationsOf } from '../openApi/inventoryOperations.js';
import type { Dialect } from '../variety/dialects.js';

/** The five operations of each of the 14 inventory types (contract 000, Endpoints). */
export function inventoryRoutes(app: FastifyInstance, store: InventoryStore, dialect: Dialect): void {
  for (const type of inventoryTypeNames) typeRoutes(app, store, { type, dialect });
}

interface OneRecord {
  readonly Params: { readonly id: string };
}

function typeRoutes(
  app: FastifyInstance,
  store: InventoryStore,
  { type, dialect }: { type: InventoryType; dialect: Dialect },
): void {
  const { key } = inventoryType(type);
  const schemas = operationsOf(type, dialect);
  const collection = `/api/v1/inventory/${type}`;
  const one = `${collection}/:id`;

  app.get(collection, { schema: schemas.list }, async () => {
    const records = await store.list(type);
    return dialect.list(type, records, records.length);
  });

  app.get<OneRecord>(one, { schema: schemas.get }, async request =>
    dialect.one(key, await store.get(type, idOf(request.params.id))),
  );

  app.post(collection, { schema: schemas.create, preHandler: managersOnly }, async (request, reply) => {
    const record = await store.create(type, rootObject(request.body, key));
    return reply.status(dialect.created).send(dialect.one(key, record));
  });

  for (const method of ['PATCH', 'PUT']) {
    app.route<OneRecord>({
      method,
      url: one,
      schema: schemas.update,
      preHandler: managersOnly,
      handler: async request =>
        dialect.one(key, await store.update(type, idOf(request.params.id), rootObject(request.body, key))),
    });
  }

  app.delete<OneRecord>(one, { schema: schemas.delete, preHandler: managersOnly }, async (request, reply) => {
    await store.delete(type, idOf(request.params.id));
    const { status, body } = dialect.deleted;
    return reply.status(status).send(body);
  });
}

/** Records belong to no domain: who may manage anything may change them, others only read (contract 000, Authentication). */
async function managersOnly(request: FastifyRequest): Promise<void> {
  if (!hasRight(callerOf(request), 'manage')) throw unauthorized();
}
