import * as l10n from '@vscode/l10n';
import { window } from '../ui/doors.js';
import { inert } from '../words/inert.js';
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
  const picked = await window.showQuickPick(
    store.all.map(connection => ({
      label: inert(connection.name),
      description: connectionState(connection),
      detail: inert(connection.address),
      connection,
    })),
    { title: l10n.t('Choose a connection') },
  );
  return picked?.connection;
}
