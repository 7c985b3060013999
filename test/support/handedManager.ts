import type { Scope } from '../host/scope.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import { isDeep } from './depth.js';
import { small, startLocalManager, type ManagerAddress } from './startLocalManager.js';

/** The manager of the tests inside an extension host, which runs before that starts. */
export interface HandedManager extends ManagerAddress {
  /** Where it keeps its database. */
  readonly dataDir: string;
}

const variable = 'NETSENSOR_TEST_MANAGER';

/** Hours of traffic that the manager has; at full length the sample queries find a whole day. */
export const hoursOfTraffic = (deep = isDeep): number => (deep ? 25 : 1);

/** Starts a manager for the tests in an extension host with these variables. @returns the variables that hand it over */
export async function startHandedManager(
  scope: Scope,
  env: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const data = await temporaryFolder('manager');
  scope.defer(() => data.remove());
  const moreArguments = small(hoursOfTraffic(env.NETSENSOR_TEST_DEEP === '1'));
  const manager = await startLocalManager({ dataDir: data.path, moreArguments });
  scope.defer(() => manager.stop());
  const { url, apiKey } = manager;
  const handed: HandedManager = { url, apiKey, dataDir: data.path };
  return { [variable]: JSON.stringify(handed) };
}

/** The manager that whoever started this extension host has handed over. @throws {Error} where nobody did */
export function handedManager(): HandedManager {
  const text = process.env[variable];
  if (text === undefined) throw new Error(`${variable} is missing: nobody has started a manager`);
  return JSON.parse(text) as HandedManager;
}
