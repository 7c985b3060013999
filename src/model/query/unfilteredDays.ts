import type { Stretch } from './timeRange.js';

/** Days that a query may look at without being asked about; one that is an hour longer crosses a change of the clocks. */
const mostDays = 30;
const hour = 3_600_000;

/**
 * How many days a query looks at, when these are many and no filter leaves rows out; undefined for any other.
 * @param query as it is sent
 */
export function unfilteredDays(query: unknown, stretches: readonly Stretch[]): number | undefined {
  const { filter, namespace_uuids: namespaces } = Object(query) as Readonly<Record<string, unknown>>;
  const isFiltered =
    (filter ?? undefined) !== undefined || (Array.isArray(namespaces) && namespaces.length > 0);
  const length = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  return isFiltered || length <= (24 * mostDays + 1) * hour ? undefined : Math.round(length / (24 * hour));
}
