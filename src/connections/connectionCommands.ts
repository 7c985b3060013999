import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { window, type Log } from '../ui/doors.js';
import { inert, joined, nameList, quoted, shown, type Inert } from '../words/inert.js';
import { timeWords } from '../words/locale.js';
import { NothingToDoError, SentenceError } from '../words/sentenceErrors.js';
import type { Connection, ConnectionBackups } from './connection.js';
import { label, lock, unlock } from './connectionAccess.js';
import { helpFor } from './connectionHelp.js';
import { environmentName } from '../words/names.js';
import { connectionState, environments } from './connectionLabel.js';
import type { ConnectionStore } from './connectionStore.js';
import { pickConnection } from './pickConnection.js';
import type { TerminalParts } from './terminals.js';

/** Anything in the user interface that belongs to a connection, such as a tree node. */
export interface ConnectionTarget {
  readonly connectionId: string;
}

/** What the commands on connections work with. */
export interface ConnectionServices {
  readonly terminals: TerminalParts;
  readonly log: Log;
  readonly store: ConnectionStore;
  readonly backups: ConnectionBackups;
  /** Shows a connection that was just added. */
  readonly revealConnection: (connectionId: string) => Promise<void>;
}

type Action = (connection: Connection, services: ConnectionServices) => Promise<unknown>;

/** A command on the connection that it is called on, else on one that the user picks. */
const on =
  (action: Action) =>
  async (services: ConnectionServices, target?: ConnectionTarget): Promise<void> => {
    const { store } = services;
    const connection = target ? store.get(target.connectionId) : await pickConnection(store);
    if (connection) await action(connection, services);
  };

/** The connection of the environment is made by two variables and cannot be signed out or deleted here. */
const onSaved = (action: Action) =>
  on(async (connection, services) => {
    if (connection.source === 'saved') return action(connection, services);
    const sentence = l10n.t(
      '{0} comes from NETSENSOR_URL and NETSENSOR_API_KEY. Change those variables and start VS Code again.',
      quoted(connection.name),
    );
    return window.showInformationMessage(sentence);
  });

/** Adds a manager. @param named the address in the link that somebody came from; a row of the tree has none */
export async function addManager(
  { store, revealConnection }: ConnectionServices,
  named?: { readonly linked?: string },
): Promise<void> {
  const { connectManager } = await import('./connectManager.js');
  const connected = await connectManager(store, named?.linked);
  if (!connected) return;
  const { connection, isOld } = connected;
  if (isOld) return revealConnection(connection.id);
  // A tree that takes long, or cannot be read, holds nothing up.
  await Promise.all([revealConnection(connection.id), tellConnected(store, connection)]);
}

export const signIn = onSaved(async (connection, { store }) =>
  (await import('./connectManager.js')).signIn(store, connection),
);
export const signOut = onSaved(forgetKey);
export const renameConnection = on(rename);
export const setEnvironment = on((connection, { store }) => askForEnvironment(store, connection));
export const unlockConnection = on(askToUnlock);
export const lockConnection = on(({ id }, { store }) => lock(store, [id]));
export const deleteConnection = onSaved(remove);
export const trustCertificate = on(askForTrust);
export const useCaFile = on(chooseCaFile);
export const openTerminal = on(async (connection, services) =>
  (await import('./terminals.js')).openTerminal(connection, services),
);

async function tellConnected(store: ConnectionStore, connection: Connection): Promise<void> {
  const setLabel = l10n.t('Set label and colour');
  const chosen = await window.showInformationMessage(
    l10n.t('{0} is connected, read-only until you unlock it.', quoted(connection.name)),
    setLabel,
  );
  if (chosen === setLabel) await askForEnvironment(store, connection);
}

async function rename(connection: Connection, { store }: ConnectionServices): Promise<void> {
  const name = await window.showInputBox({
    title: l10n.t('Rename connection'),
    prompt: inert(connection.address),
    value: connection.name,
    validateInput: text => (text.trim() === '' ? l10n.t('Enter a name.') : undefined),
  });
  if (name) await store.change(connection.id, { name: name.trim() });
}

async function askForEnvironment(store: ConnectionStore, connection: Connection): Promise<void> {
  const picked = await window.showQuickPick(
    environments.map(environment => ({
      label: environmentName(environment) || l10n.t('no label'),
      environment,
      picked: environment === connection.environment,
    })),
    { title: l10n.t('What is {0} used for?', quoted(connection.name)) },
  );
  if (picked) await label(store, connection.id, picked.environment);
}

/** Makes all connections read-only, whichever is in front. */
export async function lockAll({ store }: ConnectionServices): Promise<void> {
  const unlocked = store.all.filter(({ isLocked }) => !isLocked);
  if (unlocked.length === 0) throw new NothingToDoError(l10n.t('Every connection is read-only already.'));
  await lock(
    store,
    unlocked.map(({ id }) => id),
  );
  const names = nameList(unlocked.map(({ name }) => name));
  void window.showInformationMessage(l10n.t('Read-only again: {0}.', names));
}

const unlockedMinutes = 15;

