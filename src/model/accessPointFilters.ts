import type { AccessPointFilters } from './sensors/accessPoints.js';

/**
 * The filter of the access point list that some words mean: a MAC address, an IP address, `up`, `down`, or a name
 * (contract 001, Access points).
 */
export function filtersOf(words: string): AccessPointFilters {
  const text = words.trim();
  if (text === '') return {};
  if (/^([0-9a-f]{1,2}[:-]){4,}[0-9a-f]{1,2}$/i.test(text)) return { mac_address: text.replaceAll('-', ':') };
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return { ip_address: text };
  if (/^[0-9a-f]*:[0-9a-f:.]*$/i.test(text)) return { ip_address: text };
  if (/^up$/i.test(text)) return { status: '1' };
  if (/^down$/i.test(text)) return { status: '0' };
  return { name: text };
}
