import { fieldsWhere } from 'netsensor-contract/text/collections';
import * as z from 'zod';
import {
  accessPoint,
  createAccessPoint,
  modifyAccessPoint,
  type AccessPoint,
} from 'netsensor-contract/sensors/accessPoints';
import type { RecordRules } from '../inventory/recordRules.js';
import { type RecordFields } from '../inventory/recordText.js';
import * as sensors from 'netsensor-contract/sensors/sensors';
import { recordType, type SensorKind } from 'netsensor-contract/sensors/nodeRecord';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { hasLostLetter } from '../text/lostLetters.js';
import { readAccessPoint, readSensor } from 'netsensor-contract/sensors/readRecords';
import type { PlacedNode, SensorIndex } from './sensorIndex.js';

/** What the contract creates in the sensor tree (contract 001, Endpoints). */
export type NodeKind = Exclude<SensorKind, 'other'> | 'accessPoint';

/** One kind of node: what is written to create and to modify it. */
export interface NodeKindInfo {
  /** Name of one, sentence case. */
  readonly singular: string;
  /** Start of the names of its schemas below `schemas/`. */
  readonly schemaName: string;
  readonly create: z.ZodObject;
  readonly modify: z.ZodObject;
  /** Whether a modification overwrites all properties with the fields it carries (contract 001, Modify flow, MSE or vendor sensor). */
  readonly isOverwritten: boolean;
  /** The field that names the parent. */
  readonly parentField: 'parent_uuid' | 'sensor_uuid';
  /** What a draft begins with: the required fields, and defaults worth seeing. */
  readonly draft: RecordFields;
}

const parentField = 'parent_uuid';

/** The kinds of nodes. A body of modify by type carries the full field set of create (contract 001, Modify flow, MSE or vendor sensor). */
export const nodeKinds: Readonly<Record<NodeKind, NodeKindInfo>> = {
  domain: {
    singular: 'Domain',
    schemaName: 'domain',
    create: sensors.createDomain,
    modify: sensors.modifyDomain,
    isOverwritten: false,
    parentField,
    draft: { name: '', domain_type: 1 },
  },
  flow: {
    singular: 'Flow sensor',
    schemaName: 'flow-sensor',
    create: sensors.createFlowSensor,
    modify: sensors.createFlowSensor,
    isOverwritten: true,
    parentField,
    draft: { name: '', ip: '' },
  },
  vendor: {
    singular: 'Vendor sensor',
    schemaName: 'vendor-sensor',
    create: sensors.createVendorSensor,
    modify: sensors.createVendorSensor,
    isOverwritten: true,
    parentField,
    draft: { name: '', ip: '' },
  },
  mse: {
    singular: 'MSE sensor',
    schemaName: 'mse-sensor',
    create: sensors.createMseSensor,
    modify: sensors.createMseSensor,
    isOverwritten: true,
    parentField,
    draft: { name: '', stream: '' },
  },
  accessPoint: {
    singular: 'Access point',
    schemaName: 'access-point',
    create: createAccessPoint,
    modify: modifyAccessPoint,
    isOverwritten: false,
    parentField: 'sensor_uuid',
    draft: { name: '', mac_address: '' },
  },
};

/** Names of the kinds of nodes. */
export const nodeKindNames = Object.keys(nodeKinds) as NodeKind[];

/** Fields that the manager sets by itself; they are shown, and a change of them means nothing. */
const bookkeepingFields = [
  'applied_at',
  'need_apply',
  'applying',
  'need_reputation_apply',
  'created_at',
  'updated_at',
  'last_check_in',
  'clients',
  'uptime',
];

/** Answered once by create and never shown (architecture, rule 5). */
const secretFields = ['secret'];

/** Of a domain: what identifies and places it can be changed, not emptied. */
const neverEmpty = ['uuid', 'domain_type', 'type', 'parent_uuid', 'sensor_uuid'];

/** What may be changed in the document of a node. */
export function nodeRules(kind: NodeKind): RecordRules {
  const { create, modify } = nodeKinds[kind];
  const shape = modify.shape as Record<string, z.ZodType>;
  const fields = Object.entries(shape).map(([name, field]) => {
    const isEmptied = isOptional(create, name) && !neverEmpty.includes(name);
    return [name, isEmptied ? z.nullable(field) : field] as const;
  });
  const stored = kind === 'accessPoint' ? Object.keys(accessPoint.shape) : Object.keys(sensors.treeFields);
  return {
    fields: Object.fromEntries(fields),
    readOnlyFields: stored.filter(name => !Object.hasOwn(shape, name)),
    bookkeepingFields,
    secretFields,
  };
}

/** Those of some fields that a manager demands of a node, so that a full write without them is refused (contract 001: fields marked R). */
export const demandedOf = (kind: NodeKind, fields: readonly string[]): readonly string[] =>
  fields.filter(name => !isOptional(nodeKinds[kind].create, name));

const isOptional = (create: z.ZodObject, name: string) =>
  !Object.hasOwn(create.shape, name) || create.shape[name] instanceof z.ZodOptional;

/**
 * The fields of a node as its document shows them: those that may be changed first, in the order of the contract;
 * without subordinates, secrets replaced.
 * @param given fields that were written and that the manager does not return
 */
export function nodeFields(kind: NodeKind, record: RecordFields, given: RecordFields = {}): RecordFields {
  const all: RecordFields = { ...given, ...fieldsWhere(record, (_, value) => value !== undefined) };
  const first = Object.keys(nodeKinds[kind].modify.shape);
  const names = [...first, ...Object.keys(all).filter(name => !first.includes(name))];
  return Object.fromEntries(
    names
      .filter(name => Object.hasOwn(all, name) && !subordinates.includes(name))
      .map(name => [name, secretFields.includes(name) ? secretPlaceholder : all[name]]),
  );
}

