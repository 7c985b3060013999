import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Failure } from '../../test/host/failure.js';
import type { Scope } from '../../test/host/scope.js';
import { startProcess, type ProcessGroup } from '../../test/host/startProcess.js';
import { eventually } from '../../test/support/eventually.js';
import {
  configurationOf,
  logConfiguration,
  temporaryOf,
  writeClusterFiles,
  type ClusterPlace,
  type ServiceName,
} from './clusterFiles.js';
import type { DruidEdition } from './druidEditions.js';
import { fetchDruid } from './fetchDruid.js';
import { requireJava } from './findJava.js';
import { freePorts } from './freePorts.js';
import { javaOptions, type JavaMemory } from './javaOptions.js';
import { namedThreads } from './namedThreads.js';

export interface ClusterOptions {
  readonly edition: DruidEdition;
  /** Is emptied first. */
  readonly folder: string;
  readonly services: readonly ServiceName[];
  /** More options for the Java of every service, which win over the usual ones. */
  readonly java?: readonly string[];
  readonly scope: Scope;
  readonly print: (line: string) => void;
}

/** Where the services of a cluster answer, `http://127.0.0.1:<port>`; only of those that were asked for. */
export type ClusterAddresses = Readonly<Record<ServiceName, string>>;

/** A cluster that runs. */
export interface StartedCluster extends ClusterAddresses {
  /** What the threads of a service are called now; Druid calls those that answer a query after it. */
  readonly threadsOf: (name: ServiceName) => Promise<readonly string[]>;
}

interface Service extends JavaMemory {
  /** Path that answers 200 when it is ready. */
  readonly ready: string;
}

const services: Readonly<Record<ServiceName, Service>> = {
  coordinator: { heap: '384m', direct: '64m', ready: '/druid/indexer/v1/isLeader' },
  indexer: { heap: '768m', direct: '250m', ready: '/status/health' },
  historical: { heap: '512m', direct: '400m', ready: '/druid/historical/v1/readiness' },
  broker: { heap: '512m', direct: '300m', ready: '/druid/broker/v1/readiness' },
  router: { heap: '192m', direct: '64m', ready: '/status/health' },
};
const zookeeper: JavaMemory = { heap: '96m', direct: '32m' };
const patience = 240_000;

/**
 * Brings up a cluster from nothing on free ports; it ends with the scope.
 * @throws {Failure} when Java or the jars are missing, or a process does not come up
 */
export async function startCluster(options: ClusterOptions): Promise<StartedCluster> {
  const { edition, folder, scope, print, java: moreOptions = [] } = options;
  const java = await requireJava();
  const jars = await fetchDruid(edition.version, options);
  const names = [...options.services, 'zookeeper', 'derby'] as const;
  const free = await freePorts(names.length);
  const ports = Object.fromEntries(names.map((name, index) => [name, free[index] ?? 0]));
  const place: ClusterPlace = { folder, ports };
  await writeClusterFiles(place, { ...options, ...edition });
  print(`Starting Druid ${edition.version} in ${folder} …`);
  const started = Date.now();
  const launch = { java, jars, folder, scope };
  launchJava(launch, 'zookeeper', zookeeper, [
    '-Dzookeeper.admin.enableServer=false',
    'org.apache.zookeeper.server.ZooKeeperServerMain',
    String(ports['zookeeper']),
    join(folder, 'zookeeper'),
  ]);
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const processes = new Map<ServiceName, ProcessGroup>();
  const addresses = await Promise.all(
    options.services.map(async name => {
      const process = launchJava(launch, name, services[name], [
        ...moreOptions,
        'org.apache.druid.cli.Main',
        'server',
        name,
      ]);
      processes.set(name, process);
      const address = `http://127.0.0.1:${ports[name]}`;
      await untilReady({ name, address, process, folder });
      print(`  the ${name} answers at ${address} after ${seconds()} s`);
      void process.exited.then(() => {
        if (!scope.isClosing) print(`  the ${name} has ended; why is in ${logOf(folder, name)}`);
      });
      return [name, address] as const;
    }),
  );
  const threadsOf = async (name: ServiceName) => namedThreads(processes.get(name)?.child);
  return { ...(Object.fromEntries(addresses) as unknown as ClusterAddresses), threadsOf };
}

interface Launch {
  readonly java: string;
  readonly jars: string;
  readonly folder: string;
  readonly scope: Scope;
}

function launchJava(
  { java, jars, folder, scope }: Launch,
  name: string,
  memory: JavaMemory,
  main: readonly string[],
): ProcessGroup {
  const classpath = [configurationOf(folder, name), join(jars, '*')].join(delimiter);
  const logging = `-Dlog4j.configurationFile=${logConfiguration(folder)}`;
  const options = [...javaOptions(memory, temporaryOf(folder)), logging, '-cp', classpath];
  const process = startProcess({ command: java, args: [...options, ...main], cwd: folder });
  const log = createWriteStream(logOf(folder, name));
  process.child.stdout?.pipe(log, { end: false });
  process.child.stderr?.pipe(log, { end: false });
  scope.defer(() => process.stop());
  return process;
}

const logOf = (folder: string, name: string): string => join(folder, 'log', `${name}.log`);

interface Awaited {
  readonly name: ServiceName;
  readonly address: string;
  readonly process: ProcessGroup;
  readonly folder: string;
}

/** @throws {Failure} with the end of its log when it ends or is silent for too long */
async function untilReady({ name, address, process, folder }: Awaited): Promise<void> {
  const answers = eventually(
    async () => {
      const response = await fetch(address + services[name].ready);
      await response.arrayBuffer();
      if (!response.ok) throw new Failure(`It answered ${response.status}.`);
    },
    patience,
    250,
  );
  const ended = process.exited.then(code => {
    throw new Failure(`It ended with code ${code ?? 'of a signal'}.`);
  });
  ended.catch(() => undefined);
  await Promise.race([answers, ended]).catch(async (error: unknown) => {
    const log = await readFile(logOf(folder, name), 'utf8').catch(() => '');
    const end = log.trimEnd().split('\n').slice(-8).join('\n');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The ${name} did not come up. ${reason} The end of its log:\n${end}`);
  });
}
