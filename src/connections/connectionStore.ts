import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ManagerClient, ManagerClientOptions } from '../api/managerClient.js';
import { environmentConnectionId } from '../ids.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { Emitter, Owner } from '../ui/lifetimes.js';
import { inert, type Inert } from '../words/inert.js';
import { SentenceError, SignedOutError } from '../words/sentenceErrors.js';
import { secretName, type Connection, type Connections } from './connection.js';
import { environmentConnection, terminalMark, type EnvironmentConnection } from './environmentConnection.js';
import { OpenClients } from './openClients.js';
import type { Reachability } from './reachability.js';
import type { Unlocks } from './unlocks.js';

/** Where profiles and keys are kept. */
export interface ConnectionStorage {
  readonly globalState: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
}

const profilesKey = 'connections';

/** What decides how a manager is reached; the same text means that open sockets may stay. */
const routeOf = ({ address, pinned, caFile }: Connection) =>
  JSON.stringify([address, pinned?.fingerprint256, caFile]);

/**
 * The saved managers, their keys and their clients. Profiles live in VS Code's global state, which no workspace can
 * change; keys live in SecretStorage.
 */
export class ConnectionStore extends Owner implements Connections {
  private readonly changed = this.own(new Emitter<void>());
  private readonly removed = this.own(new Emitter<string>());
  /** None before something is unlocked. */
  private unlocks: Unlocks | undefined;
  /** Nothing before something is asked. */
  private reachability: Reachability | undefined;
  private readonly reached = this.own(new Emitter<string>());
  private readonly clients = new OpenClients(id => this.open(id));
  private readonly fromEnvironment: EnvironmentConnection | undefined;
  keyLifetime: Inert | '' = '';
  readonly onDidChange = this.changed.event;
  readonly onDidReach = this.reached.event;
  /** Fires with the id of a connection that was deleted; what is kept of it elsewhere is to go. */
  readonly onDidRemove = this.removed.event;

