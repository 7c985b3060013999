import { endpointTable, type EndpointName } from './endpointTable.js';

/** A request that a test sent, and the status of its answer. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
}

/** Everything the tests of this process sent to a test manager, in order. */
export const exchanges: Exchange[] = [];

const placeholders: Readonly<Record<string, string>> = {
  '<uuid>': '[0-9A-Za-z-]+',
  '<id>': '\\d+',
  '<mac>': '(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}',
};

/** Whether a request is one of a row of the contract, whatever it was answered. */
export function belongsTo(name: EndpointName, { method, url }: Exchange): boolean {
  const row = endpointTable[name];
  const pattern = row.path.replaceAll('.', '\\.').replaceAll(/<\w+>/g, part => placeholders[part] ?? part);
  const path = decodeURIComponent(url.split('?')[0] ?? '');
  return method === row.method && new RegExp(`^${pattern}/?$`).test(path);
}
