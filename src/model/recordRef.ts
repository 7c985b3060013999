import { isInventoryType, type InventoryType } from './inventory/inventoryTypes.js';

/** Which inventory record a document is, apart from its connection (the authority of the URI). */
export interface RecordRef {
  readonly type: InventoryType;
  readonly id: number;
}

const longestName = 80;

/**
 * The path of a record document, `/inventory/racks/Core rack A.12.json`: the type and the id are its identity,
 * the name is decoration.
 */
export function recordPath({ type, id }: RecordRef, name: string): string {
  return `/inventory/${type}/${shownName(name) || type}.${id}.json`;
}

/** A name as part of a file name: no characters that a path or a screen would take amiss, and not too many. */
export function shownName(name: string): string {
  const shown = name
    .replace(/[\p{C}/\\:*?"<>|#%]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...shown].slice(0, longestName).join('');
}

/** The record behind a document path; undefined for any other path. */
export function parseRecordPath(path: string): RecordRef | undefined {
  const [, root, type, file, ...rest] = path.split('/');
  const id = file && /\.(\d{1,16})\.json$/.exec(file)?.[1];
  if (root !== 'inventory' || !type || !isInventoryType(type) || !id || rest.length > 0) return undefined;
  return { type, id: Number(id) };
}
