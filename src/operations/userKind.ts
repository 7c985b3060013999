import * as vscode from 'vscode';
import { parseUserPath, printUser } from '../model/sensors/userDocument.js';
import type { DocumentKind } from '../records/documents/documentKind.js';
import { FileSystemError } from '../ui/doors.js';

/** Users, `/users/jdoe.5.json`: shown without their key, and never saved (contract 001, Users). */
export const userKind: DocumentKind = {
  identify: ({ path }) => {
    const id = parseUserPath(path);
    return id === undefined ? undefined : `user ${id}`;
  },
  read: async ({ client, uri }) => {
    const { rows } = await client.users.list();
    const user = rows.find(({ id }) => id === parseUserPath(uri.path));
    if (!user)
      throw FileSystemError.FileNotFound(vscode.l10n.t('The manager does not have this user any more.'));
    return printUser(user);
  },
};
