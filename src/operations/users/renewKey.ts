import * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { Command } from '../../ids.js';
import type { ListedUser } from 'netsensor-contract/sensors/readRecords';
import { describeError } from '../../words/describeError.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { joined, quoted, SentenceError, type Inert } from '../../words/inert.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { chosenConnection, type ConnectionTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { renewOtherKey, type RenewedOther } from '../../changes/users/renewOtherKey.js';
import { renewOwnKey, type Renewed } from '../../changes/users/renewOwnKey.js';
import { pickUser, userName } from './showUsers.js';
import { confirmPlan } from '../makeChange.js';

/** Renews the API key of a user; the connection's own key is stored and checked in the same step. */
export async function renewKey(operations: OperationServices, target?: ConnectionTarget): Promise<void> {
  const chosen = await chosenConnection(operations, target);
  if (!chosen) return;
  const connection = requireUnlocked(operations.connections.get(chosen.id));
  const user = await pickUser(operations, connection, vscode.l10n.t('Whose API key is renewed?'));
  if (!user) return;
  idOf(user);
  if (user.ownsKey) await renewOwn(operations, connection, user);
  else await renewOther(operations, connection, user);
}

async function renewOwn(
  operations: OperationServices,
  connection: Connection,
  user: ListedUser,
): Promise<void> {
  if (connection.source === 'environment') {
    throw new SentenceError(
      vscode.l10n.t(
        '{0} gets its key from NETSENSOR_API_KEY, where a new one cannot be stored. Add the manager as a connection and renew the key there.',
        quoted(connection.name),
      ),
    );
  }
  const isWanted = await confirmPlan({
    question: vscode.l10n.t(
      'Renew the API key of {0}, which {1} uses?',
      userName(user),
      quoted(connection.name),
    ),
    lines: [
      vscode.l10n.t('The new key is stored and checked at once.'),
      vscode.l10n.t('Everything else that uses the old key stops working.'),
    ],
    button: vscode.l10n.t('Renew'),
  });
  if (!isWanted) return;
  requireUnlocked(operations.connections.get(connection.id));
  const doing = vscode.l10n.t('renewing the API key of {0}', quoted(connection.name));
  const client = () => operations.connections.client(connection.id);
  const renewed = await operations.journal.run({ doing }, () =>
    whileRenewing(connection, () =>
      renewOwnKey({
        rehearse: () => operations.keys.storeKeyAgain(connection.id),
        renew: async () => (await client()).users.renewKey(idOf(user)),
        verify: async () => (await client()).verify(),
        store: key => operations.keys.replaceKey(connection.id, key),
        tryKey: key => operations.keys.tryKey(connection.id, key),
        whileLooking: look =>
          withCancellableProgress(
            vscode.l10n.t('Looking which key of {0} works…', quoted(connection.name)),
            look,
          ),
      }),
    ),
  );
  await report(operations, connection, renewed);
}

async function report(
  operations: OperationServices,
  connection: Connection,
  renewed: Renewed,
): Promise<void> {
  const name = quoted(connection.name);
  switch (renewed.kind) {
    case 'done':
      void window.showInformationMessage(
        vscode.l10n.t('The API key of {0} was renewed, stored and checked.', name),
      );
      return;
    case 'unchanged':
      throw renewed.error;
    case 'pending':
      throw new SentenceError(
        vscode.l10n.t(
          'The old key of {0} works so far, but the manager may still be about to renew it. {1} If the old one is refused later, enter the new one from your user settings on the manager.',
          name,
          describeError(renewed.error),
        ),
      );
    case 'unknown':
      throw new SentenceError(
        vscode.l10n.t(
          'It is not known whether the key of {0} was renewed. If the old one is refused, enter the new one from your user settings on the manager. {1}',
          name,
          describeError(renewed.error),
        ),
      );
    case 'lost':
      return askForNewKey(connection);
    case 'notStored':
      return offerUnstored(operations, connection, renewed);
    case 'notAccepted':
      return offerRefused(name, renewed.key);
    case 'notVerified':
      throw new SentenceError(
        joined([
          vscode.l10n.t('The new key of {0} is stored, but could not be checked.', name),
          // Nobody waited for the first answer.
          renewed.error === undefined ? '' : describeError(renewed.error),
        ]),
      );
  }
}

async function askForNewKey({ id, name }: Connection): Promise<void> {
  const enter = vscode.l10n.t('Enter new key');
  const sentence = vscode.l10n.t(
    'The manager renewed the key of {0}, but its answer was lost.',
    quoted(name),
  );
  const detail = vscode.l10n.t(
    'The old key does not work any more. You find the new one in your user settings on the manager.',
  );
  const chosen = await window.showErrorMessage(sentence, { modal: true, detail }, enter);
  if (chosen === enter) await vscode.commands.executeCommand(Command.signIn, { connectionId: id });
}

/** The new key exists only here, and the manager may come to accept it: it is offered until it is copied, or given up twice. */
async function offerRefused(name: Inert, key: string): Promise<void> {
  const copy = vscode.l10n.t('Copy new key');
  const sentence = vscode.l10n.t('The manager does not accept the new key of {0} that it sent.', name);
  const detail = vscode.l10n.t(
    'It still accepts the old key, which is stored again. Copy the new one in case the old one is refused later; it is kept nowhere.',
  );
  for (let refusals = 0; refusals < 2; refusals += 1) {
    const chosen = await window.showErrorMessage(sentence, { modal: true, detail }, copy);
    if (chosen === copy) return vscode.env.clipboard.writeText(key);
  }
}

/** The new key exists only here: it is offered until it is stored, copied, or given up twice. */
async function offerUnstored(
  { keys }: OperationServices,
  { id, name }: Connection,
  { key, error }: { key: string; error: unknown },
): Promise<void> {
  const [copy, again] = [vscode.l10n.t('Copy key'), vscode.l10n.t('Store again')];
  const sentence = vscode.l10n.t('The new key of {0} could not be stored.', quoted(name));
  const lost = vscode.l10n.t('The old key does not work any more. Without a copy the new one is lost.');
  let reason = describeError(error);
  for (let refusals = 0; refusals < 2;) {
    const detail = joined([reason, lost], '\n');
    const chosen = await window.showErrorMessage(sentence, { modal: true, detail }, again, copy);
    if (chosen === copy) {
      await vscode.env.clipboard.writeText(key);
      return;
    }
    if (chosen !== again) refusals += 1;
    else {
      try {
        await keys.replaceKey(id, key);
        return;
      } catch (failure) {
        reason = describeError(failure);
      }
    }
  }
}

async function renewOther(
  operations: OperationServices,
  connection: Connection,
  user: ListedUser,
): Promise<void> {
  const client = await operations.connections.client(connection.id);
  const before = client.users.keyOf(idOf(user)).catch(() => undefined);
  const isWanted = await confirmPlan({
    question: vscode.l10n.t('Renew the API key of {0} on {1}?', userName(user), quoted(connection.name)),
    lines: [
      vscode.l10n.t('The old key stops working at once.'),
      vscode.l10n.t('The new one can be copied once and is kept nowhere.'),
    ],
    button: vscode.l10n.t('Renew'),
  });
  if (!isWanted) return;
  requireUnlocked(operations.connections.get(connection.id));
  const title = vscode.l10n.t('Looking whether the key of {0} was renewed…', userName(user));
  const renewed = await whileRenewing(connection, () =>
    renewOtherKey({
      renew: () => client.users.renewKey(idOf(user)),
      before: () => before,
      keyNow: signal => client.users.keyOf(idOf(user), signal),
      whileLooking: look => withCancellableProgress(title, look),
    }),
  );
  if (renewed.kind !== 'done') throw notKnown(user, renewed);
  const { key } = renewed;
  const copy = vscode.l10n.t('Copy key');
  const chosen = await window.showInformationMessage(
    vscode.l10n.t('The API key of {0} was renewed.', userName(user)),
    { modal: true, detail: vscode.l10n.t('Copy the new key now; it is not shown again.') },
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(key);
}

/** Says what is known of a renewal that was not answered. */
function notKnown(user: ListedUser, { kind, error }: Exclude<RenewedOther, { kind: 'done' }>): SentenceError {
  const known =
    kind === 'pending'
      ? vscode.l10n.t(
          'The manager shows the old key of {0} so far, but it may still be about to renew it.',
          userName(user),
        )
      : vscode.l10n.t('It is not known whether the key of {0} was renewed.', userName(user));
  const look = vscode.l10n.t('Look at the user settings on the manager before you renew it again.');
  return new SentenceError(joined([known, look, describeError(error)]));
}

/** A renewal cannot be cancelled: its answer is the only place where the new key is. */
const whileRenewing = async <T>({ name }: Connection, task: () => Promise<T>): Promise<T> =>
  window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Renewing a key on {0}…', quoted(name)),
    },
    task,
  );

/** @throws {SentenceError} when the manager sent no id: a call that names another user would take that one's key */
function idOf(user: ListedUser): number | string {
  if (user.id !== null) return user.id;
  throw new SentenceError(
    vscode.l10n.t(
      'The manager sent no id of {0}, so its key cannot be renewed from here. Nothing was sent. Renew it in the user settings on the manager.',
      userName(user),
    ),
  );
}
