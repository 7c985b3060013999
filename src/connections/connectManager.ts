import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { isApiError } from '../api/apiError.js';
import { describeError } from '../words/describeError.js';
import { inputWarning, window, withCancellableProgress } from '../ui/doors.js';
import { inert, joined, shown, type Inert } from '../words/inert.js';
import type { Connection } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';
import { configuredProxy } from './createClient.js';
import { askAboutDuplicate, sameManager } from './duplicateConnection.js';
import { parseManagerAddress, type AddressProblem } from './managerAddress.js';
import { isLoopback } from '../model/loopback.js';
import { askToTrust } from './trustCertificate.js';

/** A connection that leads to the manager that was asked for. */
interface Connected {
  readonly connection: Connection;
  /** Whether it was there before. */
  readonly isOld: boolean;
}

/**
 * Asks for an address and a key, checks them against the manager, and stores them; undefined when given up. One that has a
 * connection already is asked about.
 * @param linked the address in a link, which anybody may have made: it is named, and only who types it has a key sent there
 */
export async function connectManager(
  store: ConnectionStore,
  linked?: string,
): Promise<Connected | undefined> {
  let typed = '';
  for (;;) {
    const address = await askAddress(typed, linked);
    if (address === undefined) return undefined;
    typed = address;
    const made = newConnection(address);
    const there = await askIfThere(store, made, 'address');
    if (there === 'changeAddress') continue;
    if ('isOld' in there) return there;
    const accepted = await askAcceptedKey(store, there);
    if (accepted === 'changeAddress') continue;
    if (!accepted) return undefined;
    const { key } = accepted;
    // The address was asked about; another one may lead to the same certificate.
    const isKnown = sameManager({ ...made, pinned: undefined }, store.all) !== undefined;
    const trusted = isKnown
      ? accepted.connection
      : await askIfThere(store, accepted.connection, 'certificate');
    if (trusted === 'changeAddress') continue;
    if ('isOld' in trusted) return trusted;
    await store.add(trusted, key);
    return { connection: trusted, isOld: false };
  }
}

const newConnection = (address: string): Connection => ({
  id: `manager-${randomUUID().slice(0, 8)}`,
  name: new URL(address).host,
  address,
  isLocked: true,
  environment: 'none',
  source: 'saved',
});

/** Asks about a manager that is there already. @returns what is to be added, or what there is in its place */
async function askIfThere(
  store: ConnectionStore,
  connection: Connection,
  by: 'address' | 'certificate',
): Promise<Connection | Connected | 'changeAddress'> {
  const there = sameManager(connection, store.all);
  if (!there) return connection;
  const answer = await askAboutDuplicate(there, by);
  if (answer === undefined) return 'changeAddress';
  // What production looks like, and that it is locked at every start, is not lost by a duplicate.
  if (answer === 'addDuplicate') return { ...connection, environment: there.environment };
  if (answer === 'enterKey') await signIn(store, there);
  return { connection: there, isOld: true };
}

/** Asks for another key of a connection until the manager accepts it, and stores it; the rest of the connection stays. */
export async function signIn(store: ConnectionStore, connection: Connection): Promise<void> {
  const accepted = await askAcceptedKey(store, connection);
  if (!accepted || accepted === 'changeAddress') return;
  const { pinned } = accepted.connection;
  await store.replaceKey(connection.id, accepted.key, pinned === connection.pinned ? {} : { pinned });
}

/** A key that the manager accepted, and the connection with what it needed for that; undefined when given up. */
async function askAcceptedKey(
  store: ConnectionStore,
  connection: Connection,
): Promise<{ connection: Connection; key: string } | 'changeAddress' | undefined> {
  let current = connection;
  let key = await askKey(store, current);
  while (key) {
    const failure = await verify(store, current, key);
    if (!failure) return { connection: current, key };
    if (isApiError(failure, 'cancelled')) return undefined;
    const next = await offerNextStep(current, failure);
    if (next === 'changeAddress' || next === undefined) return next;
    if (next === 'changeKey') key = await askKey(store, current);
    else current = next;
  }
  return undefined;
}

