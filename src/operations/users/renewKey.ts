import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { Command } from '../../ids.js';
import type { ListedUser } from 'netsensor-contract/sensors/readRecords';
import { carryOut, silently, type Caller, type CarriedOut, type Change } from '../../changes/change.js';
import {
  otherKeyRenewal,
  ownKeyRenewal,
  renewingTitle,
  type KeyPlan,
  type KeyReceipt,
  type RenewedOwn,
} from '../../changes/users/keyRenewal.js';
import { userName } from '../../words/names.js';
import { describeError } from '../../words/describeError.js';
import { withCancellableProgress, withNotification } from '../../ui/doors.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { askModal, requireUnlocked, unlockedConnection, type Told } from '../../ui/confirmRisk.js';
import { chosenConnection, type ConnectionTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { pickUser } from './showUsers.js';
import { confirmPlan } from '../makeChange.js';

/** Renews the API key of a user; the connection's own key is stored and checked in the same step. */
export async function renewKey(operations: OperationServices, target?: ConnectionTarget): Promise<void> {
  const chosen = await chosenConnection(operations, target);
  if (!chosen) return;
  const connection = await unlockedConnection(operations.connections, chosen.id);
  const user = await pickUser(operations, connection, l10n.t('Whose API key is renewed?'));
  if (!user) return;
  if (user.ownsKey) await renewOwn(operations, connection, user);
  else await renewOther(operations, connection, user);
}

async function renewOwn(
  operations: OperationServices,
  connection: Connection,
  user: ListedUser,
): Promise<void> {
  const { connections, keys, journal } = operations;
  const { id, name } = connection;
  const { keyLifetime } = keys;
  if (connection.source === 'environment') {
    throw new SentenceError(
      l10n.t(
        '{0} gets its key from NETSENSOR_API_KEY, where a new one cannot be stored. Add the manager as a connection and renew the key there.',
        quoted(name),
      ),
    );
  }
  const client = () => connections.client(id);
  const change = ownKeyRenewal({
    manager: name,
    keyLifetime,
    readUser: () => Promise.resolve(user),
    rehearse: () => keys.storeKeyAgain(id),
    renew: async userId => (await client()).users.renewKey(userId),
    verify: async () => (await client()).verify(),
    store: key => keys.replaceKey(id, key),
    tryKey: key => keys.tryKey(id, key),
    whileLooking: look =>
      withCancellableProgress(l10n.t('Looking which key of {0} works…', quoted(name)), look),
  });
  const made = await makeRenewal(connections, connection, {
    change,
    journal: (started, work) => journal.run(started, work),
  });
  if (made) await report(operations, connection, made.receipt);
}

/** A change of a key, and what remembers that it is under way. */
interface MadeRenewal<Applied, Result> extends Pick<Caller<KeyPlan>, 'journal'> {
  readonly change: Change<KeyPlan, Applied, KeyReceipt<Result>>;
}

/** Asks, and renews. It cannot be cancelled: the answer of the manager is the only place where the new key is. */
const makeRenewal = <Applied, Result>(
  connections: OperationServices['connections'],
  { id, name }: Connection,
  { change, journal }: MadeRenewal<Applied, Result>,
): Promise<CarriedOut<KeyReceipt<Result>> | undefined> =>
  carryOut(change, {
    ...silently(),
    agree: confirmPlan,
    requireUnlocked: () => {
      requireUnlocked(connections.get(id));
    },
    journal: (started, work) => journal(started, async () => withNotification(renewingTitle(name), work)),
  });

/** Says what became of the key of a connection. @throws {SentenceError} that says it where nothing more can be done here */
async function report(
  operations: OperationServices,
  connection: Connection,
  receipt: KeyReceipt<RenewedOwn>,
): Promise<void> {
  const { renewed } = receipt;
  switch (renewed.kind) {
    case 'done':
      return offerKey(receipt, renewed.key, operations.keys.keyLifetime ? 2 : 1);
    case 'notVerified':
    case 'notAccepted':
      return offerKey(receipt, renewed.key, 2);
    case 'lost':
      return askForNewKey(connection, receipt);
    case 'notStored':
      return offerUnstored(operations, connection, { ...receipt, renewed });
    case 'pending':
    case 'unknown':
      throw new SentenceError(receipt.message);
  }
}

/** Shows what became of a key in a dialog. @returns the button that was pressed */
const tell = (told: Told, ...buttons: readonly Inert[]): Promise<Inert | undefined> =>
  askModal(told, buttons, l10n.t('Close without it'));

async function askForNewKey({ id }: Connection, told: Told): Promise<void> {
  const enter = l10n.t('Enter new key');
  if ((await tell(told, enter)) === enter)
    await vscode.commands.executeCommand(Command.signIn, { connectionId: id });
}

/** A key that nothing shows again is offered until it is copied, or given up often enough. */
async function offerKey(told: Told, key: string, most: number): Promise<void> {
  const copy = l10n.t('Copy key');
  for (let refusals = 0; refusals < most; refusals += 1)
    if ((await tell(told, copy)) === copy) return vscode.env.clipboard.writeText(key);
}

/** The new key exists only here: it is offered until it is stored, copied, or given up twice. */
async function offerUnstored(
  { keys }: OperationServices,
  { id }: Connection,
  { renewed, ...told }: Told & { readonly renewed: { readonly key: string; readonly error: unknown } },
): Promise<void> {
  const copy = l10n.t('Copy key');
  const again = l10n.t('Store again');
  const { key } = renewed;
  let reason = describeError(renewed.error);
  for (let refusals = 0; refusals < 2;) {
    const chosen = await tell({ ...told, detail: joined([reason, told.detail], '\n') }, again, copy);
    if (chosen === copy) return vscode.env.clipboard.writeText(key);
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
  { connections }: OperationServices,
  connection: Connection,
  user: ListedUser,
): Promise<void> {
  const { users } = await connections.client(connection.id);
  const title = l10n.t('Looking whether the key of {0} was renewed…', userName(user));
  const change = otherKeyRenewal({
    manager: connection.name,
    readUser: () => Promise.resolve(user),
    renew: id => users.renewKey(id),
    keyOf: (id, signal) => users.keyOf(id, signal),
    whileLooking: look => withCancellableProgress(title, look),
  });
  const made = await makeRenewal(connections, connection, { change, journal: (_, work) => work() });
  if (!made) return;
  const { renewed, message } = made.receipt;
  if (renewed.kind !== 'done') throw new SentenceError(message);
  await offerKey(made.receipt, renewed.key, 1);
}
