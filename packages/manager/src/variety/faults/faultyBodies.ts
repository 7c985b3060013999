import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const stepsPerSecond = 10;

/** Breaks the connection without an end: a TCP reset, or through TLS a close that TLS was not told of. */
export function cut(reply: FastifyReply): void {
  const { socket } = reply.raw;
  if (!socket) return;
  // Node would send an orderly end before the reset, and most clients would only see that.
  socket.destroySoon = () => socket.destroy();
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

/** The body in small pieces; it stops when the client goes away. */
export function dripping(reply: FastifyReply, body: Buffer, bytesPerSecond: number): Readable {
  const size = Math.max(1, Math.round(bytesPerSecond / stepsPerSecond));
  const wait = (1000 * size) / bytesPerSecond;
  return announced(reply, body.length, async function* () {
    for (let start = 0; start < body.length; start += size) {
      yield body.subarray(start, start + size);
      await pause(wait);
    }
  });
}

/** The headers of the whole body and half of it; then the end comes. */
export function halved(reply: FastifyReply, body: Buffer, end: () => void): Readable {
  return announced(reply, body.length, async function* () {
    yield body.subarray(0, Math.floor(body.length / 2));
    // What was written must have left before the connection goes.
    await new Promise(resolve => setImmediate(resolve));
    await new Promise(resolve => reply.raw.socket?.write('', resolve));
    end();
    await new Promise(resolve => reply.raw.once('close', resolve));
  });
}

/** The body under a length that it does not have. */
export const replaced = (reply: FastifyReply, body: Buffer, length: number): Readable =>
  announced(reply, Math.max(0, length), async function* () {
    yield body;
  });

/** A stream: Fastify corrects the length of everything else. */
function announced(reply: FastifyReply, length: number, pieces: () => AsyncGenerator<Buffer>): Readable {
  void reply.header('content-length', String(length));
  return Readable.from(pieces(), { objectMode: false });
}

const page = (title: string, text: string): string => `<!DOCTYPE html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<p>${text}</p>
</body>
</html>
`;

/** Pages of a web server in front of the manager, by status (field notes §1.4). */
export const pages = {
  200: page('Sign in', 'Please sign in to the network portal to go on.'),
  502: page('502 Bad Gateway', 'The web server got no answer from the manager.'),
  504: page('504 Gateway Time-out', 'The manager took too long.'),
} as const;
