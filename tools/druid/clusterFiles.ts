import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import type { DruidEdition } from './druidEditions.js';

/** Processes of a cluster besides ZooKeeper. */
export type ServiceName = 'coordinator' | 'indexer' | 'historical' | 'broker' | 'router';

export interface ClusterPlace {
  /** Absolute; everything that the cluster writes is below it. */
  readonly folder: string;
  /** Ports of 127.0.0.1, by the name of what listens there. */
  readonly ports: Readonly<Record<string, number>>;
}

const source = (name: string): Promise<string> =>
  readFile(repositoryPath('tools', 'druid', 'conf', name), 'utf8');

/** The folder of a service's configuration, which comes first on its classpath. */
export const configurationOf = (folder: string, service: string): string => join(folder, 'conf', service);

/** Where Java keeps what is not meant to last. */
export const temporaryOf = (folder: string): string => join(folder, 'tmp');

/** Empties the folder and writes the configuration of each service into it. */
export async function writeClusterFiles(
  place: ClusterPlace,
  { services, hasOldNulls }: { services: readonly ServiceName[] } & Pick<DruidEdition, 'hasOldNulls'>,
): Promise<void> {
  const { folder } = place;
  await rm(folder, { recursive: true, force: true });
  const made = ['tmp', 'zookeeper', 'derby', 'segments', 'log'];
  for (const name of [...made, 'conf']) await mkdir(join(folder, name), { recursive: true });
  await cp(repositoryPath('tools', 'druid', 'conf', 'log4j2.xml'), logConfiguration(folder));
  const common =
    (await source('common.properties')) + (hasOldNulls ? await source('oldNulls.properties') : '');
  for (const service of services) {
    const own = configurationOf(folder, service);
    await mkdir(own);
    await writeFile(join(own, 'common.runtime.properties'), filled(common, place));
    await writeFile(join(own, 'runtime.properties'), filled(await source(`${service}.properties`), place));
  }
}

/** What is logged, by every process. */
export const logConfiguration = (folder: string): string => join(folder, 'conf', 'log4j2.xml');

/** @throws Error for a placeholder that nothing stands for */
function filled(text: string, { folder, ports }: ClusterPlace): string {
  const portNames = Object.entries(ports).map(
    ([name, port]) => [`${name.toUpperCase()}_PORT`, String(port)] as const,
  );
  const values = new Map([...portNames, ['FOLDER', folder]]);
  return text.replaceAll(/@([A-Z_]+)@/g, (_all, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The configuration names @${name}@, which has no value.`);
    return value;
  });
}
