import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, failure, type HttpProblem } from './errors.js';

/** What cannot stand in the name of a host, but would make the rest of a URL of it. */
const noHost = /[\s/\\?#@%*]/;

/**
 * The name in `host` or `host:port`, as all its spellings come down to: `127.1` is `127.0.0.1`, and a dot at the end is none.
 * @returns undefined for anything else
 */
export function nameOfHost(host: string): string | undefined {
  const url = `http://${host}`;
  if (host === '' || noHost.test(host) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/\.$/, '');
}

/**
 * Refuses what a web page could send: to a name of its own that leads here (DNS rebinding), or from a page of another place. The
 * manager goes by the names of this computer for itself and those that it was given, at any port, since ports are forwarded.
 * @param given as `nameOfHost` makes them
 */
export function refuseOtherNames(app: FastifyInstance, given: readonly string[]): void {
  const own = new Set(given);
  const loopback = loopbackAddresses();
  const isOwn = (host: string | undefined): boolean => {
    const name = host === undefined ? undefined : nameOfHost(host);
    return name !== undefined && (own.has(name) || isLoopback(name, loopback));
  };
  app.addHook('onRequest', async request => {
    const host = hostOf(request);
    if (host === undefined) throw badRequest('The request needs one header Host.');
    const target = targetHost(request.originalUrl);
    if (!isOwn(host) || (target !== undefined && !isOwn(target))) throw wrongName();
    const { origin } = request.headers;
    if (origin !== undefined && !isOwn(hostOfOrigin(origin))) throw wrongOrigin();
  });
}

function loopbackAddresses(): BlockList {
  const addresses = new BlockList();
  addresses.addSubnet('127.0.0.0', 8, 'ipv4');
  addresses.addAddress('::1', 'ipv6');
  return addresses;
}

/** Browsers look nowhere else for `localhost` and names below it (RFC 6761, 6.3). */
function isLoopback(name: string, loopback: BlockList): boolean {
  if (isIPv4(name)) return loopback.check(name, 'ipv4');
  const address = name.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(address)) return loopback.check(address, 'ipv6');
  return name === 'localhost' || name.endsWith('.localhost');
}

/** The header `Host`; undefined where there is none or more than one, of which Node keeps the first. */
function hostOf({ headers, raw }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  return names.length > 1 ? undefined : headers.host;
}

/** The host in a target that is a whole URL and goes before the header (RFC 9112, 3.2.2); undefined for a path. */
function targetHost(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return undefined;
  return URL.canParse(target) ? new URL(target).host : '';
}

const hostOfOrigin = (origin: string): string | undefined =>
  /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).host : undefined;

const advice = 'use 127.0.0.1 or localhost, or name it with --host-name when the manager starts';

const wrongName = (): HttpProblem =>
  failure('forbidden', `The manager does not go by the name in this address; ${advice}.`);

const wrongOrigin = (): HttpProblem =>
  failure('forbidden', `The manager answers no page of another place; ${advice}.`);
