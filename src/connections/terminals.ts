import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { confirmRisk } from '../ui/confirmRisk.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { together } from '../ui/lifetimes.js';
import { inert, joined, quoted, shown, type Inert } from '../words/inert.js';
import type { Connection } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';
import { terminalMark } from './environmentConnection.js';
import { commandName, posixScript, windowsScript } from './startScripts.js';

/** What terminals are given the command line with. */
export interface TerminalParts {
  readonly extensionUri: vscode.Uri;
  readonly globalStorageUri: vscode.Uri;
  readonly environmentVariableCollection: vscode.GlobalEnvironmentVariableCollection;
}

/** What a terminal is opened with. */
interface OpeningParts {
  readonly store: ConnectionStore;
  readonly terminals: TerminalParts;
  readonly log: Log;
}

const setting = 'terminal.commandLine';

/** Keeps the command `netsensor` on the PATH of new terminals, as long as a setting lets it. */
export async function offerCommandLine(parts: TerminalParts, log: Log): Promise<vscode.Disposable> {
  await offerAsSet(parts);
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`netsensor.${setting}`)) inBackground(log, offerAsSet(parts));
  });
}

async function offerAsSet(parts: TerminalParts): Promise<void> {
  const { environmentVariableCollection: variables } = parts;
  if (!vscode.workspace.getConfiguration('netsensor').get<boolean>(setting, true)) return variables.clear();
  const folder = await writeScripts(parts);
  variables.description = l10n.t('The command netsensor, which keeps the inventory of managers as files.');
  variables.append('PATH', delimiter + folder);
}

/** Writes what starts the command line where VS Code and the extension are now. @returns the folder */
async function writeScripts({ extensionUri, globalStorageUri }: TerminalParts): Promise<string> {
  const folder = vscode.Uri.joinPath(globalStorageUri, 'bin').fsPath;
  await mkdir(folder, { recursive: true });
  const program = vscode.Uri.joinPath(extensionUri, 'dist', 'netsensor.cjs').fsPath;
  const started = { runtime: process.execPath, program };
  if (process.platform === 'win32')
    await writeOther(join(folder, `${commandName}.cmd`), windowsScript(started));
  // Git Bash takes no .cmd.
  await writeOther(join(folder, commandName), posixScript(started), 0o755);
  return folder;
}

/** Writes a file that has another text. */
async function writeOther(file: string, text: string, mode?: number): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(file, text, { mode });
}

/**
 * Opens a terminal whose programs reach a manager with its key, after asking. VS Code keeps nothing of it, and it ends with what
 * it was given: the key, or the right to write.
 * @throws {SignedOutError} without a key
 */
export async function openTerminal(
  connection: Connection,
  { store, terminals, log }: OpeningParts,
): Promise<void> {
  const { id, address, caFile, pinned } = connection;
  const name = quoted(connection.name);
  const isUnlocked = !connection.isLocked;
  const isAgreed = await confirmRisk({
    question: l10n.t('Open a terminal with the API key of {0}?', name),
    detail: joined([
      l10n.t('Every program that is started in it, and every other extension, can read the key.'),
      isUnlocked
        ? l10n.t(
            'It is unlocked: netsensor apply may change the manager from there. Once it is locked, the terminal is closed.',
          )
        : l10n.t('It is read-only there, too.'),
    ]),
    safe: l10n.t('Keep the key here'),
    risky: l10n.t('Open terminal'),
  });
  if (!isAgreed) return;
  const key = await store.requireKey(connection);
  // It may have been locked while that was asked.
  const mayWrite = isUnlocked && store.get(id)?.isLocked === false;
  const certificate = pinned && (await writeCertificate(connection, pinned.pem, terminals.globalStorageUri));
  const { configuredProxy } = await import('./createClient.js');
  const proxy = configuredProxy(address);
  const terminal = window.createTerminal({
    name: shown`Netsensor: ${inert(connection.name)}`,
    isTransient: true,
    env: {
      [terminalMark]: id,
      NETSENSOR_URL: address,
      NETSENSOR_API_KEY: key,
      NETSENSOR_CERTIFICATE: certificate ?? null,
      NETSENSOR_WRITE: mayWrite ? '1' : null,
      ...(caFile !== undefined && { NODE_EXTRA_CA_CERTS: caFile }),
      ...(proxy !== undefined && { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
    },
  });
  closeWithRights(terminal, { id, name, mayWrite, key }, { store, log });
  terminal.show();
}

/** Closes a terminal once its key was forgotten or replaced, or its connection locked where it may write. */
function closeWithRights(
  terminal: vscode.Terminal,
  { id, name, mayWrite, key }: { id: string; name: Inert; mayWrite: boolean; key: string },
  { store, log }: Omit<OpeningParts, 'terminals'>,
): void {
  const look = async () => {
    const connection = store.get(id);
    const isLocked = mayWrite && connection?.isLocked;
    if (connection && !isLocked && (await store.key(connection)) === key) return;
    watching.dispose();
    terminal.dispose();
    await window.showInformationMessage(
      isLocked
        ? l10n.t('The terminal of {0} is closed: it could write, and the connection is locked now.', name)
        : l10n.t('The terminal of {0} is closed: its API key is no longer the one of the connection.', name),
    );
  };
  const watching = together(
    store.onDidChange(() => inBackground(log, look())),
    vscode.window.onDidCloseTerminal(closed => {
      if (closed === terminal) watching.dispose();
    }),
  );
}

const certificateFile = ({ id }: Pick<Connection, 'id'>, storage: vscode.Uri): string =>
  vscode.Uri.joinPath(storage, 'certificates', `${id}.pem`).fsPath;

/** Removes the certificate that was written for the terminals of a connection. */
export const forgetCertificate = (connection: Connection, storage: vscode.Uri): Promise<void> =>
  rm(certificateFile(connection, storage), { force: true });

/** @returns the path of a file with the certificate that is trusted */
async function writeCertificate(connection: Connection, pem: string, storage: vscode.Uri): Promise<string> {
  const file = certificateFile(connection, storage);
  await mkdir(dirname(file), { recursive: true });
  await writeOther(file, pem);
  return file;
}
