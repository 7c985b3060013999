import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  inventoryType,
  inventoryTypeNames,
  isInventoryType,
  type InventoryType,
} from '../../model/inventory/inventoryTypes.js';
import { isObject, type Fields } from '../http/requestFields.js';
import { readDocument } from './readDocument.js';

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
export async function readInventory(folder: string): Promise<RecordOfFile[]> {
  try {
    return await recordsIn(folder);
  } catch (error) {
    throw new Error(`--inventory ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function recordsIn(folder: string): Promise<RecordOfFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Error('there is no such folder.');
  });
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
  isObject(document) ? keys.map(key => document[key]).find(value => typeof value === 'object') : undefined;

function typeCalled(text: string, file: string): InventoryType {
  if (isInventoryType(text)) return text;
  throw new Error(
    `${file} is not called like an inventory type; there are ${inventoryTypeNames.join(', ')}.`,
  );
}

function recordOf(type: InventoryType, record: unknown, where: string): RecordOfFile {
  if (!isObject(record)) throw new Error(`${where} is not an object.`);
  return { type, fields: record, where };
}

const documentIn = (folder: string, name: string): Promise<unknown> =>
  readDocument(join(folder, name)).catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
