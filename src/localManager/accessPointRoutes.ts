import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAccessPoint, type AccessPointFilters } from '../model/sensors/accessPoints.js';
import { accessPointCsv } from './accessPoints/accessPointRows.js';
import type { AccessPointStore } from './accessPointStore.js';
import { callerOf } from './http/auth.js';
import { csvType, recordCsv } from './http/csv.js';
import { accessPointOperations as operations } from './openApi/accessPointOperations.js';

interface Filtered {
  Querystring: AccessPointFilters;
}

const all = '/api/v1/access_points';

/** The access points (contract 001, Access points); without an ending the list is JSON (field notes §1.0). */
export function accessPointRoutes(app: FastifyInstance, stores: { accessPoints: AccessPointStore }): void {
  listRoutes(app, stores.accessPoints);
  writeRoutes(app, stores.accessPoints);
  domainRoutes(app, stores.accessPoints);
}

function listRoutes(app: FastifyInstance, store: AccessPointStore): void {
  const rows = (request: FastifyRequest<Filtered>) => store.rows(callerOf(request), request.query);

  app.get<Filtered>(all, { schema: operations.list, preValidation: readFilters }, async request => ({
    query: true,
    access_points: await rows(request),
  }));

  app.get<Filtered>(
    `${all}.csv`,
    { schema: operations.listAsCsv, preValidation: readFilters },
    async (request, reply) => reply.type(csvType).send(accessPointCsv(await rows(request))),
  );
}

function writeRoutes(app: FastifyInstance, store: AccessPointStore): void {
  app.post(all, { schema: operations.create }, async request => ({
    query: true,
    ap: await store.create(callerOf(request), request.body),
  }));

  // Creating has a format too, in which the error is said (contract 001, Errors).
  app.post(`${all}.csv`, { schema: { hide: true, body: createAccessPoint } }, async (request, reply) => {
    const record = await store.create(callerOf(request), request.body);
    return reply.type(csvType).send(recordCsv(record));
  });

  // The key of the record is not published; that of create is used.
  app.route<{ Params: { named: string } }>({
    method: ['PATCH', 'PUT'],
    url: `${all}/:named`,
    schema: operations.modify,
    handler: async request => ({
      query: true,
      ap: await store.modify(callerOf(request), request.params.named, request.body),
    }),
  });

  app.delete(all, { schema: operations.deleteListed }, async request => {
    await store.deleteListed(callerOf(request), request.body);
    return { query: 'true' };
  });
}

/** What concerns all access points of a domain; the override has a second address in older managers (field notes §1.0). */
function domainRoutes(app: FastifyInstance, store: AccessPointStore): void {
  interface OfDomain {
    Params: { uuid: string };
  }
  const domain = '/api/v1/sensors/:uuid';

  app.delete<OfDomain>(`${domain}/access_points`, { schema: operations.deleteBelow }, async request => {
    await store.deleteBelow(callerOf(request), request.params.uuid);
    return { query: 'true' };
  });

  const override = async (request: FastifyRequest<OfDomain>) => {
    await store.override(callerOf(request), request.params.uuid, request.body);
    return { query: 'true' };
  };
  app.post<OfDomain>(`${domain}/access_point/override`, { schema: operations.override }, override);
  app.post<OfDomain>(`${domain}/access_points/override`, { schema: { hide: true } }, override);
}

/** Of a filter that is repeated the last value counts, as in Rails; one without a value does not filter. */
async function readFilters(request: FastifyRequest): Promise<void> {
  const given = Object.entries(request.query as Record<string, string | string[]>);
  request.query = Object.fromEntries(
    given
      .map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value] as const)
      .filter(([, value]) => value.trim() !== ''),
  );
}
