import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

const host = '127.0.0.1';

/** Connections that may wait to be taken; of a thousand that come at once none shall have to try again. */
const backlog = 2048;

/**
 * Listens on 127.0.0.1 and answers the address, `http://127.0.0.1:<port>`.
 * @throws Error with one sentence when the port is taken or not allowed
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host, port, backlog });
  } catch (error) {
    throw portProblem(error, port);
  }
}

/**
 * Takes the port and gives it back, so that one that cannot be had is reported before data is generated.
 * @throws Error with one sentence when the port is taken or not allowed
 */
export async function requirePort(port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw portProblem(error, port);
  }
  server.close();
  await once(server, 'close');
}

function portProblem(error: unknown, port: number): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is taken by another program; choose another one with --port.`);
    case 'EACCES':
      return new Error(`Port ${port} may not be used by this user; choose another one with --port.`);
    default:
      return error;
  }
}

/** Milliseconds that requests may still take when the manager is stopped; then their connections are cut. */
const lastAnswers = 3_000;
/** A connection that is kept alive becomes idle after its last answer, and nothing else would close it. */
const sweeping = 50;

/** Takes no more requests and lets those under way end, or cuts them after three seconds. */
export async function stopListening(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweeping);
  const impatience = setTimeout(() => app.server.closeAllConnections(), lastAnswers);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(impatience);
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
