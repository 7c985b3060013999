import { fileNameOf } from 'netsensor-contract/text/plainText';
import { fromSegment, toSegment } from './nodeRef.js';

/** The path of the document of all users of a manager. */
export const userListPath = '/users/Users.json';

/** The path of the document of a user, `/users/jdoe.5.json`. */
export const userPath = (id: number | string, login: string): string =>
  `/users/${fileNameOf(login) || 'user'}.${toSegment(String(id))}.json`;

/** The id of the user behind a document path, as text; undefined for any other path. */
export function parseUserPath(path: string): string | undefined {
  const segment = /^\/users\/[^/]*\.([^./]+)\.json$/.exec(path)?.[1];
  return segment === undefined ? undefined : fromSegment(segment);
}
