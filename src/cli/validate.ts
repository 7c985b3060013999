import * as l10n from '@vscode/l10n';
import { whyUnwritten } from '../changes/folders/folderWords.js';
import { agreedBeside, readFolder } from '../folders/folderFiles.js';
import { unwrittenOf } from '../folders/folderProblems.js';
import type { Unwritten } from '../model/asCode/folderPlan.js';
import type { Files } from '../model/asCode/folderSides.js';
import { printReference, recordKey } from '../model/asCode/recordKeys.js';
import type { FileRecord } from '../model/asCode/recordsAsFiles.js';
import { inert, shown } from '../words/inert.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';

/** Looks at the files without asking a manager. */
export async function validate(run: CliRun): Promise<ExitCode> {
  const { files, wrong, unread } = readFolder(run.root);
  const unwritten = await faultsOf(run, files);
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
    count > 0
      ? l10n.t('{0} of {1} files are not right.', count, all)
      : all === 1
        ? l10n.t('1 file is right.')
        : l10n.t('{0} files are right.', all),
  );
  return count === 0 ? exitCodes.fine : exitCodes.error;
}

/** What is wrong with files: what a new record needs may be missing in one whose record is there, or where nobody knows. */
async function faultsOf(run: CliRun, files: Files): Promise<readonly Unwritten[]> {
  const unwritten = unwrittenOf(files);
  const isLacking = unwritten.some(
    each => each.why === 'rejected' && each.problems.some(({ code }) => code === 'missing'),
  );
  return isLacking ? unwrittenOf(files, await notNew(run, files)) : unwritten;
}

/** The files that were agreed with a manager, by path or by key; all where nothing was. */
async function notNew(run: CliRun, files: Files): Promise<ReadonlySet<string>> {
  const bases = [...agreedBeside(run.root), ...(await agreedInRepository(run))];
  if (bases.length === 0) return new Set(files.keys());
  const keyOf = ({ type, fields }: FileRecord) => {
    const key = recordKey(type, fields);
    return key === undefined ? [] : [printReference({ type, key })];
  };
  const known = new Set(bases.flatMap(base => [...base].flatMap(([path, file]) => [path, ...keyOf(file)])));
  const isKnown = ([path, file]: [string, FileRecord]) =>
    [path, ...keyOf(file)].some(each => known.has(each));
  return new Set([...files].filter(isKnown).map(([path]) => path));
}

/** Nothing where git cannot tell: a hook of it looks at files that are in no repository. */
async function agreedInRepository(run: CliRun): Promise<Files[]> {
  const [{ Git }, { agreedInGit }] = await Promise.all([
    import('../folders/git.js'),
    import('../folders/gitBase.js'),
  ]);
  try {
    const git = await Git.at(run.root, run);
    return git ? await agreedInGit(git) : [];
  } catch {
    return [];
  }
}
