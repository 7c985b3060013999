import type { FastifyInstance } from 'fastify';

/**
 * Listens on 127.0.0.1 and answers the address, `http://127.0.0.1:<port>`.
 * @throws Error with one sentence when the port is taken or not allowed
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        throw new Error(`Port ${port} is taken by another program; choose another one with --port.`);
      case 'EACCES':
        throw new Error(`Port ${port} may not be used by this user; choose another one with --port.`);
      default:
        throw error;
    }
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
