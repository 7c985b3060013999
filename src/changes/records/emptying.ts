import { isSameValue } from '../../model/inventory/recordRules.js';
import { nodeKinds, type NodeKind } from '../../model/sensors/nodeDocument.js';
import type { RecordFields } from '../../model/inventory/recordText.js';

/** What a manager does with properties that a full write leaves out. */
export type Emptying = 'keeps' | 'empties';

/** A full write with the record before and after it, as the manager sent it. */
export interface ObservedWrite {
  readonly kind: NodeKind;
  readonly body: RecordFields;
  readonly before: RecordFields;
  readonly after: RecordFields;
}

/** Properties without a value of their own: whoever left them empty finds no value there. */
const neverFilledIn = ['snmp_community', 'homenets', 'router_macs'];

/**
 * What the record after a full write tells of properties that the write left out (contract 001, Modify flow, MSE or
 * vendor sensor: all properties are updated). Undefined when it tells nothing: most are never returned, and a value that
 * was not seen before may be a default.
 */
export function observedEmptying({ kind, body, before, after }: ObservedWrite): Emptying | undefined {
  const leftOut = Object.keys(nodeKinds[kind].modify.shape).filter(name => !Object.hasOwn(body, name));
  const known = leftOut.filter(name => hasValue(before[name]));
  if (known.some(name => !isSameValue(before[name], after[name]))) return 'empties';
  const isStillThere = (name: string) =>
    neverFilledIn.includes(name) && hasValue(after[name]) && after[name] !== 'public';
  return known.length > 0 || leftOut.some(isStillThere) ? 'keeps' : undefined;
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
