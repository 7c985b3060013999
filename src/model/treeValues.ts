import { recordDomainType, recordUuid } from './sensors/nodeRecord.js';
import { childGroup, type SensorIndex } from './sensors/sensorIndex.js';

/** A uuid with the name that people know. */
export interface NamedValue {
  readonly value: string;
  readonly name: string;
}

const domainTypeOf: Readonly<Record<string, number>> = {
  organization_uuid: 2,
  market_uuid: 3,
  campus_uuid: 4,
  building_uuid: 5,
  service_provider_uuid: 6,
  deployment_uuid: 7,
  floor_uuid: 101,
};
const domainNames: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(domainTypeOf).map(([field, type]) => [field.replace('_uuid', ''), type]),
);

/** The domains, whose uuids name what is searched (contract 002, namespace_uuids). */
export function namespaces(tree: SensorIndex): NamedValue[] {
  return values(tree, number => tree.group(number) === childGroup.domain, 'uuid');
}

/** The values of a dimension that the tree knows better than the data; undefined for all others. */
export function treeValues(tree: SensorIndex, dimension: string): NamedValue[] | undefined {
  const isSensor = (number: number) => tree.group(number) === childGroup.sensor;
  const isDomain = (type: number) => (number: number) =>
    tree.group(number) === childGroup.domain && recordDomainType(tree.record(number)) === type;
  if (dimension === 'sensor_uuid') return values(tree, isSensor, 'uuid');
  if (dimension === 'sensor_name') return values(tree, isSensor, 'name');
  if (dimension === 'namespace_uuid') return namespaces(tree);
  const uuidType = domainTypeOf[dimension];
  if (uuidType !== undefined) return values(tree, isDomain(uuidType), 'uuid');
  const nameType = domainNames[dimension];
  return nameType === undefined ? undefined : values(tree, isDomain(nameType), 'name');
}

/** As `treeValues`, but each dimension of a tree is looked through once, for as long as the tree is used. */
export function rememberedTreeValues(): typeof treeValues {
  const known = new WeakMap<SensorIndex, Map<string, NamedValue[] | undefined>>();
  return (tree, dimension) => {
    const found = known.get(tree) ?? new Map<string, NamedValue[] | undefined>();
    known.set(tree, found);
    if (!found.has(dimension)) found.set(dimension, treeValues(tree, dimension));
    return found.get(dimension);
  };
}

function values(
  tree: SensorIndex,
  isMeant: (number: number) => boolean,
  what: 'uuid' | 'name',
): NamedValue[] {
  const found = new Map<string, NamedValue>();
  for (let number = 0; number < tree.size; number += 1) {
    if (!isMeant(number)) continue;
    const name = tree.label(number);
    const value = what === 'name' ? name : recordUuid(tree.record(number));
    if (value !== undefined && !found.has(value)) {
      found.set(value, { value, name: what === 'uuid' ? name : tree.path(number).slice(0, -1).join(' / ') });
    }
  }
  return [...found.values()];
}
