/** Whether the host of a URL is this machine: a name that only begins like a loopback address is not. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** What is left of an address where it is spelled otherwise: names end in a dot or not, and this machine has several. */
export function normalizedAddress(address: string): string {
  const { hostname, protocol, port, pathname } = new URL(address);
  const host = isLoopback(hostname) ? 'localhost' : hostname.replace(/\.$/, '');
  const usual = protocol === 'https:' ? '443' : '80';
  return `${host}:${port || usual}${pathname.replace(/\/+$/, '')}`;
}
