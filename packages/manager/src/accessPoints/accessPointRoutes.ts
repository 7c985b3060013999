import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createAccessPoint as createSchema,
  type AccessPointFilters,
} from 'netsensor-contract/sensors/accessPoints';
import { serving, type Served } from '../users/auth.js';
import { csvType, recordCsv } from '../http/csv.js';
import { accessPointOperations as operations } from '../openApi/accessPointOperations.js';
import { accessPointCsv, readRows } from './accessPointRows.js';
import { bodyObject } from '../http/requestFields.js';
import { accessPointElements, deleteBelow, deleteListed } from './deleteAccessPoints.js';
import { overrideAccessPoints } from './overrideAccessPoints.js';
import { createAccessPoint, modifyAccessPoint } from './writeAccessPoint.js';

interface Filtered {
  Querystring: AccessPointFilters;
}

const all = '/api/v1/access_points';

/** The access points (contract 001, Access points); without an ending the list is JSON (field notes §1.0). */
export function accessPointRoutes(app: FastifyInstance, served: Served): void {
  listRoutes(app, served);
  writeRoutes(app, served);
  domainRoutes(app, served);
}

function listRoutes(app: FastifyInstance, served: Served): void {
  const { read } = serving(served);
  const rows = (request: FastifyRequest<Filtered>) => read(request, call => readRows(call, request.query));

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

function writeRoutes(app: FastifyInstance, served: Served): void {
  const { write } = serving(served);
  const create = (request: FastifyRequest) =>
    write(request, call => createAccessPoint(call, bodyObject(request.body)));

  app.post(all, { schema: operations.create }, async request => ({ query: true, ap: await create(request) }));

  // Creating has a format too, in which the error is said (contract 001, Errors).
  app.post(`${all}.csv`, { schema: { hide: true, body: createSchema } }, async (request, reply) =>
    reply.type(csvType).send(recordCsv(await create(request))),
  );

  // The key of the record is not published; that of create is used.
  for (const method of ['PATCH', 'PUT']) {
    app.route<{ Params: { named: string } }>({
      method,
      url: `${all}/:named`,
      schema: operations.modify,
      handler: async request => ({
        query: true,
        ap: await write(request, call => modifyAccessPoint(call, request.params.named, request.body)),
      }),
    });
  }

  app.delete(all, { schema: operations.deleteListed }, async request => {
    const elements = accessPointElements(request.body);
    await write(request, call => deleteListed(call, elements));
    return { query: 'true' };
  });
}

/** What concerns all access points of a domain; the override has a second address in older managers (field notes §1.0). */
function domainRoutes(app: FastifyInstance, served: Served): void {
  const { write } = serving(served);
  interface OfDomain {
    Params: { uuid: string };
  }
  const domain = '/api/v1/sensors/:uuid';

  app.delete<OfDomain>(`${domain}/access_points`, { schema: operations.deleteBelow }, async request => {
    await write(request, call => deleteBelow(call, request.params.uuid));
    return { query: 'true' };
  });

  const override = async (request: FastifyRequest<OfDomain>) => {
    const elements = accessPointElements(request.body);
    await write(request, call => overrideAccessPoints(call, request.params.uuid, elements));
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
