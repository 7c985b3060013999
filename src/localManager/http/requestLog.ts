import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Writes a line about every request when its connection is done with it, also when that broke. */
export function logRequests(app: FastifyInstance, write: (line: string) => void): void {
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
