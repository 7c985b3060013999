import * as l10n from '@vscode/l10n';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { ManagerClient } from '../api/managerClient.js';
import { proxyFor } from '../connections/managerAddress.js';
import { keyedRecords, type KeyedRecords } from '../model/asCode/recordKeys.js';
import { inert, quoted } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { CliRun } from './cliRun.js';
import { folderFile, managerSource, readFolderSettings } from './managerSource.js';

/** A manager with its host, `manager.example.net:8443`. */
export interface ReachedManager {
  readonly client: ManagerClient;
  readonly address: string;
  readonly host: string;
  /** What the user's own file calls it; undefined for the one of the environment. */
  readonly connection: string | undefined;
  readonly isWritable: boolean;
  /** @throws {SentenceError} where nothing may be written */
  readonly requireWritable: () => void;
  /** @throws {SentenceError} where only the folder says that it is meant, which a pull request can change */
  readonly requireNamed: () => void;
}

/**
 * Opens the manager that is meant, without asking it anything yet.
 * @throws {SentenceError} before the first request, where none is meant or it is another host than the folder is for
 */
export async function reachManager(run: CliRun): Promise<ReachedManager> {
  const folder = await readFolderSettings(run.root);
  const { address, key, trust, isWritable, connection, isNamedByFolder } = await managerSource(run, folder);
  const { host } = new URL(address);
  if (folder.host !== undefined && folder.host !== host)
    throw new SentenceError(
      l10n.t(
        '{0} is for {1}, and {2} leads to {3}. Nothing was sent.',
        inert(folderFile),
        inert(folder.host),
        connection === undefined ? inert('NETSENSOR_URL') : l10n.t('the connection {0}', quoted(connection)),
        inert(host),
      ),
    );
  const requireWritable = () => {
    if (!isWritable)
      throw new SentenceError(
        l10n.t(
          'Set NETSENSOR_WRITE=1, or "writable" in your own file of connections, to let this write to the manager. Nothing was sent.',
        ),
      );
  };
  const requireNamed = () => {
    if (isNamedByFolder)
      throw new SentenceError(
        l10n.t(
          'Only {0} says that {1} at {2} is meant, and whoever changes that file can name another one. Say {3} to write to it. Nothing was sent.',
          inert(folderFile),
          quoted(connection ?? ''),
          inert(host),
          inert(`--connection ${connection ?? ''}`),
        ),
      );
  };
  const client = new ManagerClient({
    address,
    key,
    trust,
    proxy: proxyFor(address, { proxy: '', support: 'on', noProxy: [], env: run.environment }),
    timeout: run.timeout,
    log: () => undefined,
    onGuessedLetters: () =>
      run.warn(l10n.t('Some letters of the manager were no UTF-8 and are read as windows-1252.')),
    requireUnlocked: requireWritable,
  });
  return { client, address, host, connection, isWritable, requireWritable, requireNamed };
}

/** Reads all types, four at once. @throws {SentenceError} where the manager sends a part only: what it left out would look deleted */
export async function readManager(
  { client }: ReachedManager,
  { signal, progress }: CliRun,
): Promise<KeyedRecords> {
  const lists = new Map<InventoryType, readonly InventoryRecord[]>();
  const types = inventoryTypeNames.values();
  const lane = async () => {
    for (const type of types) {
      progress(l10n.t('Reading {0}', inert(type)));
      const list = await client.listRecords(type, signal);
      if (isPart(list))
        throw new SentenceError(
          l10n.t('The manager sent only a part of {0}. Nothing was changed.', inert(type)),
        );
      lists.set(type, list.rows);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return keyedRecords(new Map(inventoryTypeNames.map(type => [type, lists.get(type) ?? []])));
}
