import * as l10n from '@vscode/l10n';
import { whyUnwritten } from '../changes/folders/folderWords.js';
import { readFolder } from '../folders/folderFiles.js';
import { faultsOf } from '../folders/folderProblems.js';
import { inert, shown, type Inert } from '../words/inert.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { warnOfOlderHook } from './olderHook.js';

/** Looks at the files without asking a manager. */
export async function validate(run: CliRun): Promise<ExitCode> {
  const { files, wrong, unread } = readFolder(run.root);
  const [unwritten] = await Promise.all([faultsOf(run.root, { files, wrong }, run), warnOfOlderHook(run)]);
  for (const { path, line, column, message } of wrong)
    run.print(shown`${inert(path)}:${line}:${column} ${inert(message)}`);
  for (const each of unwritten) run.print(shown`${inert(each.path)}: ${whyUnwritten(each)}`);
  for (const path of unread)
    run.print(
      l10n.t(
        '{0} is no file of a record. These are inventory/<type>/<name>.json, and no links.',
        inert(path),
      ),
    );
  const count = wrong.length + unwritten.length + unread.length;
  const all = files.size + wrong.length + unread.length;
  run.print(
    all === 0 ? l10n.t('There is no file of a record in {0}.', inert(run.root)) : verdict(count, all),
  );
  return count === 0 ? exitCodes.fine : exitCodes.error;
}

function verdict(wrong: number, all: number): Inert {
  if (wrong === 0) return all === 1 ? l10n.t('1 file is right.') : l10n.t('{0} files are right.', all);
  if (all === 1) return l10n.t('1 file is not right.');
  return wrong === 1
    ? l10n.t('1 of {0} files is not right.', all)
    : l10n.t('{0} of {1} files are not right.', wrong, all);
}
