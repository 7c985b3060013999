import { recordName, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import {
  inventoryType,
  inventoryTypeNames,
  isInventoryType,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { folded } from 'netsensor-contract/text/folded';
import { parseRecord, type RecordFields } from '../inventory/recordText.js';
import { numberIn, parseReference, printReference, withReferences, type KeyedRecords } from './recordKeys.js';

/** The folder of the files of records, below that of `netsensor.json`. */
export const recordsFolder = 'inventory';

/** One record as a file has it: references by key, secrets by a word. */
export interface FileRecord {
  readonly type: InventoryType;
  readonly fields: RecordFields;
}

/** Where the file of a record stands, `inventory/racks/core-a.json`, with what is in it. */
export interface PlacedRecord extends FileRecord {
  readonly path: string;
  readonly record: InventoryRecord;
  /** Undefined for one that nothing but its number tells apart: it is not written to. */
  readonly key: string | undefined;
}

/** Stands in a file for a secret that nobody is to send. */
export const keptSecret = '(kept)';

/**
 * Where the value of a secret stands, `env:NAME`: in a variable of the environment; `#2` behind it sends it once more. Those of the
 * program itself, such as the key of the manager, are none, in letters of either case, which Windows does not tell apart.
 */
export const secretSource = /^env:(?![Nn][Ee][Tt][Ss][Ee][Nn][Ss][Oo][Rr]_)([A-Za-z_]\w*)(?:#\w+)?$/;

/** The fields of a record in the order of the contract, without what the manager keeps by itself. */
export function fileFields(
  type: InventoryType,
  record: InventoryRecord,
  { keyOf }: KeyedRecords,
): RecordFields {
  const { fields, secretFields = [] } = inventoryType(type);
  const shown = withReferences(type, record, keyOf);
  return Object.fromEntries(
    Object.keys(fields).flatMap(field => {
      if (secretFields.includes(field)) return [[field, keptSecret]];
      return Object.hasOwn(shown, field) ? [[field, shown[field]]] : [];
    }),
  );
}

/** The text of a file: its schema, then the fields; two spaces, LF, and one at the end. */
export const printFile = ({ type, fields }: FileRecord): string =>
  `${JSON.stringify({ $schema: `../../schemas/${inventoryType(type).key}.json`, ...fields }, null, 2)}\n`;

/**
 * The record of a file.
 * @throws {RecordTextError} for text that is not the JSON of an object
 */
export function parseFile(type: InventoryType, text: string): FileRecord {
  const { $schema: _, ...fields } = parseRecord(text);
  return { type, fields };
}

/** Names with it are no text, end a line, or cannot be written on other systems. */
const unspeakable = /[\p{Cc}\p{Zl}\p{Zp}\uFFFD"\\:*?<>|]/u;

/** The type of a file by its path; undefined for one that is no record. */
export function typeOfFile(path: string): InventoryType | undefined {
  const [root, type = '', file = '', ...rest] = path.split('/');
  const isFile = root === recordsFolder && file.endsWith('.json') && rest.length === 0;
  if (unspeakable.test(file)) return undefined;
  return isFile && isInventoryType(type) ? type : undefined;
}

/**
 * The files of all that a manager has, types and keys in order. A record keeps the file that it has while its key has the
 * same words; of two with the same words the later one gets a number, and what has no key its own.
 * @param known the files that are there, with the number of the record that each is; undefined for one that is none's yet
 * @param keepsName whether a file that is not called after its record stays where somebody has put it
 */
export function placeRecords(
  records: KeyedRecords,
  known: ReadonlyMap<string, number | undefined> = new Map(),
  keepsName: (path: string, record: Pick<PlacedRecord, 'type' | 'record' | 'key'>) => boolean = () => false,
): PlacedRecord[] {
  return inventoryTypeNames.flatMap(type => {
    const rows = (records.lists.get(type) ?? []).map(record => ({
      key: records.keyOf(type, record.id),
      record,
      type,
    }));
    const place = placer(type, known, keepsName);
    return rows
      .sort((one, other) => compareKeys(one.key, other.key) || one.record.id - other.record.id)
      .map(({ key, record }) => ({
        path: place(record, key),
        record,
        key,
        type,
        fields: fileFields(type, record, records),
      }));
  });
}

/** Those with a key first; by code units, so that all machines agree. */
const compareKeys = (one: string | undefined, other: string | undefined): number =>
  Number(one === undefined) - Number(other === undefined) ||
  Number((one ?? '') > (other ?? '')) - Number((one ?? '') < (other ?? ''));

/** Gives each record of a type a path of its own. */
function placer(
  type: InventoryType,
  known: ReadonlyMap<string, number | undefined>,
  keepsName: (path: string, record: Pick<PlacedRecord, 'type' | 'record' | 'key'>) => boolean,
) {
  const folder = `${recordsFolder}/${type}/`;
  const there = [...known].filter(([path]) => path.startsWith(folder));
  const own = new Map(there.map(([path, id]) => [id, path]));
  const taken = new Set(there.map(([path]) => path.toLowerCase()));
  return (record: InventoryRecord, key: string | undefined): string => {
    const slug = slugOf(key ?? recordName(type, record), key === undefined ? record.id : undefined);
    const path = own.get(record.id);
    if (path && isNamed(path.slice(folder.length, -'.json'.length), slug)) return path;
    if (path && keepsName(path, { type, record, key })) return path;
    for (let number = 1; ; number += 1) {
      const next = `${folder}${slug}${number > 1 ? `-${number}` : ''}.json`;
      if (taken.has(next.toLowerCase())) continue;
      taken.add(next.toLowerCase());
      return next;
    }
  };
}

/** Whether a file is called after a key. */
export const isNamedAfter = (path: string, key: string): boolean =>
  isNamed(path.slice(path.lastIndexOf('/') + 1, -'.json'.length), slugOf(key));

const isNamed = (file: string, slug: string): boolean =>
  file === slug || (file.startsWith(`${slug}-`) && /^\d+$/.test(file.slice(slug.length + 1)));

const longestSlug = 80;
/** With a number and its ending it is a name for every disk, an encrypted one too, which takes 143 bytes. */
const mostSlugBytes = 110;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * A key as the name of a file on any system: letters, digits and dashes, in lower case.
 * @param number stands behind a dot, where the key is not one record's alone
 */
export function slugOf(key: string, number?: number): string {
  const words =
    folded(key)
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let kept = [...words.join('-')].slice(0, longestSlug);
  while (bytesOf(kept.join('')) > mostSlugBytes) kept = kept.slice(0, -1);
  const slug = kept.join('').replace(/-+$/, '');
  const name = slug === '' || reserved.test(slug) ? `${slug}-` : slug;
  return number === undefined ? name : `${name}.${number}`;
}

/** Names that Windows keeps for devices, whatever stands behind a dot. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Files as they are looked at without a manager: a secret that is kept is there, and so is what has a number alone, or is of a
 * type that has no files here.
 */
export function selfContained(files: ReadonlyMap<string, FileRecord>): Map<string, FileRecord> {
  const kept = new Set([...files.values()].map(({ type }) => type));
  const others = new Map<string, number>();
  const meant = (value: unknown): unknown => {
    if (value === keptSecret) return 'env:KEPT';
    const reference = parseReference(value);
    if (!reference) return value;
    const number = numberIn(reference);
    if (number !== undefined || kept.has(reference.type)) return number ?? value;
    const text = printReference(reference);
    others.set(text, others.get(text) ?? firstOther + others.size);
    return others.get(text);
  };
  return new Map(
    [...files].map(([path, { type, fields }]) => [
      path,
      {
        type,
        fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, meant(value)])),
      },
    ]),
  );
}

/** Numbers for what is not looked at, which no manager gives. */
const firstOther = 2 ** 30;
