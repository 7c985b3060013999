import type { Connections } from '../connections/connection.js';
import { SensorIndex } from '../model/sensors/sensorIndex.js';
import { KeptReads } from './readCache.js';

/** The sensor trees by connection: each is read whole. */
export type SensorTrees = KeptReads<SensorIndex>;

/** No tree is read before it is asked for. */
export const sensorTrees = (connections: Connections): SensorTrees =>
  new KeptReads(async (connectionId, signal) => {
    const client = await connections.client(connectionId);
    return new SensorIndex(await client.sensors.rawTree(undefined, signal));
  });
