import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import { explained, messageOf } from '../../http/errors.js';
import type { DruidOptions } from './druidOptions.js';
import { RenewedFiles, type FileParts } from './renewedFiles.js';

/** Certificates for connections to a cluster, as PEM texts. */
export interface ClusterTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** All that it takes to talk to a cluster. */
export interface ClusterAccess {
  readonly addresses: readonly string[];
  readonly dataSources: ReadonlyMap<DataSource, string>;
  /** The same object until something of it changes. */
  readonly tls: ClusterTls;
  /** Value of the header `Authorization`; stands in no message. */
  readonly authorization: string | undefined;
  /** Reads the files again that certificates and credentials are from; nothing can change where it is left out. */
  readonly renew?: () => Promise<void>;
}

/** Where credentials are looked for when no file has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads certificates and credentials, and again when they are to be renewed.
 * @param say is told of files that were renewed, or cannot be used any more
 * @throws Error with one sentence for a file that cannot be read or used, or half of the credentials
 */
export async function readClusterAccess(
  { addresses, dataSources, ca, pair, credentials }: DruidOptions,
  environment: Environment,
  say: (sentence: string) => void,
): Promise<ClusterAccess> {
  const ofAuthority = ca === undefined ? undefined : await RenewedFiles.open(authorityFile(ca, say));
  const ofPair = pair && (await RenewedFiles.open(pairFiles(pair, say)));
  const ofCredentials =
    credentials === undefined ? undefined : await RenewedFiles.open(credentialsFile(credentials, say));
  const files = [ofAuthority, ofPair, ofCredentials].filter(file => file !== undefined);
  const fixed = ofCredentials ? undefined : ofEnvironment(environment);
  let tls: ClusterTls = { ...ofAuthority?.current, ...ofPair?.current };
  let renewing: Promise<void> | undefined;
  const readAgain = async (): Promise<void> => {
    const before = [ofAuthority?.current, ofPair?.current];
    await Promise.all(files.map(file => file.renew()));
    const now = [ofAuthority?.current, ofPair?.current];
    if (now.some((part, index) => part !== before[index])) tls = { ...now[0], ...now[1] };
  };
  return {
    addresses,
    dataSources,
    get tls() {
      return tls;
    },
    get authorization() {
      const found = ofCredentials?.current ?? fixed;
      return found && authorizationOf(found);
    },
    // All that are refused at a time wait for one reading.
    renew: () => (renewing ??= readAgain().finally(() => (renewing = undefined))),
  };
}

const readText = (option: string, path: string): Promise<string> =>
  explained(readFile(path, 'utf8'), error => `${option}: ${path} cannot be read (${messageOf(error)}).`);

type Say = (sentence: string) => void;

const authorityFile = (path: string, say: Say): FileParts<Pick<ClusterTls, 'ca'>> => ({
  title: '--druid-ca',
  read: async () => [await readText('--druid-ca', path)],
  use: ([ca = '']) => {
    requireCertificates('--druid-ca', path, ca);
    return { ca };
  },
  say,
});

const pairFiles = (
  { cert: certPath, key: keyPath }: NonNullable<DruidOptions['pair']>,
  say: Say,
): FileParts<Pick<ClusterTls, 'cert' | 'key'>> => ({
  title: '--druid-cert',
  read: () => Promise.all([readText('--druid-cert', certPath), readText('--druid-key', keyPath)]),
  use: ([cert = '', key = '']) => {
    requireCertificates('--druid-cert', certPath, cert);
    refuseOtherTimes(certPath, cert);
    orSay(
      () => createSecureContext({ cert, key }),
      `--druid-key: ${keyPath} is not the key in PEM of the certificate ${certPath}.`,
    );
    return { cert, key };
  },
  say,
});

const credentialsFile = (path: string, say: Say): FileParts<Credentials> => ({
  title: '--druid-credentials',
  read: async () => [await readText('--druid-credentials', path)],
  use: ([text = '']) =>
    orSay(
      () => credentialsSchema.parse(JSON.parse(text)),
      // The reason may repeat what the file holds.
      `--druid-credentials: ${path} must hold {"user": …, "password": …} or {"token": …} as JSON.`,
    ),
  say,
});

/** @throws Error with the sentence when the work fails */
function orSay<T>(work: () => T, sentence: string): T {
  try {
    return work();
  } catch {
    throw new Error(sentence);
  }
}

/** All certificates of a file are looked at: of one that is being written the first may be whole. @throws Error with one sentence */
function requireCertificates(option: string, path: string, text: string): void {
  const [, ...begun] = text.split(/^(?=-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----)/m);
  const certificates = begun.length === 0 ? [text] : [text, ...begun];
  orSay(
    () => certificates.map(each => new X509Certificate(each)),
    `${option}: ${path} is not a certificate in PEM.`,
  );
}

/** Services say it in different ways, and some say nothing. @throws Error with one sentence */
function refuseOtherTimes(path: string, cert: string): void {
  const expired = expiryOf({ cert });
  if (expired !== undefined)
    throw new Error(`--druid-cert: ${path} expired at ${expired}; give a certificate that is valid.`);
  const from = new Date(new X509Certificate(cert).validFrom);
  if (from.getTime() > Date.now()) {
    const start = from.toISOString();
    throw new Error(`--druid-cert: ${path} is valid only from ${start} on; give one that is valid now.`);
  }
}

/** When the certificate that is shown has expired, ISO 8601 UTC; undefined for none, and while it is valid. */
export function expiryOf({ cert }: ClusterTls): string | undefined {
  if (cert === undefined) return undefined;
  const until = Date.parse(new X509Certificate(cert).validTo);
  return until < Date.now() ? new Date(until).toISOString() : undefined;
}

/** The machines that the certificate that is shown names; undefined without one. */
export function namesShown({ cert }: ClusterTls): string | undefined {
  return cert === undefined ? undefined : (new X509Certificate(cert).subjectAltName ?? 'none');
}

const credentialsSchema = z.union([
  z.strictObject({ user: z.string().min(1), password: z.string() }),
  z.strictObject({ token: z.string().regex(/^[\w.~+/=-]+$/) }),
]);

type Credentials = z.output<typeof credentialsSchema>;

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
