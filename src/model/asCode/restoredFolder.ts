import type { InventoryRecord, TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { referencesOf } from 'netsensor-contract/inventory/references';
import type { RecordFields } from '../inventory/recordText.js';
import type { Files, FolderSides } from './folderSides.js';
import { keyedRecords, printReference, recordKey, withReferences, type KeyedRecords } from './recordKeys.js';
import { fileFields, placeRecords, secretSource, type FileRecord } from './recordsAsFiles.js';

/**
 * What a folder would have to be for a plan of it to put records back: files with what was saved, and as agreed what the
 * manager has now, so that every difference counts as meant. What is gone is created again, with what it stands in first; one
 * that somebody has created again by hand is taken for it.
 * @param files where the secrets of what is created again are named, `env:NAME`
 */
export function restoredSides(
  saved: readonly TypedRecord[],
  manager: KeyedRecords,
  files: Files,
): FolderSides {
  const wanted = keyedRecords(wantedLists(saved, manager));
  const records = new Set(saved.map(({ record }) => record));
  const restored = new Map<string, FileRecord>();
  const base = {
    files: new Map<string, FileRecord>(),
    ids: new Map<string, number>(),
    formerly: new Map<string, number>(),
  };
  const secrets = namedSecrets(files);
  for (const { path, type, record, key, fields } of placeRecords(wanted)) {
    if (!records.has(record)) continue;
    const current = currentOf({ type, record, key }, manager);
    if (!current) {
      const given = key === undefined ? {} : secrets.get(printReference({ type, key }));
      restored.set(path, { type, fields: { ...fields, ...given } });
      continue;
    }
    restored.set(path, { type, fields });
    base.files.set(path, { type, fields: fileFields(type, current, manager) });
    base.ids.set(path, current.id);
    for (const { role, id } of referencesOf(type, current))
      base.formerly.set(printReference({ type: role.to, key: manager.keyOf(role.to, id) ?? `#${id}` }), id);
  }
  return { files: restored, base, manager };
}

/** The lists of a manager as they were: with what was saved, and without what has the key of something that is gone. */
function wantedLists(saved: readonly TypedRecord[], manager: KeyedRecords): KeyedRecords['lists'] {
  const rowsOf = (type: InventoryType) => manager.lists.get(type) ?? [];
  const ids = new Map([...manager.lists].map(([type, rows]) => [type, new Set(rows.map(({ id }) => id))]));
  const gone = saved.filter(({ type, record }) => !ids.get(type)?.has(record.id));
  const goneOf = (type: InventoryType) => gone.filter(one => one.type === type).map(({ record }) => record);
  const both = keyedRecords(
    new Map([...manager.lists.keys()].map(type => [type, [...rowsOf(type), ...goneOf(type)]])),
  );
  const replaced = new Set(
    gone.flatMap(({ type, record }) => {
      const key = recordKey(type, withReferences(type, record, both.keyOf));
      const named = key === undefined ? [] : manager.byKey(type, key);
      return named.length === 1 ? named : [];
    }),
  );
  const was = new Map(saved.map(({ type, record }) => [`${type} ${record.id}`, record]));
  return new Map(
    [...manager.lists.keys()].map(type => [
      type,
      [
        ...rowsOf(type)
          .filter(row => !replaced.has(row))
          .map(row => was.get(`${type} ${row.id}`) ?? row),
        ...goneOf(type),
      ],
    ]),
  );
}

/** What a manager has now in place of a record: the same number, or a new one with the same key. */
function currentOf(
  { type, record, key }: TypedRecord & { readonly key: string | undefined },
  manager: KeyedRecords,
): InventoryRecord | undefined {
  const same = manager.lists.get(type)?.find(({ id }) => id === record.id);
  const [named, ...twins] = key === undefined ? [] : manager.byKey(type, key);
  return same ?? (twins.length === 0 ? named : undefined);
}

/** Which variables files name for secrets, by the references of their records. */
function namedSecrets(files: Files): Map<string, RecordFields> {
  const found = new Map<string, RecordFields>();
  for (const { type, fields } of files.values()) {
    const { secretFields = [] } = inventoryType(type);
    const named = secretFields.filter(field => secretSource.test(String(fields[field])));
    const key = recordKey(type, fields);
    if (named.length > 0 && key !== undefined)
      found.set(
        printReference({ type, key }),
        Object.fromEntries(named.map(field => [field, fields[field]])),
      );
  }
  return found;
}
