import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../model/loopback.js';

/** Proxy settings of VS Code (`http.proxy`, `http.proxySupport`, `http.noProxy`) and of the environment. */
export interface ProxySettings {
  readonly proxy: string;
  readonly support: string;
  readonly noProxy: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxy for an address; undefined for a direct connection. Loopback addresses are always direct, as in VS Code. */
export function proxyFor(
  address: string,
  { proxy, support, noProxy, env }: ProxySettings,
): string | undefined {
  const url = new URL(address);
  if (support === 'off' || isLoopback(url.hostname)) return undefined;
  const fromEnv = (name: string) => env[name] || env[name.toLowerCase()];
  const exceptions = [...noProxy, fromEnv('NO_PROXY') ?? '']
    .flatMap(names => names.split(/[\s,]+/))
    .filter(Boolean);
  if (exceptions.some(exception => matches(url, exception))) return undefined;
  const found =
    proxy || fromEnv(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || fromEnv('ALL_PROXY');
  return found || undefined;
}

/**
 * `*`, `host`, `.domain`, `*.domain`, an IPv4 or IPv6 address, with brackets or without, each with an optional `:port`; or the
 * addresses of a network such as `10.0.0.0/8` or `fd00::/8`.
 */
function matches(url: URL, exception: string): boolean {
  if (exception === '*') return true;
  const host = plainHost(url);
  const [network = '', prefix] = exception.split('/');
  if (prefix !== undefined)
    return isIP(host) !== 0 && isWithin(host, withoutBrackets(network), Number(prefix));
  const named = isIP(exception) === 6 ? `[${exception}]` : exception.replace(/^\*?\./, '');
  const text = `${url.protocol}//${named}`;
  if (!URL.canParse(text)) return false;
  const meant = new URL(text);
  // The usual port, when it is written, is not in a URL any more.
  const hasPort = /:\d+$/.test(named.replace(/^\[.*\]/, ''));
  if (hasPort && meant.port !== url.port) return false;
  const meantHost = plainHost(meant);
  if (isIP(host) !== 0 || isIP(meantHost) !== 0) return isWithin(host, meantHost, undefined);
  return host === meantHost || host.endsWith(`.${meantHost}`);
}

/** Whether an address is in a network, or is another one; an IPv4 address may be written as IPv6 in either. */
function isWithin(host: string, network: string, prefix: number | undefined): boolean {
  const kind = familyOf(host);
  const netKind = familyOf(network);
  if (!kind || !netKind) return false;
  const list = new BlockList();
  try {
    if (prefix === undefined) list.addAddress(network, netKind);
    else list.addSubnet(network, prefix, netKind);
  } catch {
    return false;
  }
  return list.check(host, kind);
}

const familyOf = (address: string) => (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)];

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** The host of a URL as an address, or as a name without the dot of the root. */
const plainHost = ({ hostname }: URL): string => withoutBrackets(hostname).replace(/\.$/, '');
