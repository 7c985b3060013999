import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { TLSSocket, type SecureContextOptions } from 'node:tls';
import type { Json } from '../testManager.js';

type Answering = (response: ServerResponse, query?: Json) => void;

/** A stand-in for the broker of a cluster: what it is asked and how it answers is up to the test. */
export interface FakeBroker {
  readonly url: string;
  readonly port: number;
  /** Native queries, without what the manager asks to find out what it talks to. */
  readonly asked: Json[];
  /** Ids of the queries that it was told to give up. */
  readonly cancelled: string[];
  /** Headers of every request. */
  readonly headers: IncomingMessage['headers'][];
  /** Ports from which it was asked, by the method. */
  readonly ports: { readonly method: string | undefined; readonly port: number | undefined }[];
  /** Names of the certificates that it was shown with each request; undefined for none. */
  readonly shown: (string | undefined)[];
  /** Takes other certificates than before, also from those who are connected. */
  readonly trust: (tls: SecureContextOptions) => void;
  /** As `trust`, of those who connect from now on alone. */
  readonly trustNext: (tls: SecureContextOptions) => void;
  /** Answers the next queries; an empty result until it is set. */
  answer: Answering;
  /** Answers when it is told to give a query up; at once until it is set. */
  answerCancel: (response: ServerResponse) => void;
  /** Status of every answer but that about its health, which routers without brokers give too. */
  fails: number | undefined;
  /** What it has; none while its historicals are gone. */
  dataSources: readonly string[];
  /** Resolves at the next query, or when the next one is called back. */
  readonly next: (event: 'query' | 'cancel') => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

export interface FakeBrokerOptions {
  readonly port?: number;
  /** Serves https. */
  readonly tls?: ServerOptions;
  readonly version?: string;
  /** What the sum of no rows is; undefined for no row at all. */
  readonly sumOfNothing?: 0 | null | undefined;
  readonly dataSources?: readonly string[];
  readonly fails?: number;
  /** The only data sources about which its user may ask, who has no other right; one that may do everything when left out. */
  readonly readable?: readonly string[];
}

/** Answers a text as the result of a query. */
export const answering =
  (text: string, status = 200): Answering =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);

const sources = ['rb_flow', 'rb_event', 'rb_monitor', 'rb_state'];

export async function startFakeBroker(options: FakeBrokerOptions = {}): Promise<FakeBroker> {
  const { tls, port: atPort = 0 } = options;
  const events = new EventTarget();
  const broker = {
    asked: [] as Json[],
    cancelled: [] as string[],
    headers: [] as IncomingMessage['headers'][],
    ports: [] as { method: string | undefined; port: number | undefined }[],
    shown: [] as (string | undefined)[],
    answer: answering('[]'),
    answerCancel: answering('', 202) as (response: ServerResponse) => void,
    fails: options.fails,
    dataSources: options.dataSources ?? sources,
  };
  const handle: RequestListener = (request, response) => {
    broker.headers.push(request.headers);
    broker.shown.push(nameShown(request.socket));
    const { method, url = '' } = request;
    broker.ports.push({ method, port: request.socket.remotePort });
    const { fails } = broker;
    if (fails !== undefined && !url.startsWith('/status')) return void response.writeHead(fails).end();
    if (options.readable && (url === '/status' || method === 'DELETE')) {
      return void response.writeHead(403).end();
    }
    if (method === 'DELETE') {
      broker.cancelled.push(url.split('/').at(-1) ?? '');
      broker.answerCancel(response);
      events.dispatchEvent(new Event('cancel'));
    } else if (method === 'POST') void answerQuery(request, response);
    else answering(JSON.stringify(known(url, options, broker.dataSources)))(response, undefined);
  };
  const answerQuery = async (request: IncomingMessage, response: ServerResponse) => {
    const query = (await json(request)) as Json;
    // Rights are checked before anything runs, by the name alone.
    if (options.readable?.includes(query.dataSource) === false) return response.writeHead(403).end();
    if (query.filter?.dimension === 'netsensor_no_such_dimension') {
      return answering(ofNothing(options))(response, query);
    }
    broker.asked.push(query);
    broker.answer(response, query);
    events.dispatchEvent(new Event('query'));
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await once(server.listen(atPort, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const trustNext = (renewed: SecureContextOptions) => {
    if (server instanceof TlsServer) server.setSecureContext(renewed);
  };
  return Object.assign(broker, {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    trust: (renewed: SecureContextOptions) => {
      trustNext(renewed);
      server.closeAllConnections();
    },
    trustNext,
    next: (event: 'query' | 'cancel') => once(events, event),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

const nameShown = (socket: Socket): string | undefined =>
  socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : undefined;

const known = (
  url: string,
  { version = '28.0.0' }: FakeBrokerOptions,
  dataSources: readonly string[],
): unknown =>
  ({ '/status': { version, modules: [] }, '/status/health': true, '/druid/v2/datasources': dataSources })[
    url
  ];

const ofNothing = (options: FakeBrokerOptions): string => {
  const sum = 'sumOfNothing' in options ? options.sumOfNothing : 0;
  return sum === undefined ? '[]' : JSON.stringify([{ timestamp: '2000', result: { sum } }]);
};
