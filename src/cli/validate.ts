import * as l10n from '@vscode/l10n';
import { whyUnwritten } from '../changes/folders/folderWords.js';
import { planFolder } from '../model/asCode/planFolder.js';
import { keyedRecords } from '../model/asCode/recordKeys.js';
import { selfContained } from '../model/asCode/recordsAsFiles.js';
import { inert, shown } from '../words/inert.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { readFolder } from '../folders/folderFiles.js';

/** Looks at the files without asking a manager. */
export async function validate(run: CliRun): Promise<ExitCode> {
  const { files, wrong, unread } = readFolder(run.root);
  const { unwritten } = planFolder({
    files: selfContained(files),
    base: undefined,
    manager: keyedRecords(new Map()),
  });
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
  run.print(
    count === 0
      ? l10n.t('{0} files are right.', files.size)
      : l10n.t('{0} of {1} files are not right.', count, files.size + wrong.length + unread.length),
  );
  return count === 0 ? exitCodes.fine : exitCodes.error;
}
