import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { confirmRisk } from '../ui/confirmRisk.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { inert, joined, quoted, shown } from '../words/inert.js';
import { SignedOutError } from '../words/sentenceErrors.js';
import type { Connection } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';
import { commandName, posixScript, windowsScript } from './startScripts.js';

/** What terminals are given the command line with. */
export interface TerminalParts {
  readonly extensionUri: vscode.Uri;
  readonly globalStorageUri: vscode.Uri;
  readonly environmentVariableCollection: vscode.GlobalEnvironmentVariableCollection;
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
 * Opens a terminal whose programs reach a manager with its key, after asking. VS Code keeps nothing of it.
 * @throws {SignedOutError} without a key
 */
export async function openTerminal(
  connection: Connection,
  store: ConnectionStore,
  { globalStorageUri }: TerminalParts,
): Promise<void> {
  const name = quoted(connection.name);
  const risky = l10n.t('Open terminal');
  const mayWrite = connection.isLocked
    ? l10n.t('It is read-only there, too.')
    : l10n.t('It is unlocked: netsensor apply may change the manager from there.');
  const isAgreed = await confirmRisk({
    question: l10n.t('Open a terminal with the API key of {0}?', name),
    detail: joined([
      l10n.t('Every program that is started in it, and every other extension, can read the key.'),
      mayWrite,
    ]),
    safe: l10n.t('Keep the key here'),
    risky,
  });
  if (!isAgreed) return;
  const key = await store.key(connection);
  if (!key)
    throw new SignedOutError(l10n.t('{0} is signed out. Enter its API key to go on.', name), connection.id);
  const { isLocked, caFile, pinned } = store.get(connection.id) ?? connection;
  const certificate = pinned && (await writeCertificate(connection, pinned.pem, globalStorageUri));
  window
    .createTerminal({
      name: shown`Netsensor: ${inert(connection.name)}`,
      isTransient: true,
      env: {
        NETSENSOR_URL: connection.address,
        NETSENSOR_API_KEY: key,
        NETSENSOR_CERTIFICATE: certificate ?? null,
        ...(caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }),
        NETSENSOR_WRITE: isLocked ? null : '1',
      },
    })
    .show();
}

/** @returns the path of a file with the certificate that is trusted */
async function writeCertificate({ id }: Connection, pem: string, storage: vscode.Uri): Promise<string> {
  const folder = vscode.Uri.joinPath(storage, 'certificates').fsPath;
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${id}.pem`);
  await writeOther(file, pem);
  return file;
}
