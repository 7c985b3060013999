import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { explained, messageOf } from '../http/errors.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import {
  inventoryType,
  inventoryTypeNames,
  isInventoryType,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { type Fields } from '../http/requestFields.js';
import { readDocument } from './readDocument.js';
import { sqlTime, type SqlSession } from '../store/database.js';
import { createFields } from '../inventory/inventoryStore.js';
import { validateRecord } from '../inventory/inventoryRules.js';
import { setLastId } from '../store/recordTables.js';
import { givenIds, givenTime } from './givenIds.js';

/** A record of a file, with what messages call it. */
export interface RecordOfFile {
  readonly type: InventoryType;
  readonly fields: Fields;
  /** `racks.json, record 3` or `racks/core.json`. */
  readonly where: string;
}

/**
 * Reads a folder with a file per inventory type (`racks.json`: an array, bare or under a key as managers wrap it) or a
 * folder per type with a file per record.
 * @throws Error with one sentence that names the file
 */
export const readInventory = (folder: string): Promise<RecordOfFile[]> =>
  explained(recordsIn(folder), error => `--inventory ${folder}: ${messageOf(error)}`);

async function recordsIn(folder: string): Promise<RecordOfFile[]> {
  const reading = readdir(folder, { withFileTypes: true });
  const entries = await explained(reading, () => 'there is no such folder.');
  const found: RecordOfFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) found.push(...(await folderOfType(folder, entry.name)));
    else if (entry.name.endsWith('.json')) found.push(...(await fileOfType(folder, entry.name)));
  }
  if (found.length === 0) {
    throw new Error(
      `it holds no records; there can be ${inventoryTypeNames.map(type => `${type}.json`).join(', ')}.`,
    );
  }
  return found;
}

async function fileOfType(folder: string, name: string): Promise<RecordOfFile[]> {
  const type = typeCalled(name.replace(/\.json$/, ''), name);
  const document = await documentIn(folder, name);
  const list = Array.isArray(document) ? document : wrapped(document, [type, 'data', 'results']);
  if (!Array.isArray(list)) throw new Error(`${name} holds no array of ${type}.`);
  return (list as unknown[]).map((record, index) => recordOf(type, record, `${name}, record ${index + 1}`));
}

async function folderOfType(folder: string, name: string): Promise<RecordOfFile[]> {
  const names = (await readdir(join(folder, name))).filter(each => each.endsWith('.json')).sort();
  if (names.length === 0) return [];
  const type = typeCalled(name, `${name}/`);
  const { key } = inventoryType(type);
  return Promise.all(
    names.map(async each => {
      const where = `${name}/${each}`;
      const document = await documentIn(folder, where);
      return recordOf(type, wrapped(document, [key, 'data']) ?? document, where);
    }),
  );
}

const wrapped = (document: unknown, keys: readonly string[]): unknown =>
  isRecord(document) ? keys.map(key => document[key]).find(value => typeof value === 'object') : undefined;

function typeCalled(text: string, file: string): InventoryType {
  if (isInventoryType(text)) return text;
  throw new Error(
    `${file} is not called like an inventory type; there are ${inventoryTypeNames.join(', ')}.`,
  );
}

function recordOf(type: InventoryType, record: unknown, where: string): RecordOfFile {
  if (!isRecord(record)) throw new Error(`${where} is not an object.`);
  return { type, fields: record, where };
}

const documentIn = (folder: string, name: string): Promise<unknown> =>
  explained(readDocument(join(folder, name)), error => `${name}: ${messageOf(error)}`);

/**
 * Replaces the whole inventory with the records of a folder, each checked as when it is created; references are looked
 * up when all records are there.
 * @throws Error with one sentence that names file and record
 */
export async function storeInventory(
  session: SqlSession,
  records: readonly RecordOfFile[],
  now: number,
): Promise<void> {
  await session.run('DELETE FROM inventory_records');
  const stored: { readonly record: RecordOfFile; readonly id: number; readonly fields: object }[] = [];
  for (const type of inventoryTypeNames) {
    const list = records.filter(record => record.type === type);
    const ids = givenIds(list.map(record => record.fields['id']));
    for (const [index, record] of list.entries()) {
      const fields = await checked(record, () => createFields(type, record.fields));
      stored.push({ record, id: ids[index] ?? 0, fields });
    }
    await setLastId(session, type, Math.max(0, ...ids));
  }
  await session.append(
    'inventory_records',
    stored.map(({ record: { type, fields: given }, id, fields }) => [
      type,
      id,
      JSON.stringify(fields),
      sqlTime((givenTime(given['created_at']) ?? new Date(now)).getTime()),
      sqlTime((givenTime(given['updated_at']) ?? new Date(now)).getTime()),
    ]),
  );
  for (const { record, id, fields } of stored) {
    await checked(record, () => validateRecord(session, { type: record.type, id, fields: { ...fields } }));
  }
}

const checked = <T>({ where }: RecordOfFile, work: () => T | Promise<T>): Promise<T> =>
  explained(work, error => `--inventory: ${where}: ${messageOf(error)}.`);
