/** The names of the address at which this machine listens as a rule; behind others of 127.0.0.0/8 may be another manager. */
const usualLoopback: readonly string[] = ['localhost', '[::1]', '127.0.0.1'];

/** What is left of an address where it is spelled otherwise: names end in a dot or not, and this machine has several. */
export function normalizedAddress(address: string): string {
  const { hostname, protocol, port, pathname } = new URL(address);
  const host = usualLoopback.includes(hostname) ? 'localhost' : hostname.replace(/\.$/, '');
  const usual = protocol === 'https:' ? '443' : '80';
  return `${host}:${port || usual}${pathname.replace(/\/+$/, '')}`;
}
