import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { ManagerClient } from '../api/managerClient.js';
import { environmentConnection } from '../connections/environmentConnection.js';
import { keyedRecords, type KeyedRecords } from '../model/asCode/recordKeys.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { CliRun } from './cliRun.js';

/** The file of a folder that says which manager it is for; it holds no address and no key. */
export const folderFile = 'netsensor.json';

const folderShape = z.strictObject({
  $schema: z.string().optional(),
  /** The host that the folder is for; another one is not asked anything. */
  host: z.string().optional(),
});

/** A manager with its host, `manager.example.net:8443`. */
export interface ReachedManager {
  readonly client: ManagerClient;
  readonly address: string;
  readonly host: string;
  /** @throws {SentenceError} where nothing may be written */
  readonly requireWritable: () => void;
}

/** Milliseconds that a request may take. */
const requestTimeout = 60_000;

/**
 * The manager of `NETSENSOR_URL`, `NETSENSOR_API_KEY` and `NETSENSOR_CERTIFICATE`: address and key come together, and never from the folder.
 * @throws {SentenceError} before the first request, where they are missing or lead to another host than the folder is for
 */
export async function reachManager({ root, environment, warn }: CliRun): Promise<ReachedManager> {
  const from = environmentConnection(environment);
  if (!from)
    throw new SentenceError(
      l10n.t('Set NETSENSOR_URL and NETSENSOR_API_KEY: they say which manager to ask, and with which key.'),
    );
  if (from.wrongCertificate !== undefined)
    throw new SentenceError(
      l10n.t('NETSENSOR_CERTIFICATE is no certificate: {0}.', inert(from.wrongCertificate)),
    );
  const { address, pinned } = from.connection;
  const { host } = new URL(address);
  const expected = await expectedHost(root);
  if (expected !== undefined && expected !== host)
    throw new SentenceError(
      l10n.t(
        '{0} is for {1}, and NETSENSOR_URL leads to {2}. Nothing was sent.',
        inert(folderFile),
        inert(expected),
        inert(host),
      ),
    );
  const requireWritable = () => {
    if (environment['NETSENSOR_WRITE'] !== '1')
      throw new SentenceError(
        l10n.t('Set NETSENSOR_WRITE=1 to let this write to the manager. Nothing was sent.'),
      );
  };
  const client = new ManagerClient({
    address,
    key: from.key,
    trust: { pinned },
    timeout: requestTimeout,
    log: () => undefined,
    onGuessedLetters: () =>
      warn(l10n.t('Some letters of the manager were no UTF-8 and are read as windows-1252.')),
    requireUnlocked: requireWritable,
  });
  return { client, address, host, requireWritable };
}

async function expectedHost(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, folderFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { data } = folderShape.safeParse(jsonIn(text));
  if (!data)
    throw new SentenceError(
      l10n.t(
        '{0} is no JSON with the host that the folder is for, such as {1}.',
        inert(folderFile),
        inert('{"host": "manager.example.net"}'),
      ),
    );
  return data.host;
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
