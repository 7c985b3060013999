import { version } from '../package.json';
import Fastify from 'fastify';
import type {
  FastifyError,
  FastifyInstance,
  FastifyServerOptions,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { accessPointRoutes } from './accessPoints/accessPointRoutes.js';
import { authenticateBody, authenticateQuery } from './users/auth.js';
import type { ColumnsOfSources } from './dataQuery/sql/sourceColumns.js';
import type { DataEngine } from './dataQuery/dataEngine.js';
import { dataRoutes, queryPath } from './dataQuery/dataRoutes.js';
import { embeddedEngine } from './dataQuery/runQuery.js';
import { eraNames, eras, type EraName } from './dataQuery/eras.js';
import type { Database } from './store/database.js';
import { errorHandler } from './variety/errorAnswers.js';
import { serveHealth, countedEngine, QueryMetrics } from './dataQuery/queryMetrics.js';
import { badRequest, notFound, type HttpProblem } from './http/errors.js';
import { inventoryRoutes } from './inventory/inventoryRoutes.js';
import type { InventoryStore } from './inventory/inventoryStore.js';
import { refuseOtherNames } from './http/ownNames.js';
import { serveDocument } from './openApi/openApi.js';
import { sensorRoutes } from './sensors/sensorRoutes.js';
import type { UserStore } from './users/userStore.js';
import { userRoutes } from './users/userRoutes.js';
import { certificateName, type KeyPair } from './variety/certificate.js';
import { dialects, wordProblem, type Dialect } from './variety/dialects.js';
import { chooseFaults, type FaultPlan } from './variety/faults/faultPlan.js';
import { installFaults } from './variety/faults/installFaults.js';

/** What the manager serves from. */
export interface Stores {
  readonly database: Database;
  /** The present, in milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** What the analytics tables hold beside the dimensions of the contract. */
  readonly columns: ColumnsOfSources;
  readonly users: UserStore;
  readonly inventory: InventoryStore;
}

/** What the app reports, with API keys already removed. */
export interface AppLog {
  readonly request?: ((line: string) => void) | undefined;
  readonly failure: (error: unknown) => void;
}

const largestBody = 64 * 1024 * 1024;

const server = {
  logger: false,
  bodyLimit: largestBody,
  forceCloseConnections: 'idle' as const,
  routerOptions: { ignoreTrailingSlash: true },
  rewriteUrl: request => withoutJsonEnding(request.url ?? '/'),
} satisfies FastifyServerOptions;

/** What managers differ in. */
export interface Variety {
  readonly dialect?: Dialect | undefined;
  /** Serves https with this certificate. */
  readonly tls?: KeyPair | undefined;
  /** What its analytics engine answers otherwise than those of other times. */
  readonly era?: EraName | undefined;
  /** What answers data queries; the manager itself when left out. */
  readonly engine?: DataEngine | undefined;
  /** Fails as these rules say. */
  readonly faults?: FaultPlan | undefined;
  /** Names by which it can be reached besides those of this computer, as `nameOfHost` makes them. */
  readonly hostNames?: readonly string[] | undefined;
}

/** The manager without a listener; tests call it with `app.inject()`. */
export function createApp(stores: Stores, log: AppLog, variety: Variety = {}): FastifyInstance {
  const { tls, faults } = variety;
  const era = eras[variety.era ?? eraNames[0]];
  const engine = variety.engine ?? embeddedEngine(stores, era);
  const metrics = new QueryMetrics(engine.health);
  const spoken = variety.dialect ?? dialects.manager;
  const wording = (host: string | undefined): Dialect => ({
    ...spoken,
    queryErrors: era.errors?.(host) ?? spoken.queryErrors,
  });
  const dialect = wording(undefined);
  const forAdministrators = wording(hostOf(engine));
  const handleError = errorHandler(
    ({ caller }) => (caller?.admin ? forAdministrators : dialect),
    log.failure,
  );
  const options = {
    ...server,
    frameworkErrors: (error, request, reply) =>
      void handleError(unroutable(error), request, reply.header('cache-control', 'no-store')),
  } satisfies FastifyServerOptions;
  const app = tls
    ? (Fastify({ ...options, https: httpsOptions(tls) }) as unknown as FastifyInstance)
    : Fastify(options);
  if (log.request) logRequests(app, log.request);
  keepNoAnswer(app);
  refuseOtherNames(app, [...(variety.hostNames ?? []), ...(tls ? [certificateName] : [])]);
  if (faults) installFaults(app, chooseFaults(faults), message => dialect.error({ message }));
  serveDocument(app, version, dialect);
  parseJsonBodies(app);
  serveHealth(app, { engine, metrics, users: stores.users });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => reply.status(404).send(wordProblem(dialect, notFound()).body));
  void app.register(async api => {
    api.decorateRequest('caller', undefined);
    api.addHook('onRequest', authenticateQuery(stores.users));
    api.addHook('preValidation', authenticateBody(stores.users));
    inventoryRoutes(api, stores.inventory, dialect);
    sensorRoutes(api, stores);
    userRoutes(api, stores);
    accessPointRoutes(api, stores);
    dataRoutes(api, countedEngine(engine, metrics), stores.now);
  });
  return app;
}