async function verify(store: ConnectionStore, connection: Connection, key: string): Promise<unknown> {
  const client = await store.createClient(connection, key);
  try {
    await withCancellableProgress(l10n.t('Checking {0}…', inert(connection.address)), signal =>
      client.verify(signal),
    );
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await client.close();
  }
}

async function offerNextStep(
  connection: Connection,
  failure: unknown,
): Promise<Connection | 'changeAddress' | 'changeKey' | undefined> {
  // What is trusted already is changed on purpose only.
  if (isApiError(failure, 'tls') && !connection.pinned) {
    const pinned = await askToTrust(connection, describeError(failure));
    return pinned && { ...connection, pinned };
  }
  const changeKey = l10n.t('Change key');
  const changeAddress = l10n.t('Change address');
  const tryAgain = l10n.t('Try again');
  const buttons = isApiError(failure, 'unauthorized', 'forbidden')
    ? [changeKey, changeAddress]
    : [tryAgain, changeAddress];
  const chosen = await window.showErrorMessage(await connectSentence(connection, failure), ...buttons);
  if (chosen === changeKey) return 'changeKey';
  if (chosen === changeAddress) return 'changeAddress';
  return chosen === tryAgain ? connection : undefined;
}

/** While connecting, “not found” is about the address and not about an object, and an address may be meant for http. */
async function connectSentence({ address }: Connection, failure: unknown): Promise<Inert> {
  if (isApiError(failure, 'notFound'))
    return l10n.t('No manager answers at this address. Leave out the path, or correct it.');
  const sentence = describeError(failure);
  if (!isApiError(failure, 'unreachable') || failure.stage !== 'noTls' || configuredProxy(address))
    return sentence;
  const isPlain = await withCancellableProgress(l10n.t('Checking {0}…', inert(address)), async signal =>
    (await import('../api/inspectCertificate.js')).answersPlainly(address, signal),
  ).catch(() => false);
  return joined([
    sentence,
    isPlain ? l10n.t('It answers without encryption; write http:// if that is meant.') : '',
  ]);
}

async function askAddress(value: string, linked: string | undefined): Promise<string | undefined> {
  const typed = await window.showInputBox({
    title: l10n.t('Add manager'),
    prompt: joined([
      linked === undefined
        ? ''
        : l10n.t('The link leads to {0}. Type that only if you know this manager.', inert(linked)),
      l10n.t('Address of the manager. Everything, the API key included, is sent there and nowhere else.'),
    ]),
    placeHolder: shown`https://manager.example.net`,
    value,
    ignoreFocusOut: true,
    validateInput: text => {
      if (text.trim() === '') return undefined;
      const parsed = parseManagerAddress(text);
      if ('problem' in parsed) return addressProblem(parsed.problem);
      return isUnencrypted(parsed.address)
        ? inputWarning(l10n.t('With http the API key travels readable.'))
        : undefined;
    },
  });
  const parsed = parseManagerAddress(typed ?? '');
  return 'problem' in parsed ? undefined : parsed.address;
}

const isUnencrypted = (address: string) =>
  address.startsWith('http:') && !isLoopback(new URL(address).hostname);

function askKey({ keyLifetime }: ConnectionStore, { address }: Connection): Thenable<string | undefined> {
  return window.showInputBox({
    title: l10n.t('API key for {0}', inert(address)),
    prompt: joined([
      l10n.t(
        'You find it in your user settings on the manager. It is kept in the secret storage of VS Code.',
      ),
      keyLifetime,
    ]),
    password: true,
    ignoreFocusOut: true,
  });
}

const addressProblem = (problem: AddressProblem): Inert =>
  ({
    notAddress: l10n.t('This is not an address. Write it like https://manager.example.net.'),
    notHttp: l10n.t('The address must start with https:// or http://.'),
    hasCredentials: l10n.t('Leave the user name and password out of the address.'),
    hasQuery: l10n.t('Leave everything from ? or # on out of the address.'),
  })[problem];