const subordinates = ['children', 'access_points'];

/** The fields of a sensor, with the parent that the tree tells; a name that could not be read is none. */
export const placedSensor = (record: sensors.SensorRecord, parentUuid: string | undefined): RecordFields => ({
  ...record,
  name: record.name || null,
  parent_uuid: parentUuid,
});

/** The fields of an access point, with the parent that the tree tells where the record does not. */
export const placedAccessPoint = (record: AccessPoint, sensorUuid: string | undefined): RecordFields => ({
  ...record,
  sensor_uuid: record.sensor_uuid ?? sensorUuid,
});

/** The fields of a node of a tree as its document shows them. @param given see {@link nodeFields} */
export const placedFields = (
  kind: NodeKind,
  { raw, parentUuid }: PlacedNode,
  given: RecordFields = {},
): RecordFields =>
  nodeFields(
    kind,
    kind === 'accessPoint'
      ? placedAccessPoint(readAccessPoint(raw), parentUuid)
      : placedSensor(readSensor(raw), parentUuid),
    given,
  );

/** A write that overwrites all properties of a sensor. */
export interface FullWrite {
  readonly body: RecordFields;
  /** Properties that the body does not carry and the record does not show: the manager empties what nobody has seen. */
  readonly emptied: readonly string[];
  /** Properties of the body that nobody changed and in which a letter is lost: sent back, it would stay lost. */
  readonly lost: readonly string[];
}

/** The full field set of a sensor with some fields changed (contract 001, Modify flow, MSE or vendor sensor). */
export function fullWrite(kind: NodeKind, current: RecordFields, changes: RecordFields): FullWrite {
  const names = Object.keys(nodeKinds[kind].modify.shape);
  const merged: RecordFields = { ...current, ...changes };
  const sent = names.filter(name => Object.hasOwn(merged, name) && merged[name] !== null);
  return {
    body: Object.fromEntries(sent.map(name => [name, merged[name]])),
    emptied: names.filter(name => !sent.includes(name) && !Object.hasOwn(current, name)),
    lost: sent.filter(name => !Object.hasOwn(changes, name) && hasLostLetter(merged[name])),
  };
}

/** What a manager ignores or will refuse in a node, although each field for itself is right. */
export interface NodeWarning {
  /** Its name; `enrichment.floor_uuid` for one within another. */
  readonly field: string;
  readonly code: 'unused' | 'notInTree' | 'noDomain' | 'noFlowSensor' | 'insideItself' | 'newDomain';
  /** For `unused`: the only `domain_type` that uses the field. */
  readonly domainType?: number;
}

/** Fields that are used for one `domain_type` only (contract 001, Domain fields). */
const usedOnlyFor: Readonly<Record<string, number>> = {
  mac_hasing_salt: 6,
  visualization_range: 2,
  megabytes_limit: 2,
};

const sensorTypes = { domain: 1, flow: 5 };

/**
 * Looks at what belongs together in the fields of a node.
 * @param tree the tree of the manager, when it was read
 */
export function nodeWarnings(
  kind: NodeKind,
  fields: RecordFields,
  tree: SensorIndex | undefined,
): readonly NodeWarning[] {
  const { parentField } = nodeKinds[kind];
  return [
    ...(kind === 'domain' ? unusedFields(fields) : []),
    ...(tree ? placeWarnings(parentField, fields, tree) : []),
    ...(tree && kind === 'accessPoint'
      ? [...flowWarnings(fields, tree), ...enrichmentWarnings(fields, tree)]
      : []),
  ];
}

function unusedFields(fields: RecordFields): NodeWarning[] {
  const { domain_type: type = 1 } = fields;
  return Object.entries(usedOnlyFor)
    .filter(([field, domainType]) => isGiven(fields[field]) && type !== domainType)
    .map(([field, domainType]) => ({ field, code: 'unused', domainType }));
}

function placeWarnings(field: string, fields: RecordFields, tree: SensorIndex): NodeWarning[] {
  const uuid = fields[field];
  if (typeof uuid !== 'string' || uuid === '') return [];
  const parent = tree.find({ connectionId: '', uuid });
  if (parent === undefined) return [{ field, code: 'notInTree' }];
  if (recordType(tree.record(parent)) !== sensorTypes.domain) return [{ field, code: 'noDomain' }];
  if (field !== 'parent_uuid' || typeof fields.uuid !== 'string') return [];
  const self = tree.find({ connectionId: '', uuid: fields.uuid });
  return self !== undefined && tree.isWithin(parent, self) ? [{ field, code: 'insideItself' }] : [];
}

function flowWarnings({ flow_uuid: uuid }: RecordFields, tree: SensorIndex): NodeWarning[] {
  if (typeof uuid !== 'string' || uuid === '') return [];
  const number = tree.find({ connectionId: '', uuid });
  if (number === undefined) return [{ field: 'flow_uuid', code: 'notInTree' }];
  const isFlow = recordType(tree.record(number)) === sensorTypes.flow;
  return isFlow ? [] : [{ field: 'flow_uuid', code: 'noFlowSensor' }];
}

/** Extra location data names nodes, too (contract 001, Access point record). */
function enrichmentWarnings({ enrichment }: RecordFields, tree: SensorIndex): NodeWarning[] {
  return Object.entries(isRecord(enrichment) ? enrichment : {})
    .filter(([name, uuid]) => name.endsWith('_uuid') && typeof uuid === 'string' && uuid !== '')
    .filter(([, uuid]) => tree.find({ connectionId: '', uuid: String(uuid) }) === undefined)
    .map(([name]) => ({ field: `enrichment.${name}`, code: 'notInTree' }));
}

const isGiven = (value: unknown) => value !== undefined && value !== null;
