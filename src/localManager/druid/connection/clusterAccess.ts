import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import type { DataSource } from '../../../model/query/dataSources.js';
import { explained, messageOf } from '../../http/errors.js';
import type { DruidOptions } from './druidOptions.js';

/** All that it takes to talk to a cluster. */
export interface ClusterAccess {
  readonly addresses: readonly string[];
  readonly dataSources: ReadonlyMap<DataSource, string>;
  /** PEM texts. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Value of the header `Authorization`; stands in no message. */
  readonly authorization: string | undefined;
}

/** Where credentials are looked for when no file has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads certificates and credentials.
 * @throws Error with one sentence for a file that cannot be read or used, or half of the credentials
 */
export async function readClusterAccess(
  { addresses, dataSources, ca, pair, credentials }: DruidOptions,
  environment: Environment,
): Promise<ClusterAccess> {
  const tls = {
    ...(ca !== undefined && { ca: await readCertificate('--druid-ca', ca) }),
    ...(pair && (await readPair(pair))),
  };
  const found = credentials === undefined ? ofEnvironment(environment) : await readCredentials(credentials);
  return { addresses, dataSources, tls, authorization: found && authorizationOf(found) };
}

const readText = (option: string, path: string): Promise<string> =>
  explained(readFile(path, 'utf8'), error => `${option}: ${path} cannot be read (${messageOf(error)}).`);

async function readCertificate(option: string, path: string): Promise<string> {
  const text = await readText(option, path);
  await explained(
    () => new X509Certificate(text),
    () => `${option}: ${path} is not a certificate in PEM.`,
  );
  return text;
}

async function readPair({ cert: certPath, key: keyPath }: NonNullable<DruidOptions['pair']>) {
  const cert = await readCertificate('--druid-cert', certPath);
  refuseExpired(certPath, cert);
  const key = await readText('--druid-key', keyPath);
  await explained(
    () => createSecureContext({ cert, key }),
    () => `--druid-key: ${keyPath} is not the key in PEM of the certificate ${certPath}.`,
  );
  return { cert, key };
}

/** Services say it in different ways, and some say nothing. @throws Error with one sentence */
function refuseExpired(path: string, cert: string): void {
  const until = Date.parse(new X509Certificate(cert).validTo);
  if (until >= Date.now()) return;
  const time = new Date(until).toISOString();
  throw new Error(`--druid-cert: ${path} expired at ${time}; give a certificate that is valid.`);
}

const credentialsSchema = z.union([
  z.strictObject({ user: z.string().min(1), password: z.string() }),
  z.strictObject({ token: z.string().regex(/^[\w.~+/=-]+$/) }),
]);

type Credentials = z.output<typeof credentialsSchema>;

async function readCredentials(path: string): Promise<Credentials> {
  const text = await readText('--druid-credentials', path);
  return explained(
    () => credentialsSchema.parse(JSON.parse(text)),
    // The reason may repeat what the file holds.
    () => `--druid-credentials: ${path} must hold {"user": …, "password": …} or {"token": …} as JSON.`,
  );
}

function ofEnvironment(environment: Environment): Credentials | undefined {
  const {
    NETSENSOR_DRUID_USER: user,
    NETSENSOR_DRUID_PASSWORD: password,
    NETSENSOR_DRUID_TOKEN: token,
  } = environment;
  const set = Object.entries({ user, password, token }).filter(([, value]) => value !== undefined);
  if (set.length === 0) return undefined;
  const read = credentialsSchema.safeParse(Object.fromEntries(set));
  if (read.success) return read.data;
  throw new Error(
    'Set NETSENSOR_DRUID_USER and NETSENSOR_DRUID_PASSWORD for the cluster, or NETSENSOR_DRUID_TOKEN alone.',
  );
}

const authorizationOf = (credentials: Credentials): string =>
  'token' in credentials
    ? `Bearer ${credentials.token}`
    : `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
