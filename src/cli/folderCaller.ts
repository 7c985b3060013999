import * as l10n from '@vscode/l10n';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFileName, printBackup, takenBackup } from '../changes/backups/backupFiles.js';
import { silently, type BackedUp, type Caller, type PlanWords } from '../changes/change.js';
import { inert, shown } from '../words/inert.js';
import { GivenUpError } from '../words/sentenceErrors.js';
import type { CliRun } from './cliRun.js';
import { writeWhole } from '../folders/folderFiles.js';
import type { ReachedManager } from './reached.js';

/** Where backups are kept, below the folder. */
export const backupFolder = join('.netsensor', 'backups');

/** Carries changes out for a command line: it says how far it is, and keeps backups beside the files. */
export const folderCaller = <Plan extends object>(
  run: CliRun,
  reached: ReachedManager,
  agree: Caller<Plan>['agree'],
): Caller<Plan> => ({
  ...silently(run.signal),
  during: (title, work) => {
    run.progress(title);
    return work({ signal: run.signal, tell: run.progress });
  },
  agree,
  requireUnlocked: reached.requireWritable,
  backUp: backedUp => writeBackup(run, reached, backedUp),
});

/**
 * Asks whether a plan that was shown is carried out, where somebody is there to be asked.
 * @param yes whether that was said before
 * @throws {GivenUpError} for any answer but yes, {SentenceError} where nobody is asked and only the folder names the manager
 */
export async function agreedInTerminal(
  { ask }: CliRun,
  { requireWritable, requireNamed }: ReachedManager,
  { question, yes }: Pick<PlanWords, 'question'> & { readonly yes: boolean },
): Promise<true | 'unasked'> {
  if (yes || !ask) {
    requireNamed();
    return 'unasked';
  }
  requireWritable();
  if (await ask(shown`${question} [y/N] `)) return true;
  throw new GivenUpError(l10n.t('Nothing was sent.'));
}

/** Keeps what is about to be changed or deleted. @returns where */
async function writeBackup(
  { root, print }: CliRun,
  { host, address }: ReachedManager,
  { called, ...backedUp }: BackedUp,
): Promise<string> {
  const backup = takenBackup({ id: host, name: host, address }, backedUp);
  const path = join(backupFolder, backupFileName(backup, called));
  await writeWhole(join(root, path), printBackup(backup));
  print(l10n.t('Backup: {0}', inert(path)));
  return path;
}

/** The names of the backups of a folder, the newest first. */
export async function backupNames(root: string): Promise<string[]> {
  const names = await readdir(join(root, backupFolder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter(name => name.endsWith('.json'))
    .sort()
    .reverse();
}