/** Keys are in addresses, records and some answers; nothing on the way may store one (contract 001, Users). */
function keepNoAnswer(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.header('cache-control', 'no-store');
    next();
  });
}

/** Where the engine is that answers queries, `host:port`; undefined for that of the manager. */
function hostOf(engine: DataEngine): string | undefined {
  const [broker] = engine.health();
  return broker && new URL(broker.name).host;
}

/** Managers take TLS 1.2 and later (field notes §1.4). */
const httpsOptions = ({ key, certificate }: KeyPair) => ({
  key,
  cert: certificate,
  minVersion: 'TLSv1.2' as const,
});

/** What is wrong with an address that cannot be routed; the library's own words repeat it, with the key. */
const unroutable = ({ code }: FastifyError): HttpProblem =>
  code === 'FST_ERR_BAD_URL' ? badRequest('The address is not a valid URL; percent-encode it.') : notFound();

/**
 * A JSON body may be empty, as clients that always send the header leave it on DELETE. Integers beyond 2^53 are `bigint` in
 * queries, whose filters compare all their digits.
 */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    void parse(request, body.toString(), (error, value) => {
      const problem = error ?? textProblem(body, value);
      const isQuery = !problem && request.routeOptions.url === queryPath;
      done(problem, isQuery ? withAllDigits(body.toString(), value) : value);
    });
  });
}

/** @param value of the text, with integers as numbers; stays where so many levels nest that they are refused anyway */
function withAllDigits(text: string, value: unknown): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** Half of a surrogate pair is not a character: neither UTF-8 nor the database can hold it. */
function textProblem(body: string | Buffer, value: unknown): HttpProblem | null {
  if (!/\\u[dD][89a-fA-F]/.test(body.toString())) return null;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string' && /\p{Surrogate}/u.test(next)) {
      return badRequest('The body holds half of a surrogate pair, which is not a character.');
    }
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, part] of Object.entries(next)) rest.push(name, part);
  }
  return null;
}

/** Lists can be asked for with the ending `.json`, which changes nothing (field notes §1.0). */
function withoutJsonEnding(url: string): string {
  return url.replace(/^([^?#]*?)\.json\/?(?=[?#]|$)/, '$1');
}

/** Writes a line about every request when its connection is done with it, also when that broke. */
function logRequests(app: FastifyInstance, write: (line: string) => void): void {
  app.addHook('onRequest', (request, reply, next) => {
    const started = performance.now();
    reply.raw.once('close', () => {
      const took = `${(performance.now() - started).toFixed(0)} ms`;
      write(`${requestLine(request, reply)} ${took}`);
    });
    next();
  });
}

/** One line about a request: never a key, a header or a body. */
function requestLine(request: FastifyRequest, reply: FastifyReply): string {
  const outcome = reply.raw.writableFinished ? String(reply.statusCode) : 'not answered in full';
  return `${request.method} ${redactUrl(request.originalUrl)} ${outcome}`;
}

/** Hides the key however the name of its parameter is written. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  if (rest.length === 0) return path;
  const parts = rest.join('?').split('&');
  return `${path}?${parts.map(part => (isKey(part) ? `${nameOf(part)}=REDACTED` : part)).join('&')}`;
}

const nameOf = (part: string): string => part.split('=', 1)[0] ?? '';

function isKey(part: string): boolean {
  try {
    return /auth_token/i.test(decodeURIComponent(part.replaceAll('+', ' ')));
  } catch {
    return true;
  }
}
