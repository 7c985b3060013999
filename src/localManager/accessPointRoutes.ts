import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { accessPointFilters, type AccessPointFilters } from '../model/accessPoints.js';
import { accessPointCsv, accessPointRows } from './accessPointRows.js';
import type { AccessPointStore } from './accessPointStore.js';
import type { SensorStore } from './sensorStore.js';

/** The list of access points as JSON or CSV; without an ending it is JSON (contract 001; field notes §1.0). */
export function accessPointRoutes(
  app: FastifyInstance,
  stores: { sensors: SensorStore; accessPoints: AccessPointStore },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const schema = { querystring: accessPointFilters };

  const rows = async (filters: AccessPointFilters) => {
    const [points, sensors] = await Promise.all([
      stores.accessPoints.list(withoutBlanks(filters)),
      stores.sensors.byId(),
    ]);
    return accessPointRows(points, sensors);
  };

  typed.get('/api/v1/access_points', { schema }, async request => ({
    query: true,
    access_points: await rows(request.query),
  }));

  typed.get('/api/v1/access_points.csv', { schema }, async (request, reply) =>
    reply.type('text/csv; charset=utf-8').send(accessPointCsv(await rows(request.query))),
  );
}

/** A filter without a value does not filter. */
const withoutBlanks = (filters: AccessPointFilters): AccessPointFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
