import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** What came back over one connection, and how the connection went. */
export interface RawAnswer {
  /** 0 without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** `end`: closed in order; `reset`: broken; `open`: still open when it was given up. */
  readonly ending: 'end' | 'reset' | 'open';
}

interface RawRequest {
  readonly method?: string;
  /** Path and query. */
  readonly target: string;
  readonly body?: unknown;
  /** Header lines that tell whom the request is for, and from where. */
  readonly named?: readonly string[];
  /** Milliseconds without a byte after which it is given up; waits for the end without it. */
  readonly patience?: number | undefined;
}

/**
 * Sends one request over a socket of its own and takes down every byte, as no client library shows them.
 * @param enough gives up when it says so of what has come; waits for the end without it
 */
export async function rawExchange(
  origin: string,
  { method = 'GET', target, body, named = ['Host: 127.0.0.1'], patience = 0 }: RawRequest,
  enough: (text: string) => boolean = () => false,
): Promise<RawAnswer> {
  const { port, protocol } = new URL(origin);
  const address = { port: Number(port), host: '127.0.0.1' };
  const socket =
    protocol === 'https:' ? connectTls({ ...address, rejectUnauthorized: false }) : connectPlain(address);
  let text = '';
  let ending: RawAnswer['ending'] = 'end';
  socket.setEncoding('latin1');
  socket.on('error', () => (ending = 'reset'));
  const giveUp = () => {
    ending = 'open';
    socket.destroy();
  };
  socket.setTimeout(patience, giveUp);
  socket.on('data', piece => {
    text += String(piece);
    if (enough(text)) giveUp();
  });
  const payload = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${target} HTTP/1.1`, ...named, 'Connection: close'];
  if (payload) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(payload)}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n${payload}`);
  await once(socket, 'close').catch(() => undefined);
  return { ...readAnswer(text), ending };
}

function readAnswer(text: string): Pick<RawAnswer, 'status' | 'headers' | 'body'> {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = lines.map(line => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: end < 0 ? '' : text.slice(end + 4),
  };
}
