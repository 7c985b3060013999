import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { backupWords, parseBackup, recordsIn, type Backup } from '../changes/backup.js';
import { carryOut } from '../changes/change.js';
import { folderChange } from '../changes/folders/folderChange.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import { restoredSides } from '../model/asCode/restoredFolder.js';
import { agoWords } from '../words/agoWords.js';
import { inert, joined, quoted, shown } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { open, type Opened } from './commands.js';
import { agreedInTerminal, backupFolder, backupNames, folderCaller } from './folderCaller.js';
import type { ReachedManager } from './reached.js';
import { readFolder } from '../folders/folderFiles.js';
import { environmentSecrets, readManager } from '../folders/openedFolder.js';

/** What `restore` is asked for. */
export interface RestoreOptions {
  /** Asks nothing. */
  readonly yes?: boolean;
}

/**
 * Puts back what a backup of `apply` holds, and lists the backups where none is named.
 * @param name the name of one in the list, or the path of one
 */
export async function restore(
  run: CliRun,
  name: string | undefined,
  { yes = false }: RestoreOptions,
): Promise<ExitCode> {
  if (name === undefined) return listBackups(run);
  const backup = await readBackup(run, name);
  const opened = await open(run);
  const { reached } = opened;
  const made = await carryOut(
    restoration(run, opened, recordsFor(reached, backup)),
    folderCaller(run, reached, async ({ lines, question }) => {
      run.print(joined(lines, '\n'));
      return agreedInTerminal(run, reached, { question, yes });
    }),
  );
  const { outcomes = [], left = 0, message = '' } = made?.receipt ?? {};
  run.print(message);
  if (outcomes.length > 0) run.print(l10n.t('Run netsensor pull to have it in the files, too.'));
  if (run.signal.aborted) return exitCodes.cancelled;
  return left === 0 && outcomes.every(({ kind }) => kind === 'done') ? exitCodes.fine : exitCodes.partly;
}

/** @throws {SentenceError} for a backup of another manager, and for one without records */
function recordsFor({ address }: ReachedManager, backup: Backup): TypedRecord[] {
  if (backup.connection.address !== address)
    throw new SentenceError(
      l10n.t(
        'This backup is of {0}, not of {1}. Nothing was sent.',
        inert(backup.connection.address),
        inert(address),
      ),
    );
  const records = recordsIn(backup);
  if (records.length > 0) return records;
  throw new SentenceError(
    l10n.t('This backup holds no record of the inventory. Restore it in the editor. Nothing was sent.'),
  );
}

/** The change that makes a manager have records as they were; the files have no part in it but for what they say of secrets. */
function restoration(run: CliRun, { reached, base }: Opened, records: readonly TypedRecord[]) {
  const { files } = readFolder(run.root);
  const secrets = new Map([...(base?.files ?? []), ...files]);
  const read = (signal: AbortSignal) => readManager(reached.client, { ...run, signal });
  const change = folderChange({
    name: reached.host,
    client: reached.client,
    sides: async signal => restoredSides(records, await read(signal), secrets),
    records: read,
    secretOf: environmentSecrets(run.environment),
    prunes: false,
    begin: () => Promise.resolve(),
    mostDeleted: 0,
  });
  return {
    ...change,
    // What a backup does not hold is no matter of it.
    plan: async (signal: AbortSignal) => ({ ...(await change.plan(signal)), unpulled: [] }),
    doing: () => l10n.t('restoring records on {0}', quoted(reached.host)),
    backup: (plan: FolderPlan) => {
      const backedUp = change.backup?.(plan);
      return backedUp && { ...backedUp, operation: 'restore' };
    },
  };
}

async function listBackups({ root, print }: CliRun): Promise<ExitCode> {
  const names = await backupNames(root);
  if (names.length === 0) print(l10n.t('There is no backup yet in {0}.', inert(backupFolder)));
  for (const name of names) {
    const backup = parseBackup(await readFile(join(root, backupFolder, name), 'utf8'));
    print(shown`${inert(name)}`);
    if (backup) print(shown`    ${joined([agoWords(backup.taken_at), backupWords(backup)], ', ')}`);
  }
  return exitCodes.fine;
}

/** @throws {SentenceError} for what is no backup */
async function readBackup({ root }: CliRun, name: string): Promise<Backup> {
  const path = (await backupNames(root)).includes(name)
    ? join(root, backupFolder, name)
    : resolve(root, name);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error;
    throw new SentenceError(
      l10n.t(
        'There is no backup {0}. Run netsensor restore without a name to see which there are.',
        inert(name),
      ),
    );
  });
  const backup = parseBackup(text);
  if (backup) return backup;
  throw new SentenceError(l10n.t('This file is not a backup of Netsensor. Choose another one.'));
}
