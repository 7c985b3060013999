import * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { Connection } from '../../connections/connection.js';
import { Scheme } from '../../ids.js';
import { userPath } from '../../model/sensors/userDocument.js';
import type { ListedUser } from '../../model/users.js';
import { window } from '../../ui/doors.js';
import { joined, quoted, type Inert } from '../../ui/inert.js';
import { withCancellableProgress } from '../../ui/progress.js';
import { SentenceError } from '../../ui/sentenceError.js';
import { sayPart } from '../sayPart.js';
import { chosenConnection, type ConnectionTarget, type Operations } from '../operationServices.js';

/** Lists the users of a manager and opens the one that is picked as a read-only document. */
export async function showUsers(operations: Operations, target?: ConnectionTarget): Promise<void> {
  const connection = await chosenConnection(operations, target);
  if (!connection) return;
  const title = vscode.l10n.t('Users of {0}', quoted(connection.name));
  const user = await pickUser(operations, connection, title);
  if (!user) return;
  const uri = vscode.Uri.from({ scheme: Scheme.record, authority: connection.id, path: userPath(user) });
  await operations.openDocument(uri);
}

/** Lets the user pick one of the users of a manager, the owner of the connection's key first. */
export async function pickUser(
  { connections }: Operations,
  connection: Connection,
  title: Inert,
): Promise<ListedUser | undefined> {
  const client = await connections.client(connection.id);
  const list = await onlyForAdministrators(connection, () =>
    withCancellableProgress(vscode.l10n.t('Reading the users of {0}…', quoted(connection.name)), signal =>
      client.users.list(signal),
    ),
  );
  sayPart(list, vscode.l10n.t('users'));
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
    throw new SentenceError(
      vscode.l10n.t('Only a super administrator may list the users of {0}.', quoted(name)),
    );
  }
}

/** What a user is called in a sentence. */
export const userName = ({ login, name, email, id }: ListedUser): Inert =>
  quoted(login || name || email || `#${id ?? '?'}`);

function userState({ admin, enabled, ownsKey, sensor_name: domain }: ListedUser): Inert {
  return joined(
    [
      ownsKey ? vscode.l10n.t('the key of this connection') : '',
      admin ? vscode.l10n.t('super administrator') : '',
      enabled === false ? vscode.l10n.t('disabled') : '',
      typeof domain === 'string' ? quoted(domain) : '',
    ],
    ' · ',
  );
}
