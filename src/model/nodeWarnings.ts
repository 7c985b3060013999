import { nodeKinds, type NodeKind } from './sensors/nodeDocument.js';
import { recordType } from './sensors/nodeRecord.js';
import type { RecordFields } from './inventory/recordText.js';
import type { SensorIndex } from './sensors/sensorIndex.js';

/** What a manager ignores or will refuse in a node, although each field for itself is right. */
export interface NodeWarning {
  readonly field: string;
  readonly code: 'unused' | 'notInTree' | 'noDomain' | 'noFlowSensor' | 'insideItself';
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
    ...(tree && kind === 'accessPoint' ? flowWarnings(fields, tree) : []),
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
  return self !== undefined && isWithin(tree, parent, self) ? [{ field, code: 'insideItself' }] : [];
}

function isWithin(tree: SensorIndex, node: number, ancestor: number): boolean {
  for (let number = node; number >= 0; number = tree.parent(number)) if (number === ancestor) return true;
  return false;
}

function flowWarnings({ flow_uuid: uuid }: RecordFields, tree: SensorIndex): NodeWarning[] {
  if (typeof uuid !== 'string' || uuid === '') return [];
  const number = tree.find({ connectionId: '', uuid });
  if (number === undefined) return [{ field: 'flow_uuid', code: 'notInTree' }];
  const isFlow = recordType(tree.record(number)) === sensorTypes.flow;
  return isFlow ? [] : [{ field: 'flow_uuid', code: 'noFlowSensor' }];
}

const isGiven = (value: unknown) => value !== undefined && value !== null;
