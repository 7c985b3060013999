import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { environmentConnectionId } from '../ids.js';
import type { Connection, PinnedCertificate } from './connection.js';
import { parseManagerAddress } from './managerAddress.js';
import { isLoopback } from '../model/loopback.js';

export interface EnvironmentConnection {
  readonly connection: Connection;
  readonly key: string;
  /** Path of the certificate that was asked for and is none; nothing may be trusted in its place. */
  readonly wrongCertificate: string | undefined;
}

/** Names the connection whose address and key a terminal was given: VS Code that is started from there has it already. */
export const terminalMark = 'NETSENSOR_TERMINAL';

/**
 * The connection and key of `NETSENSOR_URL` and `NETSENSOR_API_KEY`; undefined unless both are usable.
 * `NETSENSOR_CERTIFICATE` is the path of the PEM file with the manager's own certificate, the only one that is then trusted.
 */
export function environmentConnection(variables: NodeJS.ProcessEnv): EnvironmentConnection | undefined {
  const { NETSENSOR_URL: url, NETSENSOR_API_KEY: key, NETSENSOR_CERTIFICATE: file } = variables;
  const parsed = url && key ? parseManagerAddress(url) : undefined;
  if (!parsed || 'problem' in parsed || !key) return undefined;
  const { hostname, host } = new URL(parsed.address);
  const pinned = file ? readCertificate(file) : undefined;
  return {
    key,
    wrongCertificate: pinned ? undefined : file,
    connection: {
      id: environmentConnectionId,
      name: isLoopback(hostname) ? 'Local manager' : host,
      address: parsed.address,
      isLocked: true,
      environment: isLoopback(hostname) ? 'test' : 'none',
      source: 'environment',
      pinned,
    },
  };
}

/** The certificate of a PEM file; undefined for anything else. */
export function readCertificate(file: string): PinnedCertificate | undefined {
  try {
    const pem = readFileSync(file, 'utf8');
    return { pem, fingerprint256: new X509Certificate(pem).fingerprint256 };
  } catch {
    return undefined;
  }
}
