/** Why text is not the address of a manager. */
export type AddressProblem = 'notAddress' | 'notHttp' | 'hasCredentials' | 'hasQuery';

/** What stands behind the address of a manager in that of a call, such as `/api/v1/sensors/tree` (contract 000 to 002, Endpoints). */
const callPath = /\/api\/(?:v1(?:\/(?:inventory|sensors|users|access_points)(?:[./].*)?)?|data)\/*$/i;

/**
 * Reads the address of a manager as people type or paste it; https when no scheme is given. Of the address of a call,
 * which may hold a key, the manager's own part is taken.
 * @returns the address without a trailing slash, or what is wrong with it
 */
export function parseManagerAddress(text: string): { address: string } | { problem: AddressProblem } {
  const typed = text
    .replace(/\p{Cf}/gu, '')
    .replace(/^[\s<"'`“„(]+|[\s>"'`”),;]+$/g, '')
    .replace(/^(https?):?[/\\]+/i, '$1://');
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === '' || !URL.canParse(full)) return { problem: 'notAddress' };
  const url = new URL(full);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'notHttp' };
  if (/[^\w.:[\]-]/.test(url.hostname)) return { problem: 'notAddress' };
  if (url.username || url.password) return { problem: 'hasCredentials' };
  const path = url.pathname.replace(callPath, '');
  const isOfCall = path !== url.pathname;
  if (!isOfCall && (url.search || url.hash)) return { problem: 'hasQuery' };
  return { address: `${url.origin}${path}`.replace(/\/+$/, '') };
}
