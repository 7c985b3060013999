import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { noteAnswer } from './answeredRequests.js';

/** How the proxy treats requests; `refuse` closes the listening socket, as a stopped manager does. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'html' }
  | { readonly kind: 'halfBody' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'resetAfterWrite' }
  | { readonly kind: 'htmlAfterWrite' }
  | { readonly kind: 'silentAfterWrite' }
  | { readonly kind: 'status'; readonly status: number; readonly body: unknown }
  /** An answer that JSON.stringify cannot make. */
  | { readonly kind: 'text'; readonly text: string }
  /** The manager's own answer in other words, compressed. */
  | { readonly kind: 'rewritten'; readonly rewrite: (body: string, url: string) => string }
  /** The manager's own answer, of which the second half waits. */
  | { readonly kind: 'halfHeld'; readonly until: Promise<unknown> }
  | { readonly kind: 'silent' };

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
  fault: Fault = { kind: 'none' };
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
  /** Bodies of answers that were thrown away by `resetAfterWrite`. */
  readonly lost: string[] = [];
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly target: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, at the same port as before when it was stopped. */
  async start(): Promise<void> {
    const server = createServer((incoming, answer) => void this.handle(incoming, answer));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
  }

  /** Stops listening and cuts every connection. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>(resolve => server.close(() => resolve()));
  }

  /** Back to a manager that works. */
  async heal(): Promise<void> {
    this.fault = { kind: 'none' };
    this.faultMethod = undefined;
    this.faultPath = undefined;
    this.faultAfter = undefined;
    this.faultLasts = false;
    this.onArrival = undefined;
    this.lost.length = 0;
    this.seen.length = 0;
    if (!this.server) await this.start();
  }

  private async handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/' } = incoming;
    const seen = { method, url, body: body.toString('utf8') };
    this.seen.push(seen);
    await this.onArrival?.(seen);
    answer.once('close', () => {
      if (!answer.writableFinished) this.abandoned += 1;
    });
    const isSpared =
      (this.faultMethod && this.faultMethod !== method) ||
      (this.faultPath && !this.faultPath.test(url)) ||
      (this.faultAfter !== undefined &&
        (this.seen.length <= this.faultAfter ||
          (!this.faultLasts && this.seen.length > this.faultAfter + 1)));
    const fault = isSpared ? { kind: 'none' as const } : this.fault;
    switch (fault.kind) {
      case 'none':
        return this.forward(incoming, body, answer);
      case 'slow':
        return void setTimeout(() => this.forward(incoming, body, answer), fault.milliseconds);
      case 'html':
        return sendPage(answer);
      case 'htmlAfterWrite':
        return this.forward(incoming, body, answer, () => sendPage(answer));
      case 'silentAfterWrite':
        return this.forward(incoming, body, answer, () => undefined);
      case 'halfBody':
        answer.setHeader('content-length', '1000');
        answer.setHeader('content-type', 'application/json');
        answer.write('{"query":true,"racks":[{"id":1,"na');
        return void setTimeout(() => answer.destroy(), 20);
      case 'reset':
        return void incoming.socket.destroy();
      case 'resetAfterWrite':
        return this.forward(incoming, body, answer, () => incoming.socket.destroy());
      case 'status':
        answer.statusCode = fault.status;
        answer.setHeader('content-type', 'application/json');
        return void answer.end(JSON.stringify(fault.body));
      case 'text':
        answer.setHeader('content-type', 'application/json');
        return void answer.end(fault.text);
      case 'rewritten':
        return this.forward(incoming, body, answer, () => {
          answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
          answer.end(gzipSync(fault.rewrite(this.lost.pop() ?? '', url)));
        });
      case 'halfHeld':
        delete incoming.headers['accept-encoding'];
        return this.forward(
          incoming,
          body,
          answer,
          () => void sendHeld(answer, this.lost.pop() ?? '', fault.until),
        );
      case 'silent':
        return;
    }
  }

  private async discard(response: IncomingMessage, instead: () => void): Promise<void> {
    let body = '';
    for await (const chunk of response) body += String(chunk);
    this.lost.push(body);
    instead();
  }

  /** Whatever host was asked for, which makes this a proxy for `http.proxy` too. */
  private destination(url: string): URL {
    const { pathname, search } = new URL(url, this.target);
    return new URL(`${pathname}${search}`, this.target);
  }

  private forward(
    incoming: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    instead?: () => void,
  ): void {
    const outgoing = request(
      this.destination(incoming.url ?? '/'),
      { method: incoming.method ?? 'GET', headers: { ...incoming.headers, connection: 'close' } },
      response => {
        if (instead) return void this.discard(response, instead);
        noteAnswer(incoming.method ?? '', incoming.url ?? '', response.statusCode ?? 0);
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    outgoing.once('error', () => answer.destroy());
    outgoing.end(body);
  }
}

/** The first half in pieces a moment apart, as a slow line would bring them, and the rest once it may. */
async function sendHeld(answer: ServerResponse, text: string, until: Promise<unknown>): Promise<void> {
  const body = Buffer.from(text);
  const piece = Math.ceil(body.length / 16);
  answer.writeHead(200, { 'content-type': 'application/json' });
  for (let at = 0; at < 8; at += 1) {
    answer.write(body.subarray(at * piece, (at + 1) * piece));
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  await until;
  answer.end(body.subarray(8 * piece));
}

function sendPage(answer: ServerResponse): void {
  answer.setHeader('content-type', 'text/html');
  answer.end('<html><body><h1>Welcome to the portal</h1></body></html>');
}
