import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { faultOf, type Fault as PlannedFault, type GivenFault } from '../src/variety/faults/faultPlan.js';
import { installFaults } from '../src/variety/faults/installFaults.js';
import { noteAnswer } from '../../../test/support/answeredRequests.js';

/** How the proxy treats requests: with a fault of the local manager, or as only something between can. */
export type Fault =
  | GivenFault
  /** An answer for which the target is not asked. */
  | { readonly type: 'answer'; readonly status: number; readonly body: unknown }
  /** Such an answer that JSON.stringify cannot make. */
  | { readonly type: 'text'; readonly text: string }
  /** The manager's own answer in other words, compressed. */
  | { readonly type: 'rewritten'; readonly rewrite: (body: string, url: string) => string }
  /** The manager's own answer, of which the second half waits. */
  | { readonly type: 'halfHeld'; readonly until: Promise<unknown> };

/** A request as it passed, for counting what a client really sends. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly body: string;
}

/** A manager's address that can be made to fail: everything goes to `target` unless a fault is set. */
export class FaultyProxy {
  readonly seen: SeenRequest[] = [];
  /** Requests whose client went away before they were answered. */
  abandoned = 0;
  fault: Fault | undefined;
  /** Only requests with this method fail; all without it. */
  faultMethod: string | undefined;
  /** Only requests whose path and query match fail; all without it. */
  faultPath: RegExp | undefined;
  /** How many requests are spared before one fails; undefined: all fail. */
  faultAfter: number | undefined;
  /** Whether all others fail too after the first that does. */
  faultLasts = false;
  /** Is done when a request has arrived, before anything becomes of it. */
  onArrival: ((request: SeenRequest) => Promise<unknown> | undefined) | undefined;
  /** Is done when the target has done what was asked, before anything of its answer goes on. */
  onAnswer: ((request: SeenRequest) => Promise<unknown> | undefined) | undefined;
  /** Bodies of answers that were thrown away after the target did what was asked. */
  readonly lost: string[] = [];
  /** One path for all: whatever is asked for, it is only passed on. */
  private readonly app = Fastify({ rewriteUrl: () => '/' });
  private port = 0;

  constructor(private readonly target: string) {
    const { app } = this;
    app.decorateRequest('faultOfProxy');
    app.decorateRequest('seenByProxy');
    app.addHook('onRequest', (request, reply) => this.arrive(request, reply));
    installFaults(
      app,
      request => this.choose(request),
      message => ({ query: false, error: message }),
    );
    // Before Fastify would read a body, and refuse what it does not know.
    app.addHook('onRequest', (request, reply) => this.answer(request, reply));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, at the same port as before when it was stopped. */
  async start(): Promise<void> {
    await this.app.ready();
    const server = this.app.server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  /** Stops listening and cuts every connection. */
  async stop(): Promise<void> {
    const { server } = this.app;
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }

  /** Back to a manager that works. */
  async heal(): Promise<void> {
    this.fault = undefined;
    this.faultMethod = undefined;
    this.faultPath = undefined;
    this.faultAfter = undefined;
    this.faultLasts = false;
    this.onArrival = undefined;
    this.onAnswer = undefined;
    this.lost.length = 0;
    this.seen.length = 0;
    if (!this.app.server.listening) await this.start();
  }

  /** What was sent to change something: a query is posted too, and a view may ask one at any time. */
  get writes(): readonly SeenRequest[] {
    return this.seen.filter(({ method, url }) => method !== 'GET' && !/\/data(\?|$)/.test(url));
  }

  /** Reads a request in full, also one that is not to be passed on. */
  private async arrive(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { method, originalUrl: url } = request;
    const body = await buffer(request.raw);
    request.body = body;
    const seen = { method, url, body: body.toString('utf8') };
    this.seen.push(seen);
    request.setDecorator('seenByProxy', seen);
    await this.onArrival?.(seen);
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) this.abandoned += 1;
    });
  }

  private choose(request: FastifyRequest): PlannedFault | undefined {
    const turn = this.faultAfter === undefined ? 1 : this.seen.length - this.faultAfter;
    const isSpared =
      (this.faultMethod && this.faultMethod !== request.method) ||
      (this.faultPath && !this.faultPath.test(request.originalUrl)) ||
      turn < 1 ||
      (turn > 1 && !this.faultLasts);
    const fault = isSpared ? undefined : this.fault;
    request.setDecorator('faultOfProxy', fault);
    return fault && isGiven(fault) ? faultOf(fault) : undefined;
  }

  /** Answers what is not skipped; the manager's faults spoil it on its way. */
  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const fault = request.getDecorator<Fault | undefined>('faultOfProxy');
    const send = (body: unknown) => reply.type('application/json').send(body);
    if (fault?.type === 'answer') {
      void reply.status(fault.status);
      return send(JSON.stringify(fault.body));
    }
    if (fault?.type === 'text') return send(fault.text);
    const { method, originalUrl: url } = request;
    const answer = await this.forward(request);
    await this.onAnswer?.(request.getDecorator<SeenRequest>('seenByProxy'));
    if (fault?.type === 'halfHeld') return send(Readable.from(inHalves(await buffer(answer), fault.until)));
    if (fault?.type === 'rewritten') {
      void reply.header('content-encoding', 'gzip');
      return send(gzipSync(fault.rewrite(await text(answer), url)));
    }
    const { statusCode = 502, headers } = answer;
    if (request.fault) {
      const body = await buffer(answer);
      if ('operation' in request.fault) this.lost.push(body.toString());
      void reply.status(statusCode);
      return send(body);
    }
    noteAnswer(method, url, statusCode);
    return reply.status(statusCode).headers(headers).send(answer);
  }

  /** Whatever host was asked for, which makes this a proxy for `http.proxy` too; the manager is asked by its own name. */
  private forward({ method, originalUrl, headers, body, raw }: FastifyRequest): Promise<IncomingMessage> {
    const { pathname, search } = new URL(originalUrl, this.target);
    const url = new URL(`${pathname}${search}`, this.target);
    return new Promise(resolve => {
      ask(url, { method, headers: { ...headers, host: url.host, connection: 'close' } }, resolve)
        .on('error', () => raw.socket.destroy())
        .end(body);
    });
  }
}

/** The faults that a plan does not have. */
const onlyHere = {
  answer: true,
  text: true,
  rewritten: true,
  halfHeld: true,
} satisfies Record<Exclude<Fault, GivenFault>['type'], true>;

const isGiven = (fault: Fault): fault is GivenFault => !(fault.type in onlyHere);

/** The first half in pieces a moment apart, as a slow line would bring them, and the rest once it may. */
async function* inHalves(body: Buffer, until: Promise<unknown>): AsyncGenerator<Buffer> {
  const piece = Math.ceil(body.length / 16);
  for (let at = 0; at < 8; at += 1) {
    yield body.subarray(at * piece, (at + 1) * piece);
    await pause(100);
  }
  await until;
  yield body.subarray(8 * piece);
}
