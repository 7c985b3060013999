import { checkAccessPoint, newAccessPoint } from '../accessPoints/accessPointFields.js';
import type { StoredAccessPoint } from '../accessPoints/accessPointTable.js';
import type { Fields } from '../http/requestFields.js';

/** An access point of a tree document, or what is wrong with it by field. */
export interface ReadAccessPoint {
  readonly row: StoredAccessPoint | undefined;
  readonly problems: readonly (readonly [field: string, message: string])[];
}

/** Reads the record of an access point with the rules of create; it is up unless the document says otherwise. */
export function treeAccessPoint(
  given: Fields,
  { id, ownerId, now }: { readonly id: number; readonly ownerId: number; readonly now: number },
): ReadAccessPoint {
  const { fields, errors } = checkAccessPoint({ status: 1, ...withoutNulls(given) });
  if (errors) {
    const problems = Object.entries(errors).flatMap(([field, messages]) =>
      messages.map(message => [field, message] as const),
    );
    return { row: undefined, problems };
  }
  const whole = (name: string) => (Number.isSafeInteger(given[name]) ? Number(given[name]) : 0);
  const row: StoredAccessPoint = {
    id,
    clients: whole('clients'),
    uptime: whole('uptime'),
    last_check_in: timeIn(given['last_check_in']),
    created_at: timeIn(given['created_at']) ?? new Date(now),
    updated_at: timeIn(given['updated_at']) ?? new Date(now),
    ...newAccessPoint(fields, ownerId),
  };
  return { row, problems: [] };
}

const withoutNulls = (given: Fields): Fields =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** The moment that a text names. */
export function timeIn(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : null;
}
