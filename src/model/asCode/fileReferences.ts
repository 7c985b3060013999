import { addTo, fieldsWhere } from 'netsensor-contract/text/collections';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole } from 'netsensor-contract/inventory/references';
import type { RecordFields } from '../inventory/recordText.js';
import type { Files, FolderBase } from './folderSides.js';
import { parseReference, printReference, recordKey, type KeyReference } from './recordKeys.js';
import type { FileRecord } from './recordsAsFiles.js';

/** What a file that is left of a rename is called among what records were called formerly: once it has another name, it is a file like others. */
export const leftoverKey = (path: string, reference: string): string => `${path} ${reference}`;

/** What other files call a file, `@racks/Core A`; undefined of one without a key. */
export function fileReference({ type, fields }: FileRecord): string | undefined {
  const key = recordKey(type, fields);
  return key === undefined ? undefined : printReference({ type, key });
}

/** Whether a file is left of a rename. */
export function isLeftOfRename(
  path: string,
  file: FileRecord,
  { formerly }: Pick<FolderBase, 'formerly'>,
): boolean {
  const reference = fileReference(file);
  return reference !== undefined && formerly.has(leftoverKey(path, reference));
}

/** What other files call each file that has a key, by path. */
export function fileReferences(files: Files): Map<string, string> {
  const references = new Map<string, string>();
  for (const [path, file] of files) {
    const reference = fileReference(file);
    if (reference !== undefined) references.set(path, reference);
  }
  return references;
}

/** The files of each reference. */
export function pathsByReference(references: ReadonlyMap<string, string>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [path, reference] of references) addTo(paths, reference, path);
  return paths;
}

/** The reference in a field of a file; undefined for what is none. */
export function referenceIn(type: InventoryType, field: string, value: unknown): KeyReference | undefined {
  const reference = parseReference(value);
  return reference && fieldRole(type, field)?.kind === 'reference' ? reference : undefined;
}

export const withoutSecrets = ({ type, fields }: FileRecord): RecordFields =>
  fieldsWhere(fields, field => !(inventoryType(type).secretFields ?? []).includes(field));

export const mapFields = (
  fields: RecordFields,
  map: (field: string, value: unknown) => unknown,
): RecordFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, map(field, value)]));

/** What a record was called before, as far as it was agreed. */
export const formerKeys = (base: FolderBase | undefined, type: InventoryType, id: number): string[] =>
  [...(base?.formerly ?? [])].flatMap(([text, of]) => {
    const reference = of === id ? parseReference(text) : undefined;
    return reference?.type === type ? [reference.key] : [];
  });
