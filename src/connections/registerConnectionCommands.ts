import type * as vscode from 'vscode';
import { Command } from '../ids.js';
import type { Log } from '../ui/doors.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import type { ConnectionBackups } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';

/** Registers the commands on connections. */
export const registerConnectionCommands = ({
  store,
  backups,
  log,
}: {
  store: ConnectionStore;
  backups: ConnectionBackups;
  log: Log;
}): vscode.Disposable =>
  registerCommands(
    loadedCommands(
      [
        Command.addManager,
        Command.signIn,
        Command.signOut,
        Command.renameConnection,
        Command.setEnvironment,
        Command.unlockConnection,
        Command.lockConnection,
        Command.deleteConnection,
        Command.trustCertificate,
        Command.useCaFile,
        Command.showConnections,
      ],
      async () => (await import('./connectionCommands.js')).connectionCommands(store, backups),
    ),
    log,
  );
