import type { NodeRef } from './sensors/nodeTarget.js';

/** What a value of a dimension tells of a node of the tree: which one it is, or at least its name. */
export type NodeHint = NodeRef | { readonly connectionId: string; readonly name: string };

/** Dimensions that hold names of sensors and domains (contract 002, Dimensions). */
const nameDimensions = new Set([
  'sensor_name',
  'namespace',
  'organization',
  'service_provider',
  'deployment',
  'market',
  'campus',
  'building',
  'floor',
  'zone',
  'wireless_station_name',
]);

const namesByUuid = (dimension: string) => dimension.endsWith('_uuid') && dimension !== 'incident_uuid';

/** Whether the values of a dimension name something in the tree. */
export const isTreeDimension = (dimension: string): boolean =>
  nameDimensions.has(dimension) || dimension === 'wireless_station' || namesByUuid(dimension);

/** The node that a value of a dimension is about; undefined for dimensions that are about something else. */
export function nodeHint(shown: {
  connectionId: string;
  dimension: string;
  value: string;
}): NodeHint | undefined {
  const { connectionId, dimension, value } = shown;
  if (value === '' || !isTreeDimension(dimension)) return undefined;
  if (namesByUuid(dimension)) return { connectionId, uuid: value };
  return dimension === 'wireless_station'
    ? { connectionId, macAddress: value }
    : { connectionId, name: value };
}
