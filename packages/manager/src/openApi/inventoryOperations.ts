import * as z from 'zod';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { createSchema, updateSchema } from 'netsensor-contract/inventory/inventoryRecord';
import { lowerFirst } from 'netsensor-contract/text/plainText';
import { bodySchema, type Dialect } from '../variety/dialects.js';
import { inventoryAnswers } from './answers.js';
import { inSection } from './documented.js';
import exampleRecords from './exampleRecords.json';

const about = inSection('Inventory');

/** What the document says about the five operations of a type (contract 000, Endpoints). */
export function operationsOf(type: InventoryType, dialect: Dialect) {
  const { key, singular, plural } = inventoryType(type);
  const one = lowerFirst(singular);
  const record = inventoryAnswers[type];
  const answer = bodySchema(dialect.one(key, record));
  const path = { id: `Id of the ${one}.` };
  const example: object = exampleRecords[type];
  // The last field of an example is one that any record can be given.
  const change = Object.fromEntries(Object.entries(example).slice(-1));
  return {
    list: about(`List all ${lowerFirst(plural)}`, {
      answer: bodySchema(dialect.list(type, z.array(record), z.int())),
    }),
    get: about(`Get one ${one}`, {
      path: { id: { description: path.id, example: '1' } },
      answer,
      errors: [404],
    }),
    create: about(`Create ${one}`, {
      body: z.object({ [key]: createSchema(type) }),
      examples: { [singular]: { [key]: example } },
      answer,
      status: dialect.created,
      errors: [422],
    }),
    update: about(`Update ${one}`, {
      description: 'Fields that are left out stay as they are; null empties an optional one.',
      path,
      body: z.object({ [key]: updateSchema(type) }),
      examples: { 'One field': { [key]: change } },
      answer,
      errors: [404, 422],
    }),
    delete: about(`Delete ${one}`, {
      path,
      answer: bodySchema(dialect.deleted.body),
      status: dialect.deleted.status,
      errors: [404, 422],
    }),
  };
}
