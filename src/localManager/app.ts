import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accessPointRoutes } from './accessPointRoutes.js';
import type { AccessPointStore } from './accessPointStore.js';
import { authenticateBody, authenticateQuery, redactKey } from './auth.js';
import { dataRoutes } from './dataRoutes.js';
import type { Database } from './database.js';
import { errorHandler, notFound } from './errors.js';
import { inventoryRoutes } from './inventoryRoutes.js';
import type { InventoryStore } from './inventoryStore.js';
import { sensorRoutes } from './sensorRoutes.js';
import type { SensorStore } from './sensorStore.js';
import type { UserStore } from './userStore.js';

/** What the manager serves from. */
export interface Stores {
  readonly database: Database;
  readonly users: UserStore;
  readonly sensors: SensorStore;
  readonly accessPoints: AccessPointStore;
  readonly inventory: InventoryStore;
}

/** What the app reports, with API keys already removed. */
export interface AppLog {
  readonly request?: ((line: string) => void) | undefined;
  readonly failure: (error: unknown) => void;
}

const largestBody = 64 * 1024 * 1024;

/** The manager without a listener; tests call it with `app.inject()`. */
export function createApp(stores: Stores, log: AppLog): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: largestBody,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: request => withoutJsonEnding(request.url ?? '/'),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  parseJsonBodies(app);
  app.setErrorHandler(errorHandler(log.failure));
  app.setNotFoundHandler((_request, reply) => reply.status(404).send(notFound().body));
  app.addHook('onResponse', async (request, reply) => {
    const milliseconds = reply.elapsedTime.toFixed(0);
    log.request?.(`${request.method} ${redactKey(request.url)} ${reply.statusCode} ${milliseconds} ms`);
  });
  void app.register(async api => {
    api.decorateRequest('caller', undefined);
    api.addHook('onRequest', authenticateQuery(stores.users));
    api.addHook('preValidation', authenticateBody(stores.users));
    inventoryRoutes(api, stores.inventory);
    sensorRoutes(api, stores);
    accessPointRoutes(api, stores);
    dataRoutes(api, stores.database);
  });
  return app;
}

/** A JSON body may be empty, as clients that always send the header leave it on DELETE. */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

/** Lists can be asked for with the ending `.json`, which changes nothing (field notes §1.0). */
function withoutJsonEnding(url: string): string {
  return url.replace(/^([^?#]*?)\.json\/?(?=[?#]|$)/, '$1');
}
