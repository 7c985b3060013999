import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ManagerClient, type ManagerClientOptions } from '../api/managerClient.js';
import { window, withCancellableProgress, type Log } from '../ui/doors.js';
import { waitWords } from '../words/waitWords.js';
import { inert, quoted, shown, unlinked } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { Connection } from './connection.js';
import { proxyFor } from './proxyFor.js';

/**
 * Makes the client of a connection as the settings of VS Code are now; it sends nothing yet.
 * @throws {Error} with a sentence for people when the CA file cannot be read or the proxy is none
 */
export async function createClient(
  { id, source, name, address, pinned, caFile }: Connection,
  key: string,
  {
    log,
    isSignedOut,
    ...guards
  }: {
    readonly log: Log;
    /** Whether it is by now: a failure is told later than the client was made. */
    readonly isSignedOut?: () => boolean | undefined;
  } & Pick<ManagerClientOptions, 'onSettled' | 'requireUnlocked'>,
): Promise<ManagerClient> {
  const seconds = vscode.workspace.getConfiguration('netsensor').get<number>('requestTimeout', 60);
  return new ManagerClient({
    address,
    key,
    connection: {
      id,
      source,
      get isSignedOut() {
        return isSignedOut?.();
      },
    },
    trust: { pinned, caPem: caFile ? await readCaFile(caFile) : undefined },
    proxy: configuredProxy(address),
    timeout: seconds * 1000,
    onGuessedLetters: () => sayGuessed(id, name),
    showWait: during =>
      withCancellableProgress(l10n.t('Waiting for {0}', quoted(name)), (signal, report) =>
        during(signal, wait => report(waitWords(wait))),
      ),
    ...guards,
    log: line => log.debug(unlinked(shown`${inert(name)}: ${inert(line)}`)),
  });
}

/** Ids of connections whose letters are guessed, which was said. */
const guessed = new Set<string>();

/** Says once for each connection that its letters are guessed. */
function sayGuessed(id: string, name: string): void {
  if (guessed.has(id)) return;
  guessed.add(id);
  void window.showWarningMessage(
    l10n.t(
      '{0} sends text that is not UTF-8 and does not name its charset. It is read as windows-1252: look at letters with accents before you save.',
      quoted(name),
    ),
  );
}

/**
 * The proxy that VS Code's settings give an address.
 * @throws {Error} with a sentence for people when it is not an address
 */
export function configuredProxy(address: string): string | undefined {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = proxyFor(address, {
    proxy: http.get('proxy', ''),
    support: http.get('proxySupport', 'override'),
    noProxy: http.get('noProxy', []),
    env: process.env,
  });
  if (proxy && !URL.canParse(proxy)) {
    throw new SentenceError(l10n.t('The proxy {0} is not an address. Correct http.proxy.', inert(proxy)));
  }
  return proxy;
}

async function readCaFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new SentenceError(l10n.t('The CA file {0} cannot be read. Choose it again.', inert(path)));
  }
}
