import { environmentConnectionId } from '../ids.js';
import type { Connection } from './connection.js';
import { parseManagerAddress } from './managerAddress.js';

/** The two variables that make a connection without a prompt. */
export interface EnvironmentVariables {
  readonly NETSENSOR_URL?: string | undefined;
  readonly NETSENSOR_API_KEY?: string | undefined;
}

/** The connection and key of `NETSENSOR_URL` and `NETSENSOR_API_KEY`; undefined unless both are usable. */
export function environmentConnection(
  variables: EnvironmentVariables,
): { connection: Connection; key: string } | undefined {
  const { NETSENSOR_URL: url, NETSENSOR_API_KEY: key } = variables;
  const parsed = url && key ? parseManagerAddress(url) : undefined;
  if (!parsed || 'problem' in parsed || !key) return undefined;
  const { hostname, host } = new URL(parsed.address);
  const isLocal = hostname === 'localhost' || /^127\./.test(hostname);
  return {
    key,
    connection: {
      id: environmentConnectionId,
      name: isLocal ? 'Local manager' : host,
      address: parsed.address,
      isLocked: true,
      environment: isLocal ? 'test' : 'none',
      source: 'environment',
    },
  };
}
