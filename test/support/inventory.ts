import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { askManager } from './manager.js';

/** A manager as an independent client reaches it. */
export type Manager = Parameters<typeof askManager>[0];

/** A stored inventory record, as an independent client sees it. */
export interface StoredRecord extends Readonly<Record<string, unknown>> {
  readonly id: number;
}

/** Makes a record behind the extension's back. */
export async function createRecord(
  manager: Manager,
  type: InventoryType,
  fields: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const { key } = inventoryType(type);
  const answer = await askManager(manager, `/api/v1/inventory/${type}`, {
    method: 'POST',
    body: { [key]: fields },
  });
  const body = answer as Record<string, StoredRecord>;
  return body[key] ?? body['data'] ?? (answer as StoredRecord);
}

/** All records of a type, in whatever wrapper the manager uses. */
export async function listRecords(manager: Manager, type: InventoryType): Promise<StoredRecord[]> {
  const answer = await askManager(manager, `/api/v1/inventory/${type}`);
  const body = answer as Record<string, StoredRecord[]>;
  return Array.isArray(answer) ? answer : (body[type] ?? body['data'] ?? body['results'] ?? []);
}

/** One record; undefined when the manager does not have it. */
export async function readRecord(
  manager: Manager,
  type: InventoryType,
  id: number,
): Promise<StoredRecord | undefined> {
  return (await listRecords(manager, type)).find(record => record.id === id);
}

/** Changes a record behind the extension's back. */
export async function changeRecord(
  manager: Manager,
  type: InventoryType,
  id: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { key } = inventoryType(type);
  await askManager(manager, `/api/v1/inventory/${type}/${id}`, { method: 'PATCH', body: { [key]: fields } });
}

/** Deletes a record behind the extension's back. */
export async function deleteRecord(manager: Manager, type: InventoryType, id: number): Promise<void> {
  await fetch(`${manager.url}/api/v1/inventory/${type}/${id}?auth_token=${manager.apiKey}`, {
    method: 'DELETE',
  });
}
