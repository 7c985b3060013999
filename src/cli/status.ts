import * as l10n from '@vscode/l10n';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { changedHere, changedThere } from '../model/asCode/folderState.js';
import { inert, joined, quoted, shown, type Inert } from '../words/inert.js';
import { counted, titleOf } from '../words/names.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { open, type Opened } from './commands.js';
import { backupFolder, backupNames } from './folderCaller.js';
import { readFolder, type ReadFolder } from '../folders/folderFiles.js';
import { warnOfOlderHook } from './olderHook.js';
import { behindWords, readManager } from '../folders/openedFolder.js';
import { terminalWords } from './terminalWords.js';

/** Says how a folder and its manager stand to each other; an error where the manager cannot be asked. */
export async function status(run: CliRun): Promise<ExitCode> {
  const folder = readFolder(run.root);
  run.print(l10n.t('Files: {0}', filesWords(folder)));
  await warnOfOlderHook(run);
  let problem: unknown;
  try {
    await managerStatus(run, folder);
  } catch (error) {
    if (run.signal.aborted) throw error;
    problem = error;
    run.print(l10n.t('Manager: {0}', terminalWords(error)));
  }
  const [newest, ...older] = await backupNames(run.root);
  run.print(
    newest === undefined
      ? l10n.t('Backups: none')
      : l10n.t('Backups: {0} in {1}, the last one {2}', older.length + 1, inert(backupFolder), inert(newest)),
  );
  return problem === undefined ? exitCodes.fine : exitCodes.error;
}

function filesWords({ files, wrong }: ReadFolder): Inert {
  const types = [...files.values()].map(({ type }) => type);
  const counts = inventoryTypeNames.flatMap(type => {
    const count = types.filter(each => each === type).length;
    return count === 0 ? [] : shown`${titleOf(type)} ${count}`;
  });
  const broken = counted(
    wrong.length,
    l10n.t('1 cannot be read: run netsensor validate'),
    l10n.t('{0} cannot be read: run netsensor validate', wrong.length),
  );
  return joined([shown`${files.size}`, ...counts, broken], ', ');
}

/** @throws where no manager is meant, or it does not answer */
async function managerStatus(run: CliRun, folder: ReadFolder): Promise<void> {
  const opened = await open(run);
  const { address, connection, isWritable } = opened.reached;
  const right = isWritable ? l10n.t('may be written to') : l10n.t('only read');
  const called = connection === undefined ? '' : l10n.t('connection {0}', quoted(connection));
  run.print(l10n.t('Manager: {0}', joined([inert(address), called, right], ', ')));
  printAgreed(run, folder, opened);
  const manager = await readManager(opened.reached.client, run);
  const count = [...manager.lists.values()].reduce((sum, { length }) => sum + length, 0);
  const there = opened.base && changedThere(opened.base, { manager });
  const changes = there
    ? changesWords({
        added: there.unpulled.length,
        changed: there.updates.length,
        removed: there.unwritten.filter(({ why }) => why === 'gone').length,
      })
    : l10n.t('nothing is agreed to compare it with');
  run.print(
    count === 1 ? l10n.t('There: 1 record; {0}', changes) : l10n.t('There: {0} records; {1}', count, changes),
  );
}

function printAgreed(run: CliRun, { files }: ReadFolder, opened: Opened): void {
  const { base } = opened;
  run.print(
    base
      ? base.files.size === 1
        ? l10n.t('Agreed: 1 record')
        : l10n.t('Agreed: {0} records', base.files.size)
      : l10n.t('Agreed: nothing yet. Run netsensor pull.'),
  );
  const behind = behindWords(opened);
  if (behind) run.print(behind);
  if (base) run.print(l10n.t('Here: {0}', changesWords(changedHere(files, base))));
}

function changesWords(changes: {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}): Inert {
  const { added, changed, removed } = changes;
  if (added + changed + removed === 0) return l10n.t('as agreed');
  return l10n.t('{0} new, {1} changed, {2} gone', added, changed, removed);
}
