import type * as vscode from 'vscode';
import { together } from '../ui/lifetimes.js';
import { inBackground } from '../ui/listeners.js';
import { ownedOnce } from '../ui/loadedOnce.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import type { InFront, ReadInPart } from './connection.js';
import type * as connectionCommands from './connectionCommands.js';
import type { TerminalParts } from './terminals.js';

/** What each command does, by its name in their module. */
const commands: Readonly<Record<string, keyof typeof connectionCommands>> = {
  ...named(
    'addManager',
    'signIn',
    'signOut',
    'renameConnection',
    'setEnvironment',
    'unlockConnection',
    'lockConnection',
    'lockAll',
    'deleteConnection',
    'trustCertificate',
    'useCaFile',
    'openTerminal',
    'showConnections',
  ),
};

/** What connections need from the rest of the extension. */
interface ConnectionParts extends Omit<connectionCommands.ConnectionServices, 'terminals'> {
  readonly inFront: InFront;
  readonly readInPart: ReadInPart;
}

/** Shows the connections in the status bar and on documents, and registers the commands on them. */
export function registerConnections(parts: ConnectionParts, terminals: TerminalParts): vscode.Disposable {
  const { store, inFront, readInPart, log } = parts;
  inBackground(log, store.findKeyLifetime());
  const marks = ownedOnce(async () =>
    (await import('./connectionMarks.js')).showMarks(store, { inFront, readInPart }),
  );
  inBackground(log, marks.get());
  const commandLine = ownedOnce(async () =>
    (await import('./terminals.js')).offerCommandLine(terminals, log),
  );
  inBackground(log, commandLine.get());
  return together(
    marks,
    commandLine,
    registerCommands(
      commandsOf(commands, () => import('./connectionCommands.js'), { ...parts, terminals }),
      log,
    ),
  );
}
