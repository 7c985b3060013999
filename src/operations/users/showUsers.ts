import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { Connection } from '../../connections/connection.js';
import type { ListedUser } from 'netsensor-contract/sensors/readRecords';
import { window, FileSystemError, withCancellableProgress } from '../../ui/doors.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { sayPart } from '../partialLists.js';
import { userName } from '../../words/names.js';
import { partWords } from '../../words/partWords.js';
import { chosenConnection, type ConnectionTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { isPart } from 'netsensor-contract/text/listAnswer';
import type { DocumentKind } from '../../records/documents/documentKind.js';
import { parseUserPath, userListPath, userPath } from '../../model/sensors/userPath.js';
import { recordDocuments, recordUri } from '../../ui/recordUri.js';
import { printFields } from '../../model/inventory/recordText.js';

/** Lists the users of a manager and opens the one that is picked as a read-only document. */
export async function showUsers(operations: OperationServices, target?: ConnectionTarget): Promise<void> {
  const connection = await chosenConnection(operations, target);
  if (!connection) return;
  const title = l10n.t('Users of {0}', quoted(connection.name));
  const user = await pickUser(operations, connection, title);
  if (!user) return;
  if (user.id === null)
    throw new SentenceError(
      l10n.t('The manager sent no id of {0}, so there is no document of it.', userName(user)),
    );
  await operations.openDocument(recordUri(connection.id, userPath(user.id, user.login ?? '')));
}

/** Lets the user pick one of the users of a manager, the owner of the connection's key first. */
export async function pickUser(
  { connections }: OperationServices,
  connection: Connection,
  title: Inert,
): Promise<ListedUser | undefined> {
  const client = await connections.client(connection.id);
  const list = await onlyForAdministrators(connection, () =>
    withCancellableProgress(l10n.t('Reading the users of {0}…', quoted(connection.name)), signal =>
      client.users.list(signal),
    ),
  );
  sayPart(list, l10n.t('users'));
  const users = list.rows;
  const owner = users.filter(({ ownsKey }) => ownsKey);
  const items = [...owner, ...users.filter(({ ownsKey }) => !ownsKey)].map(user => ({
    label: userName(user),
    description: joined(
      [user.name, user.email].map(text => quoted(text ?? '')),
      ' · ',
    ),
    detail: userState(user),
    user,
  }));
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  return (await window.showQuickPick(items, options))?.user;
}

/** Says in plain words that the list is for super administrators (contract 001, Errors). */
export async function onlyForAdministrators<T>({ name }: Connection, read: () => Thenable<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isApiError(error, 'unauthorized', 'forbidden')) throw error;
    throw new SentenceError(l10n.t('Only a super administrator may list the users of {0}.', quoted(name)));
  }
}

function userState({ admin, enabled, ownsKey, sensor_name: domain }: ListedUser): Inert {
  return joined(
    [
      ownsKey ? l10n.t('the key of this connection') : '',
      admin ? l10n.t('super administrator') : '',
      enabled === false ? l10n.t('disabled') : '',
      typeof domain === 'string' ? quoted(domain) : '',
    ],
    ' · ',
  );
}

/** Users, `/users/jdoe.5.json`: shown without their key, and never saved (contract 001, Users). */
export const userKind: DocumentKind = {
  identify: ({ path }) => {
    const id = parseUserPath(path);
    return id === undefined ? undefined : `user ${id}`;
  },
  read: async ({ client, uri }) => {
    const users = await client.users.list();
    const wanted = parseUserPath(uri.path);
    const user = users.rows.find(({ id }) => id !== null && String(id) === wanted);
    if (user) return printUser(user);
    if (!isPart(users))
      throw FileSystemError.FileNotFound(l10n.t('The manager does not have this user any more.'));
    const missing = partWords(users, l10n.t('users'));
    throw FileSystemError.Unavailable(joined([missing, l10n.t('This user was not among the others.')]));
  },
};

/** All users of a manager as one document, `/users/Users.json`: shown without their keys, and never saved (contract 001, Users). */
export function userListKind({
  connections,
  treeReadAt,
}: Pick<OperationServices, 'connections' | 'treeReadAt'>): DocumentKind {
  /** By connection, when its users were asked for last. */
  const readAt = new Map<string, number>();
  return {
    identify: ({ path }) => (path === userListPath ? 'users' : undefined),
    read: async ({ client, uri }) => {
      readAt.set(uri.authority, Date.now());
      const connection = connections.get(uri.authority);
      const read = () => client.users.list();
      const users = await (connection ? onlyForAdministrators(connection, read) : read());
      // What is shown already is read again whenever the tree is.
      const isShown = recordDocuments(uri.authority).some(({ uri: { path } }) => path === userListPath);
      if (!isShown) sayPart(users, l10n.t('users'));
      return printFields(users.rows.map(withoutOwner));
    },
    // A save or a new name changes the tree, too, and nothing about users.
    isOutdated: ({ authority }) => (treeReadAt(authority) ?? 0) > (readAt.get(authority) ?? 0),
  };
}

/** The address of the document of all users of a manager; undefined when the user picks none. */
export async function usersUri(
  operations: OperationServices,
  target?: ConnectionTarget,
): Promise<vscode.Uri | undefined> {
  const connection = await chosenConnection(operations, target);
  return connection && recordUri(connection.id, userListPath);
}

/** The fields of a user that a document shows; they never hold a key. */
const withoutOwner = ({ ownsKey: _own, ...fields }: ListedUser) => fields;

/** The text of a user document. */
const printUser = (user: ListedUser): string => printFields(withoutOwner(user));