  constructor(private readonly storage: ConnectionStorage) {
    super();
    const { environment } = storage;
    if (!environment[terminalMark]) this.fromEnvironment = environmentConnection(environment);
    this.own(
      { dispose: () => this.clients.close() },
      storage.secrets.onDidChange(({ key }) => {
        const connection = this.all.find(candidate => secretName(candidate) === key);
        if (connection) inBackground(storage.log, this.followKey(connection));
      }),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('http') || event.affectsConfiguration('netsensor.requestTimeout')) {
          this.clients.renew();
          this.changed.fire();
        }
      }),
    );
  }

  get all(): readonly Connection[] {
    return this.profiles.map(profile => {
      const { id, isLocked, environment } = profile;
      const unlockedUntil = this.unlocks?.until(id);
      const isUnlocked = unlockedUntil !== undefined || (!isLocked && environment !== 'production');
      return { ...profile, isLocked: !isUnlocked, unlockedUntil, reach: this.reachability?.get(id) };
    });
  }

  /** The connections as they are stored. */
  private get profiles(): readonly Connection[] {
    const saved = this.stored.filter(({ source }) => source === 'saved');
    const fromEnvironment = this.fromEnvironment?.connection;
    if (!fromEnvironment) return saved;
    const remembered = this.stored.find(
      ({ source, address }) => source === 'environment' && address === fromEnvironment.address,
    );
    const pinned = fromEnvironment.pinned ?? remembered?.pinned;
    return [{ ...fromEnvironment, ...remembered, pinned }, ...saved];
  }

  get(id: string): Connection | undefined {
    return this.all.find(connection => connection.id === id);
  }

  /** Finds out how long VS Code keeps keys. @throws what the secret storage throws */
  async findKeyLifetime(): Promise<void> {
    const { findSecretLifetime, lifetimeWords } = await import('./secretLifetime.js');
    const lifetime = await findSecretLifetime(this.storage, vscode.env.sessionId);
    const isBrowser = vscode.env.uiKind === vscode.UIKind.Web;
    this.keyLifetime = lifetimeWords(lifetime, isBrowser || process.platform === 'linux');
    if (this.keyLifetime) this.changed.fire();
  }

  /** Adds a connection with its key. */
  async add(connection: Connection, key: string): Promise<void> {
    await this.storeKey(connection, key);
    await this.write(connection);
    this.changed.fire();
  }

  /** Changes some properties of a connection as it is now, whatever a prompt began with. */
  async change(id: string, changes: Partial<Connection>): Promise<void> {
    const before = this.profiles.find(profile => profile.id === id);
    if (!before) return;
    const connection = { ...before, ...changes };
    await this.write(connection);
    if (routeOf(before) !== routeOf(connection)) this.renew(id);
    this.changed.fire();
  }

  /** What this window has unlocked; none of it is known before. */
  async loadUnlocks(): Promise<Unlocks> {
    const { Unlocks: Loaded } = await import('./unlocks.js');
    if (this.unlocks) return this.unlocks;
    this.unlocks = this.own(new Loaded());
    this.own(this.unlocks.onDidEnd(() => this.changed.fire()));
    return this.unlocks;
  }

  /**
   * Stores another key for a connection and uses it from the next call on, and changes what the manager took it with.
   * @throws {Error} when the connection is gone, or the secret storage fails or gives another key back
   */
  async replaceKey(id: string, key: string, changes: Partial<Connection> = {}): Promise<void> {
    const connection = this.existing(id);
    await this.storeKey(connection, key);
    if (!this.get(id)) await this.storage.secrets.delete(secretName(connection));
    this.existing(id);
    this.renew(id);
    await this.change(id, { ...changes, isSignedOut: false });
  }

  /** Reads something with a key that is not stored. @throws {ApiError} when the manager does not answer that */
  async tryKey(id: string, key: string): Promise<void> {
    const client = await this.createClient(this.existing(id), key);
    try {
      await client.verify();
    } finally {
      await client.close();
    }
  }

  /** Stores the key of a connection once more, to know that it can be replaced. @returns it @throws {Error} as `replaceKey` */
  async storeKeyAgain(id: string): Promise<string | undefined> {
    const connection = this.get(id);
    const key = connection && (await this.key(connection));
    if (key !== undefined) await this.replaceKey(id, key);
    return key;
  }

  /** Forgets the key; the connection stays. What is under way with it sends nothing more. */
  async signOut(id: string): Promise<void> {
    const connection = this.get(id);
    if (!connection) return;
    await this.storage.secrets.delete(secretName(connection));
    this.clients.close(id);
    await this.change(id, { isSignedOut: true });
  }

  /** Forgets the connection and its key. What is under way with it sends nothing more. */
  async remove(id: string): Promise<void> {
    const connection = this.get(id);
    if (connection) await this.storage.secrets.delete(secretName(connection));
    const others = this.stored.filter(known => known.id !== id);
    await this.storage.globalState.update(profilesKey, others);
    this.clients.close(id);
    this.removed.fire(id);
    this.changed.fire();
  }

  /** The stored key; undefined when signed out. */
  async key(connection: Connection): Promise<string | undefined> {
    if (connection.id === environmentConnectionId) return this.fromEnvironment?.key;
    return this.storage.secrets.get(secretName(connection));
  }

  /** The stored key. @throws {SignedOutError} when signed out */
  async requireKey(connection: Connection): Promise<string> {
    const key = await this.key(connection);
    if (key) return key;
    const { signedOutWords } = await import('../words/troubleWords.js');
    throw new SignedOutError(signedOutWords(connection.name).sentence, connection.id);
  }

  client(id: string): Promise<ManagerClient> {
    return this.clients.get(id);
  }

  /** A client that is not shared, for checking an address and a key before they are stored. */
  async createClient(
    connection: Connection,
    key: string,
    guards: Pick<ManagerClientOptions, 'onSettled' | 'requireUnlocked'> = {},
  ): Promise<ManagerClient> {
    const { createClient } = await import('./createClient.js');
    const isSignedOut = () => this.get(connection.id)?.isSignedOut;
    return createClient(connection, key, { log: this.storage.log, isSignedOut, ...guards });
  }

  private async storeKey(connection: Connection, key: string): Promise<void> {
    const { secrets } = this.storage;
    await secrets.store(secretName(connection), key);
    if ((await secrets.get(secretName(connection))) !== key)
      throw new SentenceError(l10n.t('VS Code did not keep the API key in its secret storage.'));
  }

  private renew(id: string): void {
    this.clients.renew(id);
    this.reachability?.forget(id);
  }

  private async write(connection: Connection): Promise<void> {
    const { stored } = this;
    const isKnown = stored.some(({ id }) => id === connection.id);
    await this.storage.globalState.update(
      profilesKey,
      isKnown
        ? stored.map(known => (known.id === connection.id ? connection : known))
        : [...stored, connection],
    );
  }

  private get stored(): Connection[] {
    return this.storage.globalState.get<Connection[]>(profilesKey, []);
  }

  /** Goes on with a key that was changed, maybe in another window; once it is forgotten, nothing more is sent. */
  private async followKey(connection: Connection): Promise<void> {
    if (await this.key(connection)) this.renew(connection.id);
    else this.clients.close(connection.id);
    this.changed.fire();
  }

  private existing(id: string): Connection {
    const connection = this.get(id);
    if (connection) return connection;
    throw new SentenceError(l10n.t('This connection no longer exists. Add the manager again.'));
  }

  private async open(id: string): Promise<ManagerClient> {
    const connection = this.existing(id);
    const { wrongCertificate } = this.fromEnvironment ?? {};
    if (wrongCertificate && connection.source === 'environment' && !connection.pinned) {
      throw new SentenceError(
        l10n.t(
          'The certificate {0} cannot be read. Correct NETSENSOR_CERTIFICATE and start VS Code again.',
          inert(wrongCertificate),
        ),
      );
    }
    const key = await this.requireKey(connection);
    const { requireUnlocked } = await import('../ui/confirmRisk.js');
    const reachability = await this.reach();
    // Whoever holds the client may have asked long ago: what decides is whether it is locked when it sends.
    return this.createClient(connection, key, {
      requireUnlocked: () => {
        requireUnlocked(this.get(id));
      },
      onSettled: (failure, took) => reachability.note(id, failure, took),
    });
  }

  /** What is known of which managers answer. */
  private async reach(): Promise<Reachability> {
    const { Reachability: Loaded } = await import('./reachability.js');
    if (this.reachability) return this.reachability;
    this.reachability = this.own(
      new Loaded({
        probe: async id => (await this.client(id)).verify(),
        isWatched: () => vscode.window.state.focused,
      }),
    );
    this.own(
      this.reachability.onDidChange(id => this.reached.fire(id)),
      this.reachability.onDidComeBack(() => this.changed.fire()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.reachability?.look()),
    );
    return this.reachability;
  }
}
