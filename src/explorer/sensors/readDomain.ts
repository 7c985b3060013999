import type { Connections } from '../../connections/connection.js';
import { recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import { treeWith } from '../../model/sensors/treeWith.js';
import type { SensorTrees } from './sensorTrees.js';

/**
 * Reads a domain again with all below it, which is what a manager has a call for (contract 001, Endpoints), and puts it
 * into the tree that was read before.
 * @returns whether something of it has changed
 * @throws {ApiError} also where the manager no longer has it; the tree stays as it was
 */
export async function readDomain(
  { connections, trees }: { readonly connections: Connections; readonly trees: SensorTrees },
  connectionId: string,
  uuid: string,
): Promise<boolean> {
  const before = trees.get(connectionId);
  const client = await connections.client(connectionId);
  await trees.amend(connectionId, async index => {
    const ref = { connectionId, uuid };
    const number = index.find(ref);
    if (number === undefined) return index;
    const raw = await client.sensors.rawTree(uuid);
    const isSame = JSON.stringify(raw) === JSON.stringify(index.record(number));
    if (isSame || recordUuid(raw) !== uuid) return index;
    const parentUuid = recordUuid(index.record(index.parent(number)));
    return treeWith(index, { ref, placed: { raw, parentUuid } }) ?? index;
  });
  return trees.get(connectionId) !== before;
}
