import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../http/auth.js';
import type { Database, SqlSession } from '../store/database.js';
import { rootObject } from '../inventory/requestedFields.js';
import { requireRight } from '../users/permissions.js';
import { bodyObject, type Fields } from '../http/requestFields.js';
import { findDomain, findSensor, sensorOf, type StoredSensor } from './sensorStore.js';
import { createDomainFrom, createSensor } from './createSensor.js';
import { deleteSensor } from './deleteSensor.js';
import { modifyDomainFrom, modifySensor } from './modifySensor.js';
import { mseSensors } from './sensorRecord.js';
import { kindNames } from './namedSensors.js';
import { operations } from './operations.js';
import { overrideTree } from './override/overrideTree.js';
import { readSubtree, treeText } from './treeText.js';
import type { StoredUser } from '../users/userStore.js';

interface OfSensor {
  readonly Params: { readonly uuid: string };
}

/** Domains and sensors (contract 001, Sensors and domains). */
export function sensorRoutes(
  app: FastifyInstance,
  { database, now }: { database: Database; now: () => number },
): void {
  treeRoutes(app, database);
  writeRoutes(app, database);
  overrideRoutes(app, database, now);
}

function treeRoutes(app: FastifyInstance, database: Database): void {
  const sendTree = async (
    request: FastifyRequest,
    reply: FastifyReply,
    find: (session: SqlSession, caller: StoredUser) => Promise<StoredSensor>,
  ) => {
    const caller = callerOf(request);
    const tree = await database.read(async session => {
      const top = await find(session, caller);
      await requireRight(session, caller, 'read', top);
      return readSubtree(session, top);
    });
    return reply.type('application/json; charset=utf-8').send(Readable.from(treeText(tree)));
  };

  app.get('/api/v1/sensors/tree', { schema: operations.ownTree }, (request, reply) =>
    sendTree(request, reply, (session, caller) => sensorOf(session, caller.sensor_id)),
  );

  app.get<OfSensor>('/api/v1/sensors/:uuid/tree', { schema: operations.tree }, (request, reply) =>
    sendTree(request, reply, session => findSensor(session, request.params.uuid)),
  );

  app.get<OfSensor>('/api/v1/sensors/:uuid/mse', { schema: operations.listMse }, async request => {
    const caller = callerOf(request);
    return database.read(async session => {
      const domain = await findSensor(session, request.params.uuid);
      await requireRight(session, caller, 'read', domain);
      return { query: true, mse: await mseSensors(session, domain) };
    });
  });
}

function writeRoutes(app: FastifyInstance, database: Database): void {
  const written = async (
    request: FastifyRequest,
    write: (session: SqlSession, caller: StoredUser, body: Fields) => Promise<object>,
  ) => {
    const [caller, body] = [callerOf(request), bodyObject(request.body)];
    return { query: true, sensor: await database.write(session => write(session, caller, body)) };
  };

  app.post('/api/v1/sensors/domain', { schema: operations.createDomain }, request =>
    written(request, createDomainFrom),
  );
  for (const kind of kindNames) {
    app.post(`/api/v1/sensors/${kind}`, { schema: operations.create[kind] }, request =>
      written(request, (session, caller, body) => createSensor(session, caller, { kind, body })),
    );
  }

  const one = '/api/v1/sensors/:uuid';
  app.patch<OfSensor>(one, { schema: operations.modifyDomain }, request =>
    written(request, (session, caller, body) =>
      modifyDomainFrom(session, caller, { ...request.params, body }),
    ),
  );
  for (const kind of kindNames) {
    app.patch<OfSensor>(`${one}/${kind}`, { schema: operations.modify[kind] }, request =>
      written(request, (session, caller, body) =>
        modifySensor(session, caller, { kind, ...request.params, body }),
      ),
    );
  }

  app.delete<OfSensor>(one, { schema: operations.deleteSensor }, async request => {
    const caller = callerOf(request);
    await database.write(session => deleteSensor(session, caller, request.params.uuid));
    return { query: true };
  });
}

function overrideRoutes(app: FastifyInstance, database: Database, now: () => number): void {
  const overwrite = async (
    request: FastifyRequest,
    find: (session: SqlSession, caller: StoredUser) => Promise<StoredSensor>,
  ) => {
    const caller = callerOf(request);
    const body = rootObject(request.body, 'sensor');
    await database.write(async session => {
      const main = await find(session, caller);
      await overrideTree(session, { caller, main, body, now: now() });
    });
    return { query: 'true' };
  };

  app.post('/api/v1/sensors/override_all', { schema: operations.overrideOwn }, request =>
    overwrite(request, (session, caller) => sensorOf(session, caller.sensor_id)),
  );

  app.post<OfSensor>('/api/v1/sensors/:uuid/override_all', { schema: operations.override }, request =>
    overwrite(request, session => findDomain(session, request.params.uuid)),
  );
}
