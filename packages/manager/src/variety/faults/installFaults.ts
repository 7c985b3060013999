import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faultPlan.js';
import { cut, dripping, halved, replaced, pages } from './faultyBodies.js';

declare module 'fastify' {
  interface FastifyRequest {
    fault: Fault | undefined;
  }
}

/** How error bodies are made. */
type ErrorBody = (message: string) => unknown;

/**
 * Makes the app fail where a fault is chosen. What is skipped is decided before a request is read, what is done after the
 * operation took effect, when its answer is on the way. The proxy of the tests fails by it, too.
 */
export function installFaults(
  app: FastifyInstance,
  choose: (request: FastifyRequest) => Fault | undefined,
  errorBody: ErrorBody,
): void {
  app.decorateRequest('fault', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const fault = choose(request);
    if (fault?.type === 'latency') await latency(fault.milliseconds, request);
    else if (fault && isSkipped(fault)) await skip(fault, reply, errorBody);
    else request.fault = fault;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    if (!fault) return payload;
    const body = payload instanceof Readable ? await buffer(payload) : Buffer.from((payload ?? '') as string);
    return spoil(fault, { reply, body, errorBody });
  });
}

type Skippable = Extract<Fault, { operation: unknown }>;
type Instead = Exclude<Skippable, { type: 'reset' | 'silence' }>;

/** A break after the headers needs an answer to break. */
const isSkipped = (fault: Fault): fault is Skippable =>
  'operation' in fault &&
  fault.operation === 'skipped' &&
  !(fault.type === 'reset' && fault.when === 'afterHeaders');

async function latency(milliseconds: number, request: FastifyRequest): Promise<void> {
  const gone = new AbortController();
  const { socket } = request.raw;
  const leave = () => gone.abort();
  socket.once('close', leave);
  await pause(milliseconds, undefined, { signal: gone.signal }).catch(() => undefined);
  socket.off('close', leave);
}

/** Answers, or does not, without doing what was asked. */
async function skip(fault: Skippable, reply: FastifyReply, errorBody: ErrorBody): Promise<void> {
  if (fault.type !== 'reset' && fault.type !== 'silence') {
    await reply.send(answerInstead(fault, reply, errorBody));
    return;
  }
  if (fault.type === 'reset') cut(reply);
  reply.hijack();
}

/** What is sent in place of the answer, after the operation took effect. */
async function spoil(
  fault: Fault,
  { reply, body, errorBody }: { reply: FastifyReply; body: Buffer; errorBody: ErrorBody },
): Promise<Buffer | Readable | string> {
  switch (fault.type) {
    case 'latency':
      return body;
    case 'drip':
      return dripping(reply, body, fault.bytesPerSecond);
    case 'silence':
      await new Promise(resolve => reply.raw.once('close', resolve));
      return body;
    case 'reset':
      if (fault.when === 'afterHeaders') return halved(reply, body, () => cut(reply));
      cut(reply);
      return body;
    case 'truncatedBody':
      return halved(reply, body, () => reply.raw.socket?.end());
    case 'wrongLength':
      return replaced(reply, body, body.length + fault.by);
    case 'malformedJson':
      return Buffer.concat([body.subarray(0, Math.ceil(body.length / 2)), Buffer.from('…')]);
    case 'status':
    case 'page':
    case 'queryFalse':
    case 'emptyBody':
      return answerInstead(fault, reply, errorBody);
  }
}

/** Sets status and headers, and returns the body, of an answer that has nothing to do with the real one. */
function answerInstead(fault: Instead, reply: FastifyReply, errorBody: ErrorBody): string {
  reply.removeHeader('content-length');
  switch (fault.type) {
    case 'status':
      if (fault.retryAfter !== undefined) {
        reply.header('retry-after', retryAfter(fault.retryAfter, fault.retryAfterAs));
      }
      void reply.status(fault.status).type(json);
      return JSON.stringify(errorBody(statusWords[fault.status] ?? 'Fault'));
    case 'page':
      void reply.status(fault.status).type('text/html');
      return pages[fault.status];
    case 'queryFalse':
      void reply.status(200).type(json);
      return JSON.stringify({ query: false, error: fault.error });
    case 'emptyBody':
      void reply.status(200);
      return '';
  }
}

const json = 'application/json; charset=utf-8';

const statusWords: Readonly<Record<number, string>> = {
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

const retryAfter = (seconds: number, as: 'seconds' | 'date'): string =>
  as === 'date' ? new Date(Date.now() + seconds * 1000).toUTCString() : String(seconds);
