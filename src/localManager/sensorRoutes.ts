import type { FastifyInstance } from 'fastify';
import type { AccessPointStore } from './accessPointStore.js';
import { callerOf } from './auth.js';
import type { SensorStore } from './sensorStore.js';
import { sensorTree } from './sensorTree.js';

/** The sensor tree of the caller's top domain and of one sensor (contract 001, Sensors and domains). */
export function sensorRoutes(
  app: FastifyInstance,
  stores: { sensors: SensorStore; accessPoints: AccessPointStore },
): void {
  const tree = async (where: { id: number } | { uuid: string }) => {
    const [rows, points] = await Promise.all([stores.sensors.subtree(where), stores.accessPoints.list()]);
    return { query: true, sensor: sensorTree(rows, points) };
  };

  app.get('/api/v1/sensors/tree', request => tree({ id: callerOf(request).sensor_id }));

  app.get<{ Params: { uuid: string } }>('/api/v1/sensors/:uuid/tree', request =>
    tree({ uuid: request.params.uuid }),
  );
}
