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
