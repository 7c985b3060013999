import { folded } from 'netsensor-contract/text/folded';
import { recordMac, recordUuid, type NodeHint, type NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';

/** What finding and showing a node takes. */
export interface Revealing {
  readonly read: (connectionId: string) => Promise<SensorIndex>;
  readonly reveal: (ref: NodeRef) => Promise<void>;
}

/** Selects the node that is meant, reading the tree if nobody has; false when the manager does not have it. */
export async function revealHint(hint: NodeHint, { read, reveal }: Revealing): Promise<boolean> {
  const index = await read(hint.connectionId);
  const ref = 'name' in hint ? named(index, hint) : hint;
  if (!ref || index.find(ref) === undefined) return false;
  await reveal(ref);
  return true;
}

/** The first node of a name, else of another spelling of it: the highest in the tree, which lists parents before children. */
function named(index: SensorIndex, hint: { connectionId: string; name: string }): NodeRef | undefined {
  const plain = folded(hint.name);
  return (
    firstWhere(index, hint.connectionId, label => label === hint.name) ??
    firstWhere(index, hint.connectionId, label => folded(label) === plain)
  );
}

function firstWhere(
  index: SensorIndex,
  connectionId: string,
  isMeant: (label: string) => boolean,
): NodeRef | undefined {
  for (let number = 0; number < index.size; number += 1) {
    if (!isMeant(index.label(number))) continue;
    const record = index.record(number);
    const uuid = recordUuid(record);
    if (!index.isAccessPoint(number) && uuid !== undefined) return { connectionId, uuid };
    const macAddress = recordMac(record);
    if (macAddress !== undefined) return { connectionId, macAddress };
  }
  return undefined;
}
