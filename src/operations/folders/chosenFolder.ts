import { relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { folderAbove, folderFile, readFolderSettings, requireHost } from '../../folders/folderSettings.js';
import type { FolderPlace, FolderReader } from '../../folders/openedFolder.js';
import type { FolderSides } from '../../model/asCode/folderSides.js';
import { recordsFolder } from '../../model/asCode/recordsAsFiles.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { clickedUri } from '../../ui/recordUri.js';
import { inert, quoted, type Inert } from '../../words/inert.js';
import { GivenUpError, SentenceError } from '../../words/sentenceErrors.js';
import type { OperationServices } from '../operationServices.js';
import { foldersOfWorkspace, requireTrusted } from './watchedFolders.js';

/** How long the remote of a repository may take for an answer, in milliseconds. */
const remoteTimeout = 30_000;

/** A folder with the manager that it is for. */
export interface ChosenFolder {
  readonly place: FolderPlace;
  readonly connection: Connection;
  /** Whether a command was called on a file; undefined for all. */
  readonly isMeant: FolderSides['isMeant'];
}

/**
 * The folder that a command is called on, or that of the editor in front, or the only one that is open; the user picks else.
 * @throws {SentenceError} where there is none, what was called on is in none, or it is for another host, {GivenUpError} when
 * nothing is picked
 */
export async function chosenFolder(
  operations: OperationServices,
  clicked: vscode.Uri | undefined,
): Promise<ChosenFolder> {
  requireTrusted();
  const uri = clickedUri(clicked);
  const above = uri?.scheme === 'file' ? folderAbove(uri.fsPath) : undefined;
  const root = above ?? (clicked ? undefined : await pickFolder());
  const below = root === undefined || !clicked ? '' : relative(root, clicked.fsPath).split(sep).join('/');
  if (root === undefined || !isOfInventory(below))
    throw new SentenceError(
      l10n.t(
        'No {0} stands beside its folder {1}: {2}. Run netsensor init there first.',
        inert(folderFile),
        inert(recordsFolder),
        inert(clicked?.fsPath ?? ''),
      ),
    );
  const connection = await connectionFor(operations, root);
  const client = await operations.connections.client(connection.id);
  const { name, address } = connection;
  return {
    place: { root, name, address, client, environment: process.env },
    connection,
    isMeant: filesBelow(below),
  };
}

/** Whether a path below a folder is that folder's inventory, in it, or its settings. */
const isOfInventory = (path: string): boolean =>
  ['', folderFile, recordsFolder].includes(path) || path.startsWith(`${recordsFolder}/`);

/** The files that are meant by a path below a folder: one, those of a type, or all. */
function filesBelow(path: string): FolderSides['isMeant'] {
  if (!path.startsWith(`${recordsFolder}/`)) return undefined;
  return file => file === path || file.startsWith(`${path}/`);
}

async function pickFolder(): Promise<string> {
  const [only, ...others] = await foldersOfWorkspace();
  if (only === undefined)
    throw new SentenceError(
      l10n.t(
        'No folder with a {0} is open. Run netsensor init in the one that is to hold the inventory.',
        inert(folderFile),
      ),
    );
  if (others.length === 0) return only;
  const rows = [only, ...others].map(root => ({ label: inert(root), root }));
  const picked = await window.showQuickPick(rows, { title: l10n.t('Choose a folder') });
  if (!picked) throw new GivenUpError();
  return picked.root;
}

/** The connection that leads to the host of a folder; the user picks where none does for certain. */
export async function connectionFor(
  { connections, pickConnection }: OperationServices,
  root: string,
): Promise<Connection> {
  const settings = await readFolderSettings(root);
  const fitting = connections.all.filter(({ address }) => new URL(address).host === settings.host);
  const named = fitting.filter(({ name }) => name === settings.connection);
  const [only, ...others] = named.length > 0 ? named : fitting;
  const connection = only && others.length === 0 ? only : await pickConnection();
  if (!connection) throw new GivenUpError();
  requireHost(settings, connection.address, l10n.t('the connection {0}', quoted(connection.name)));
  return connection;
}

/** Reads behind a title. @param warn takes what is said beside it */
export const reading = <T>(
  title: Inert,
  warn: (text: Inert) => void,
  read: (reader: FolderReader) => Promise<T>,
): Promise<T> =>
  withCancellableProgress(title, (signal, progress) =>
    read({ signal, progress, warn, timeout: remoteTimeout }),
  );
