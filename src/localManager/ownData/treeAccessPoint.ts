import { checkAccessPoint, newAccessPoint } from '../accessPoints/accessPointFields.js';
import type { StoredAccessPoint } from '../accessPoints/accessPointTable.js';
import type { FieldErrors } from '../http/errors.js';
import type { Fields } from '../http/requestFields.js';

/**
 * Reads the record of an access point with the rules of create, or says what is wrong with it by field; it is up unless
 * the document says otherwise.
 */
export function treeAccessPoint(
  given: Fields,
  { id, ownerId, now }: { readonly id: number; readonly ownerId: number; readonly now: number },
): { readonly row?: StoredAccessPoint; readonly errors?: FieldErrors } {
  const { fields, errors } = checkAccessPoint({ status: 1, ...withoutNulls(given) });
  if (errors) return { errors };
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
  return { row };
}

const withoutNulls = (given: Fields): Fields =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** The moment that a text names. */
export function timeIn(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : null;
}
