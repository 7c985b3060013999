import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type Served, serving } from '../users/auth.js';
import { requireRight } from '../users/permissions.js';
import { bodyObject, rootObject, type Fields } from '../http/requestFields.js';
import { findDomain, findSensor, sensorFor, sensorOf, type StoredSensor } from './sensorStore.js';
import { createDomainFrom, createSensor } from './createSensor.js';
import { deleteSensor } from './writeSensors.js';
import { modifyDomainFrom, modifySensor } from './modifySensor.js';
import { mseSensors } from './sensorRecord.js';
import { kindNames } from './namedSensors.js';
import { operations } from './sensorOperations.js';
import { overrideTree } from './override/overrideTree.js';
import { readSubtree, treeText } from './treeText.js';

interface OfSensor {
  readonly Params: { readonly uuid: string };
}

/** Domains and sensors (contract 001, Sensors and domains). */
export function sensorRoutes(app: FastifyInstance, served: Served): void {
  treeRoutes(app, served);
  writeRoutes(app, served);
  overrideRoutes(app, served);
}

type FindSensor = (call: Call) => Promise<StoredSensor>;

const ownTop: FindSensor = ({ session, caller }) => sensorOf(session, caller.sensor_id);

function treeRoutes(app: FastifyInstance, served: Served): void {
  const { read } = serving(served);
  const sendTree = async (request: FastifyRequest, reply: FastifyReply, find: FindSensor) => {
    const tree = await read(request, async call => {
      const top = await find(call);
      await requireRight(call, 'read', top);
      return readSubtree(call.session, top);
    });
    return reply.type('application/json; charset=utf-8').send(Readable.from(treeText(tree)));
  };

  app.get('/api/v1/sensors/tree', { schema: operations.ownTree }, (request, reply) =>
    sendTree(request, reply, ownTop),
  );

  app.get<OfSensor>('/api/v1/sensors/:uuid/tree', { schema: operations.tree }, (request, reply) =>
    sendTree(request, reply, ({ session }) => findSensor(session, request.params.uuid)),
  );

  app.get<OfSensor>('/api/v1/sensors/:uuid/mse', { schema: operations.listMse }, async request =>
    read(request, async call => {
      const domain = await sensorFor(call, 'read', request.params.uuid);
      return { query: true, mse: await mseSensors(call.session, domain) };
    }),
  );
}

function writeRoutes(app: FastifyInstance, served: Served): void {
  const { write } = serving(served);
  const written = async (request: FastifyRequest, work: (call: Call, body: Fields) => Promise<object>) => {
    const body = bodyObject(request.body);
    return { query: true, sensor: await write(request, call => work(call, body)) };
  };

  app.post('/api/v1/sensors/domain', { schema: operations.createDomain }, request =>
    written(request, createDomainFrom),
  );
  for (const kind of kindNames) {
    app.post(`/api/v1/sensors/${kind}`, { schema: operations.create[kind] }, request =>
      written(request, (call, body) => createSensor(call, kind, body)),
    );
  }

  const one = '/api/v1/sensors/:uuid';
  app.patch<OfSensor>(one, { schema: operations.modifyDomain }, request =>
    written(request, (call, body) => modifyDomainFrom(call, request.params.uuid, body)),
  );
  for (const kind of kindNames) {
    app.patch<OfSensor>(`${one}/${kind}`, { schema: operations.modify[kind] }, request =>
      written(request, (call, body) => modifySensor(call, { kind, ...request.params }, body)),
    );
  }

  app.delete<OfSensor>(one, { schema: operations.deleteSensor }, async request => {
    await write(request, call => deleteSensor(call, request.params.uuid));
    return { query: true };
  });
}

function overrideRoutes(app: FastifyInstance, served: Served): void {
  const { write } = serving(served);
  const overwrite = async (request: FastifyRequest, find: FindSensor) => {
    const body = rootObject(request.body, 'sensor');
    await write(request, async call => overrideTree(call, await find(call), body));
    return { query: 'true' };
  };

  app.post('/api/v1/sensors/override_all', { schema: operations.overrideOwn }, request =>
    overwrite(request, ownTop),
  );

  app.post<OfSensor>('/api/v1/sensors/:uuid/override_all', { schema: operations.override }, request =>
    overwrite(request, ({ session }) => findDomain(session, request.params.uuid)),
  );
}