/** Asks how long a connection is unlocked. Enter picks the first row, which changes nothing. */
async function askToUnlock(connection: Connection, { store }: ConnectionServices): Promise<void> {
  const { id, name, address, environment, isLocked, unlockedUntil } = connection;
  if (!isLocked && unlockedUntil === undefined) return;
  const time = unlockedMinutes * 60_000;
  const rows = [
    { label: isLocked ? l10n.t('Keep it read-only') : l10n.t('Keep it as it is'), end: undefined },
    {
      label: l10n.t('Unlock for {0} minutes', unlockedMinutes),
      description: l10n.t('until {0}', timeWords(Date.now() + time)),
      end: time,
    },
    { label: l10n.t('Unlock until the window closes'), end: 'windowCloses' as const },
    { label: l10n.t('Unlock until I lock it'), end: 'locked' as const },
  ];
  // Production is locked at every start.
  const offered = rows.filter(({ end }) => end !== 'locked' || environment !== 'production');
  const chosen = await window.showQuickPick(offered, {
    title: l10n.t('Unlock {0} for changes?', quoted(name)),
    placeHolder: l10n.t(
      'Saving a document will then change {0} ({1}).',
      inert(address),
      connectionState(connection),
    ),
    ignoreFocusOut: true,
  });
  if (chosen?.end !== undefined) await unlock(store, id, chosen.end);
}

async function forgetKey({ id, name }: Connection, { store }: ConnectionServices): Promise<void> {
  await store.signOut(id);
  void window.showInformationMessage(l10n.t('{0} is signed out; its API key is forgotten.', quoted(name)));
}

async function remove(
  connection: Connection,
  { store, backups, terminals }: ConnectionServices,
): Promise<void> {
  const unsaved = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.authority === connection.id,
  );
  if (unsaved) {
    throw new SentenceError(
      l10n.t('{0} has unsaved documents. Save or close them first.', quoted(connection.name)),
    );
  }
  const count = await backups.count(connection.id);
  const withBackups = l10n.t('Delete');
  const keepBackups = l10n.t('Delete, keep backups');
  const detail = joined([
    l10n.t('Its API key and its earlier queries are forgotten too. Nothing changes on the manager.'),
    count > 0 ? l10n.t('Its backups ({0}) are deleted too, unless you keep them.', count) : '',
  ]);
  const question = l10n.t('Delete the connection {0}?', quoted(connection.name));
  const risky = count > 0 ? [keepBackups, withBackups] : [withBackups];
  const { chooseRisk } = await import('../ui/confirmRisk.js');
  const chosen = await chooseRisk({ question, detail, safe: l10n.t('Keep the connection') }, risky);
  if (!chosen) return;
  await store.remove(connection.id);
  if (chosen === withBackups) await backups.delete(connection.id);
  else {
    const folder = inert(backups.folder(connection.id));
    void window.showInformationMessage(l10n.t('The backups are kept in {0}.', folder));
  }
  // A file that cannot be removed keeps nothing that was to go.
  const { forgetCertificate } = await import('./terminals.js');
  await forgetCertificate(connection, terminals.globalStorageUri);
}

async function askForTrust(connection: Connection, { store }: ConnectionServices): Promise<void> {
  const { askToTrust, askToTrustAnother } = await import('./trustCertificate.js');
  const question = l10n.t('Trust this certificate for {0}?', quoted(connection.name));
  const pinned = connection.pinned
    ? await askToTrustAnother(connection, connection.pinned)
    : await askToTrust(connection, question);
  if (pinned) await store.change(connection.id, { pinned });
}

async function chooseCaFile(connection: Connection, { store }: ConnectionServices): Promise<void> {
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t('Certificate authorities for {0}', quoted(connection.name)),
      openLabel: l10n.t('Use CA file'),
      filters: { [l10n.t('Certificates')]: ['pem', 'crt', 'cer'] },
    })) ?? [];
  if (file) await store.change(connection.id, { caFile: file.fsPath, pinned: undefined });
}

const lockOrUnlock = ({ isLocked }: Connection) =>
  isLocked
    ? { label: l10n.t('Unlock for changes'), command: Command.unlockConnection }
    : { label: l10n.t('Lock (read-only)'), command: Command.lockConnection };

interface ConnectionAction {
  readonly label: Inert;
  readonly command: string;
  /** The connection without them. */
  readonly arguments?: readonly unknown[];
}

export async function showConnections({ store }: ConnectionServices): Promise<void> {
  const connection = await pickConnection(store);
  if (!connection) return;
  const areMoreUnlocked = store.all.filter(({ isLocked }) => !isLocked).length > 1;
  const help = helpFor(connection)?.button;
  const actions: readonly ConnectionAction[] = [
    ...(help ? [{ label: help.label, ...help.command }] : []),
    ...(connection.isSignedOut ? [] : [lockOrUnlock(connection)]),
    ...(areMoreUnlocked ? [{ label: l10n.t('Lock all connections'), command: Command.lockAll }] : []),
    { label: l10n.t('Set label and colour'), command: Command.setEnvironment },
  ];
  const actionsOnSaved: readonly ConnectionAction[] = [
    { label: l10n.t('Rename'), command: Command.renameConnection },
    { label: l10n.t('Enter API key'), command: Command.signIn },
    ...(connection.isSignedOut ? [] : [{ label: l10n.t('Sign out'), command: Command.signOut }]),
  ];
  const others = connection.source === 'saved' ? actionsOnSaved : [];
  const picked = await window.showQuickPick(
    [...actions, ...others.filter(({ command }) => command !== help?.command.command)],
    { title: shown`${quoted(connection.name)} (${connectionState(connection)})` },
  );
  const { command, arguments: given = [{ connectionId: connection.id }] } = picked ?? {};
  if (command !== undefined) await vscode.commands.executeCommand(command, ...given);
}
