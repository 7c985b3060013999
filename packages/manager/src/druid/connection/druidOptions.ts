import type { DataSource } from 'netsensor-contract/query/dataSources';
import { CommandLineProblem, type CliOptions, type GivenOptions } from '../../commandLine.js';
import { textBySource } from '../../ownData/loadRequest.js';

/** The options that hand data queries to a cluster. */
export const druidOptions = {
  druid: {
    group: 'Cluster',
    value: '<address>',
    repeatable: true,
    help: 'let a Druid cluster answer data queries; its router, or brokers with commas between',
  },
  'data-source': {
    group: 'Cluster',
    value: '<source>=<name>',
    repeatable: true,
    help: 'what a data source is called in the cluster (default: as here)',
  },
  'druid-ca': { group: 'Cluster', value: '<file>', help: 'the authority whose certificates are trusted' },
  'druid-cert': { group: 'Cluster', value: '<file>', help: 'certificate to show to the cluster' },
  'druid-key': { group: 'Cluster', value: '<file>', help: 'key of that certificate' },
  'druid-credentials': {
    group: 'Cluster',
    value: '<file>',
    help: 'JSON of user and password, or token; else NETSENSOR_DRUID_USER, …_PASSWORD, …_TOKEN',
  },
} as const satisfies CliOptions;

/** What a command line says of a cluster; its files are not read yet. */
export interface DruidOptions {
  /** Router or brokers, `http://host:8082`, each without a trailing slash. */
  readonly addresses: readonly string[];
  /** Names in the cluster, of the data sources that are called otherwise there. */
  readonly dataSources: ReadonlyMap<DataSource, string>;
  /** File with the PEM of the authority. */
  readonly ca: string | undefined;
  /** Files with the PEM of the certificate that the manager shows and of its key. */
  readonly pair: { readonly cert: string; readonly key: string } | undefined;
  /** File with user and password, or a token. */
  readonly credentials: string | undefined;
}

/**
 * Reads the options about a cluster; undefined without `--druid`.
 * @throws CommandLineProblem for an address that is none, or an option that needs another one
 */
export function readDruidOptions(given: GivenOptions<typeof druidOptions>): DruidOptions | undefined {
  const addresses = (given.druid ?? [])
    .flatMap(text => withoutPassword('--druid', text).split(','))
    .map(text => readAddress('--druid', text));
  if (addresses.length === 0) {
    const other = Object.keys(druidOptions).find(name => given[name as keyof typeof druidOptions]);
    if (other === undefined) return undefined;
    throw new CommandLineProblem(`--${other} is about a cluster, but --druid names none.`);
  }
  const cert = given['druid-cert']?.[0];
  const key = given['druid-key']?.[0];
  if ((cert === undefined) !== (key === undefined)) {
    throw new CommandLineProblem('--druid-cert and --druid-key go together; give both.');
  }
  return {
    addresses: [...new Set(addresses)],
    dataSources: textBySource('--data-source', given['data-source'] ?? [], 'name'),
    ca: given['druid-ca']?.[0],
    pair: cert === undefined || key === undefined ? undefined : { cert, key },
    credentials: given['druid-credentials']?.[0],
  };
}

/**
 * The address that an option names, without a trailing slash; it may have a path, as behind a proxy.
 * @throws CommandLineProblem for one that is none, or has a password in it, which is not repeated
 */
export function readAddress(option: string, text: string): string {
  const written = withoutPassword(option, text).trim();
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new CommandLineProblem(
      `${option} must be an address such as http://broker:8082, not "${written}".`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * A text as it is. Where it holds an `@` a password may be anywhere in it, also where the rest is no address, or where the
 * password has a comma, a slash or a `#` in it.
 * @throws CommandLineProblem that repeats nothing of a text with an `@`
 */
function withoutPassword(option: string, text: string): string {
  if (!text.includes('@')) return text;
  throw new CommandLineProblem(
    `${option} takes no user and password in the address, and no @; give them in NETSENSOR_DRUID_USER and NETSENSOR_DRUID_PASSWORD.`,
  );
}
