import { join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { recordName, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { FolderIndex } from '../../folders/folderIndex.js';
import { readFolderSettings } from '../../folders/folderSettings.js';
import { openFolder, readManager, type FolderPlace } from '../../folders/openedFolder.js';
import {
  numberIn,
  printReference,
  recordKey,
  type KeyedRecords,
  type KeyReference,
} from '../../model/asCode/recordKeys.js';
import { typeOfFile } from '../../model/asCode/recordsAsFiles.js';
import { clickedRecord, clickedUri, inventoryUri, type ClickedRecord } from '../../ui/recordUri.js';
import { inert, quoted } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { OperationServices } from '../operationServices.js';
import { chosenFolder, reading } from './chosenFolder.js';
import {
  foldersOfWorkspace,
  referenceInFront,
  requireTrusted,
  showFile,
  typeOfUri,
} from './watchedFolders.js';

/** Reads a manager behind a title. */
const recordsOf = ({ name, client }: Pick<FolderPlace, 'name' | 'client'>): Promise<KeyedRecords> =>
  reading(
    l10n.t('Reading the inventory of {0}…', quoted(name)),
    () => undefined,
    reader => readManager(client, reader),
  );

/** The numbers of the records that were agreed for files, by path, as far as it is known here: to look for a file moves nothing. */
const agreedIds = async (place: FolderPlace): Promise<ReadonlyMap<string, number>> => {
  const { base } = await reading(
    l10n.t('Reading what was agreed…'),
    () => undefined,
    reader => openFolder(place, reader, { isLocal: true }),
  );
  return base?.ids ?? new Map<string, number>();
};

/**
 * Opens the record of a file, or of the reference at the cursor, as it is on the manager.
 * @param selected of the explorer, which knows no cursor
 */
export async function openOnManager(
  operations: OperationServices,
  clicked?: vscode.Uri,
  selected?: readonly vscode.Uri[],
): Promise<void> {
  const uri = clickedUri(clicked);
  const type = uri && typeOfUri(uri);
  if (!uri || !type)
    throw new SentenceError(
      l10n.t('Open a file of a record first, such as {0}.', inert('inventory/racks/core-a.json')),
    );
  const written = Array.isArray(selected) ? undefined : referenceInFront(uri);
  const { place, connection } = await chosenFolder(operations, uri);
  const path = relative(place.root, uri.fsPath).split(sep).join('/');
  const fields = new FolderIndex(place.root).recordOf(path)?.fields ?? {};
  const key = recordKey(type, fields);
  const reference = written ?? (key === undefined ? undefined : { type, key });
  const manager = await recordsOf(place);
  // A file whose key is another one since is still of the record that was agreed.
  const id = written ? undefined : (await agreedIds(place)).get(path);
  const agreed = id === undefined ? undefined : manager.lists.get(type)?.find(each => each.id === id);
  const record = agreed ?? (reference && recordFor(manager, reference));
  if (!record)
    throw new SentenceError(
      l10n.t(
        '{0} has no record {1}, or more than one.',
        quoted(connection.name),
        inert(reference ? printReference(reference) : path),
      ),
    );
  const of = written?.type ?? type;
  const name = recordName(of, record);
  await operations.openDocument(
    inventoryUri({ connectionId: connection.id, type: of, recordId: record.id, name }),
  );
}

function recordFor({ lists, byKey }: KeyedRecords, reference: KeyReference): InventoryRecord | undefined {
  const id = numberIn(reference);
  if (id !== undefined) return lists.get(reference.type)?.find(each => each.id === id);
  const [record, ...twins] = byKey(reference.type, reference.key);
  return twins.length === 0 ? record : undefined;
}

/** Opens the file of a record, where a folder for its manager is open. */
export async function openInFolder(operations: OperationServices, clicked?: ClickedRecord): Promise<void> {
  requireTrusted();
  const record = clickedRecord(clicked);
  const connection = record && operations.connections.get(record.connectionId);
  if (!record || !connection)
    throw new SentenceError(l10n.t('Open a record of the inventory first, or select one in the tree.'));
  const { type, id } = record;
  const { name, address } = connection;
  const client = await operations.connections.client(connection.id);
  const roots = await foldersFor(address);
  const key = roots.length === 0 ? undefined : (await recordsOf({ name, client })).keyOf(type, id);
  for (const root of roots) {
    const index = new FolderIndex(root);
    const named = key === undefined ? undefined : index.find({ type, key });
    const ids = named ? [] : await agreedIds({ root, name, address, client, environment: process.env });
    const path = named ?? [...ids].find(([each, of]) => of === id && typeOfFile(each) === type)?.[0];
    if (path !== undefined && index.recordOf(path)) return void (await showFile(join(root, path)));
  }
  throw new SentenceError(
    l10n.t(
      'No file that is open in this window is this record. Pull the folder that is for {0}.',
      quoted(name),
    ),
  );
}

/** The open folders that may be for an address, without those whose settings cannot be read: one that is broken stops no other. */
async function foldersFor(address: string): Promise<string[]> {
  const { host: meant } = new URL(address);
  const roots = await foldersOfWorkspace();
  const hosts = await Promise.all(
    roots.map(root =>
      readFolderSettings(root).then(
        ({ host = meant }) => host,
        () => undefined,
      ),
    ),
  );
  return roots.filter((_, at) => hosts[at] === meant);
}
