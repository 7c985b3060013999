import * as l10n from '@vscode/l10n';
import { window } from '../ui/doors.js';
import { inert, quoted, shown } from '../words/inert.js';
import type { Connection } from './connection.js';
import { connectionState } from './connectionLabel.js';
import type { ConnectionStore } from './connectionStore.js';

/** The only connection, or the one that the user picks. */
export async function pickConnection(store: ConnectionStore): Promise<Connection | undefined> {
  if (store.all.length === 1) return store.all[0];
  if (store.all.length === 0) {
    void window.showInformationMessage(l10n.t('There is no connection yet. Add a manager first.'));
    return undefined;
  }
  const title = l10n.t('Choose a connection');
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  const picked = await window.showQuickPick(connectionRows(store.all), options);
  return picked?.connection;
}

/** The rows to choose among: first those with which something is wrong, which one looks for among many. */
export const connectionRows = (connections: readonly Connection[]) =>
  connections
    .map(connection => ({
      label: isTroubled(connection) ? shown`$(warning) ${quoted(connection.name)}` : inert(connection.name),
      description: connectionState(connection),
      detail: inert(connection.address),
      connection,
    }))
    .toSorted((one, other) => Number(isTroubled(other.connection)) - Number(isTroubled(one.connection)));

const isTroubled = ({ isSignedOut, reach }: Connection): boolean =>
  isSignedOut === true || reach?.trouble !== undefined;
