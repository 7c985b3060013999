import * as l10n from '@vscode/l10n';
import { askModal } from '../ui/confirmRisk.js';
import { quoted } from '../words/inert.js';
import type { Connection } from './connection.js';
import { normalizedAddress } from '../model/sameAddress.js';

/** What is done about a manager that is there already: another connection to it, the one there is, or neither. */
export type DuplicateAnswer = 'addDuplicate' | 'show' | 'enterKey' | undefined;

/**
 * The saved connection that leads to the same manager: by its address, whatever it is spelled like, or by the certificate
 * that both are trusted with. A manager has no number of its own (contract 000 to 002). The connection of the environment
 * ends with its variables, so one beside it is how it is kept.
 */
export const sameManager = (
  { id, address, pinned }: Pick<Connection, 'id' | 'address' | 'pinned'>,
  connections: readonly Connection[],
): Connection | undefined =>
  connections.find(
    other =>
      other.source === 'saved' &&
      other.id !== id &&
      (normalizedAddress(other.address) === normalizedAddress(address) ||
        (pinned !== undefined && pinned.fingerprint256 === other.pinned?.fingerprint256)),
  );

/**
 * Asks whether a manager is to have a second connection.
 * @param by what shows that it is there already
 */
export async function askAboutDuplicate(
  { name, isSignedOut }: Connection,
  by: 'address' | 'certificate',
): Promise<DuplicateAnswer> {
  const shownName = quoted(name);
  const show = l10n.t('Show {0}', shownName);
  const enterKey = l10n.t('Enter API key for {0}', shownName);
  const addDuplicate = l10n.t('Add a second connection');
  const message =
    by === 'address'
      ? l10n.t('{0} has this address already.', shownName)
      : l10n.t('{0} has the same certificate, so it may be the same manager.', shownName);
  const detail = l10n.t(
    'A second connection has an API key, a lock and a name of its own: what is read-only in one can be changed in the other. It gets the label of the first.',
  );
  const buttons = [...(isSignedOut ? [enterKey, show] : [show, enterKey]), addDuplicate];
  const chosen = await askModal({ severity: 'warning', message, detail }, buttons);
  if (chosen === addDuplicate) return 'addDuplicate';
  if (chosen === show) return 'show';
  return chosen === enterKey ? 'enterKey' : undefined;
}
