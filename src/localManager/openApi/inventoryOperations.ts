import type { FastifySchema } from 'fastify';
import * as z from 'zod';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { createSchema, updateSchema } from '../../model/inventory/inventoryRecord.js';
import { lowerFirst } from '../../model/lowerFirst.js';
import { bodySchema, type Dialect } from '../variety/dialects.js';
import { inventoryAnswers } from './answers.js';
import { documented } from './documented.js';
import { createExample, updateExample } from './examples.js';

type InventoryOperation = 'list' | 'get' | 'create' | 'update' | 'delete';

/** What the document says about the five operations of a type (contract 000, Endpoints). */
export function operationsOf(
  type: InventoryType,
  dialect: Dialect,
): Record<InventoryOperation, FastifySchema> {
  const { key, singular, plural } = inventoryType(type);
  const one = lowerFirst(singular);
  const record = inventoryAnswers[type];
  const answer = bodySchema(dialect.one(key, record));
  const path = { id: `Id of the ${one}.` };
  const section = 'Inventory';
  return {
    list: documented({
      section,
      operation: `List all ${lowerFirst(plural)}`,
      answer: bodySchema(dialect.list(type, z.array(record), z.int())),
    }),
    get: documented({
      section,
      operation: `Get one ${one}`,
      path: { id: { description: path.id, example: '1' } },
      answer,
      errors: [404],
    }),
    create: documented({
      section,
      operation: `Create ${one}`,
      body: z.object({ [key]: createSchema(type) }),
      examples: createExample(type),
      answer,
      status: dialect.created,
      errors: [422],
    }),
    update: documented({
      section,
      operation: `Update ${one}`,
      description: 'Fields that are left out stay as they are; null empties an optional one.',
      path,
      body: z.object({ [key]: updateSchema(type) }),
      examples: updateExample(type),
      answer,
      errors: [404, 422],
    }),
    delete: documented({
      section,
      operation: `Delete ${one}`,
      path,
      answer: bodySchema(dialect.deleted.body),
      status: dialect.deleted.status,
      errors: [404, 422],
    }),
  };
}

/** `Wireless LAN` becomes `wireless LAN`. */
