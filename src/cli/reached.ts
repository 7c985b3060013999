import * as l10n from '@vscode/l10n';
import { ManagerClient } from '../api/managerClient.js';
import { proxyFor } from '../connections/proxyFor.js';
import { folderFile, readFolderSettings, requireHost } from '../folders/folderSettings.js';
import { inert, quoted } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { CliRun } from './cliRun.js';
import { managerSource } from './managerSource.js';

/** A manager with its host, `manager.example.net:8443`. */
export interface ReachedManager {
  readonly client: ManagerClient;
  readonly address: string;
  readonly host: string;
  /** What the user's own file calls it; undefined for the one of the environment. */
  readonly connection: string | undefined;
  readonly isWritable: boolean;
  /** @throws {SentenceError} where nothing may be written */
  readonly requireWritable: () => void;
  /** @throws {SentenceError} where only the folder says that it is meant, which a pull request can change */
  readonly requireNamed: () => void;
}

/**
 * Opens the manager that is meant, without asking it anything yet.
 * @throws {SentenceError} before the first request, where none is meant or it is another host than the folder is for
 */
export async function reachManager(run: CliRun): Promise<ReachedManager> {
  const folder = await readFolderSettings(run.root);
  const { address, key, trust, isWritable, connection, isNamedByFolder } = await managerSource(run, folder);
  const { host } = new URL(address);
  requireHost(
    folder,
    address,
    connection === undefined ? inert('NETSENSOR_URL') : l10n.t('the connection {0}', quoted(connection)),
  );
  const requireWritable = () => {
    if (!isWritable)
      throw new SentenceError(
        l10n.t(
          'Set NETSENSOR_WRITE=1, or "writable" in your own file of connections, to let this write to the manager. Nothing was sent.',
        ),
      );
  };
  const requireNamed = () => {
    if (isNamedByFolder)
      throw new SentenceError(
        l10n.t(
          'Only {0} says that {1} at {2} is meant, and whoever changes that file can name another one. Say {3} to write to it. Nothing was sent.',
          inert(folderFile),
          quoted(connection ?? ''),
          inert(host),
          inert(`--connection ${connection ?? ''}`),
        ),
      );
  };
  const client = new ManagerClient({
    address,
    key,
    trust,
    proxy: proxyFor(address, { proxy: '', support: 'on', noProxy: [], env: run.environment }),
    timeout: run.timeout,
    log: () => undefined,
    onGuessedLetters: () =>
      run.warn(l10n.t('Some letters of the manager were no UTF-8 and are read as windows-1252.')),
    requireUnlocked: requireWritable,
  });
  return { client, address, host, connection, isWritable, requireWritable, requireNamed };
}
