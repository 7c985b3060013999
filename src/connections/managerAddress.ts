import { isIPv4 } from 'node:net';

/** Why text is not the address of a manager. */
export type AddressProblem = 'notAddress' | 'notHttp' | 'hasCredentials' | 'hasQuery';

/**
 * Reads the address of a manager as people type it; https when no scheme is given.
 * @returns the address without a trailing slash, or what is wrong with it
 */
export function parseManagerAddress(text: string): { address: string } | { problem: AddressProblem } {
  const typed = text.trim();
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === '' || !URL.canParse(full)) return { problem: 'notAddress' };
  const url = new URL(full);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'notHttp' };
  if (url.username || url.password) return { problem: 'hasCredentials' };
  if (url.search || url.hash) return { problem: 'hasQuery' };
  return { address: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

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
  const fromEnv = (name: string) => env[name] ?? env[name.toLowerCase()];
  const exceptions = [...noProxy, ...(fromEnv('NO_PROXY') ?? '').split(',')]
    .map(name => name.trim())
    .filter(Boolean);
  if (exceptions.some(exception => matches(url, exception))) return undefined;
  const found =
    proxy || fromEnv(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || fromEnv('ALL_PROXY');
  return found || undefined;
}

/** Whether the host of a URL is this machine: a name that only begins like a loopback address is not. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

/** `*`, `host`, `.domain`, `*.domain`, each with an optional `:port`. */
function matches({ hostname, port, protocol }: URL, exception: string): boolean {
  if (exception === '*') return true;
  const [, name = '', exceptionPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(exception.toLowerCase()) ?? [];
  if (exceptionPort && exceptionPort !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}
