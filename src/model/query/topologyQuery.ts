import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { QueryRow } from './queryResult.js';
import { domainDimensions } from 'netsensor-contract/query/dataSources';
import { printInterval, type Stretch } from 'netsensor-contract/query/timeRange';

/** The flows of a domain: those that hold one of some values in a dimension (contract 002, Dimensions). */
export interface Scope {
  readonly dimension: string;
  readonly values: readonly string[];
}

/** Keeps a query to the flows of a domain. */
export function scopeFilter({ dimension, values }: Scope): object {
  const fields = values.map(value => ({ type: 'selector', dimension, value }));
  return fields.length === 1 ? { ...fields[0] } : { type: 'or', fields };
}

/** What a topology is asked for. */
export interface TopologyQuestion {
  /** Undefined for all that the manager shows. */
  readonly scope: Scope | undefined;
  readonly stretch: Stretch;
}

/** Bytes of flows, and what these name by uuid: the domains and the sensor that they were seen at. */
export interface PlaceTraffic {
  readonly uuids: readonly string[];
  readonly bytes: number;
}

const bytesOfFlows = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' } as const;

function flowQuery({ scope, stretch }: TopologyQuestion, dimensions: readonly string[]): object {
  return {
    queryType: 'groupBy',
    dataSource: 'rb_flow',
    granularity: 'all',
    dimensions,
    ...(scope && { filter: scopeFilter(scope) }),
    intervals: [printInterval(stretch)],
    aggregations: [bytesOfFlows],
  };
}

/**
 * Asks for the bytes of each place: one group for each chain of domains that flows name, and each sensor.
 * @param domainTypes the kinds of domains that there are (contract 002, Dimensions)
 */
export const placeTrafficQuery = (question: TopologyQuestion, domainTypes: readonly number[]): object =>
  flowQuery(question, placeDimensions(domainTypes));

const placeDimensions = (domainTypes: readonly number[]): string[] => [
  ...domainTypes.flatMap(type => (domainDimensions[type] ? [`${domainDimensions[type]}_uuid`] : [])),
  'namespace_uuid',
  'sensor_uuid',
];

/** The groups of such an answer. */
export function placeTraffic(rows: readonly QueryRow[]): PlaceTraffic[] {
  return rows.flatMap(({ values: { bytes: written, ...named } }) => {
    const bytes = bytesIn(written);
    if (bytes === undefined) return [];
    const uuids = Object.values(named).flatMap(value => (typeof value === 'string' && value ? [value] : []));
    return [{ uuids: [...new Set(uuids)], bytes }];
  });
}

/** Asks for the bytes of each access point. */
export const pointTrafficQuery = (question: TopologyQuestion): object =>
  flowQuery(question, ['wireless_station', 'namespace_uuid']);

/** Bytes by what a MAC address is known by; flows of a wire have none, and are left out. */
export function pointTraffic(rows: readonly QueryRow[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { values } of rows) {
    const station = values['wireless_station'];
    const bytes = bytesIn(values['bytes']);
    if (typeof station !== 'string' || !station || bytes === undefined) continue;
    const mac = macKey(station);
    sums.set(mac, (sums.get(mac) ?? 0) + bytes);
  }
  return sums;
}

/**
 * The same questions to the source without a namespace and to those that namespaces have of their own: there flows of a
 * namespace may be in the one, in the other, or in both, as a manager can be told to keep everything in one source (field
 * notes §2.1).
 */
export const namespaceQuestions = (query: object, namespaces: readonly string[]): object[] =>
  namespaces.length === 0 ? [query] : [query, { ...query, namespace_uuids: namespaces }];

/** The rows of all of these answers, grouped by namespace too: what the first one has of a namespace is not counted again. */
export function namespaceRows([
  first = [],
  second = [],
]: readonly (readonly QueryRow[])[]): readonly QueryRow[] {
  const known = new Set(first.map(({ values }) => values['namespace_uuid'] ?? ''));
  return [
    ...first,
    ...second.filter(({ values: { namespace_uuid: uuid } }) => (uuid ?? '') !== '' && !known.has(uuid ?? '')),
  ];
}

/** Sums may be missing, or text where nothing was added up (field notes §2.6). */
export function bytesIn(value: unknown): number | undefined {
  const bytes = Number(value ?? 0);
  return Number.isFinite(bytes) && bytes >= 0 ? bytes : undefined;
}
