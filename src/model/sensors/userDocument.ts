import { printFields } from '../inventory/recordText.js';
import { fileNameOf } from '../text/looseValues.js';
import type { ListedUser } from './readRecords.js';

/** The path of a user document, `/users/jdoe.5.json`. */
export function userPath({ id, login }: ListedUser): string {
  return `/users/${fileNameOf(login ?? '') || 'user'}.${id ?? 0}.json`;
}

/** The id of the user behind a document path; undefined for any other path. */
export function parseUserPath(path: string): number | undefined {
  const id = /^\/users\/[^/]*\.(\d{1,15})\.json$/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The text of a user document; it never holds a key. */
export function printUser({ ownsKey: _own, ...fields }: ListedUser): string {
  return printFields(fields);
}
