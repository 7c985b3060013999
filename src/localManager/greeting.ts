import type { RunningManager } from './cli/startManager.js';
import { certificateName } from './variety/certificate.js';

/** What a program needs to connect: `{url, apiKey}`, and with https what it needs to trust the certificate. */
export function addressOf({ url, apiKey, certificate }: RunningManager): object {
  if (!certificate) return { url, apiKey };
  const { path, fingerprint256 } = certificate;
  return { url, apiKey, certificate: path, fingerprint256 };
}

/** What a person needs to connect. */
export function greeting(manager: RunningManager): string {
  const { url, apiKey, certificate } = manager;
  const rows = [
    ['Address', url],
    ['API key', apiKey],
    ...(certificate
      ? [
          ['Certificate', certificate.path],
          ['SHA-256', certificate.fingerprint256],
        ]
      : []),
    ['The API', `${url}/docs`],
  ];
  return `Manager running.

${rows.map(([label = '', value = '']) => `  ${label.padEnd(11)}  ${value}\n`).join('')}
Try it: ${tryIt(manager)}
Stop it with Ctrl+C.
`;
}

/** The certificate has a name that no resolver knows, so the name is led to the address. */
function tryIt({ url, apiKey, certificate }: RunningManager): string {
  const path = `/api/v1/inventory/racks?auth_token=${apiKey}`;
  if (!certificate) return `curl '${url}${path}'`;
  const route = `--connect-to '::127.0.0.1:${new URL(url).port}'`;
  return `curl --cacert '${certificate.path}' ${route} 'https://${certificateName}${path}'`;
}
