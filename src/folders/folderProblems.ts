import type { Unwritten } from '../model/asCode/folderPlan.js';
import type { Files } from '../model/asCode/folderSides.js';
import { planFolder } from '../model/asCode/planFolder.js';
import { keyedRecords, printReference, recordKey } from '../model/asCode/recordKeys.js';
import { selfContained, type FileRecord } from '../model/asCode/recordsAsFiles.js';
import { whyUnwritten } from '../changes/folders/folderWords.js';
import { inert, type Inert } from '../words/inert.js';
import { agreedBeside, type ReadFolder } from './folderFiles.js';
import type { RemoteLimits } from './git.js';

/** The files whose records would not be written to any manager, and why. @param lacking those that may leave out what a new record needs */
const unwrittenOf = (files: Files, lacking?: ReadonlySet<string>): readonly Unwritten[] => {
  const manager = keyedRecords(new Map());
  return planFolder({ files: selfContained(files), base: undefined, manager, lacking }).unwritten;
};

/** Something that is wrong with a file of a folder, whatever a manager has. */
export interface FolderProblem {
  readonly path: string;
  readonly message: Inert;
  /** The field that it is about; undefined for the file as a whole. */
  readonly field?: string | undefined;
  /** Where it stands, from 1, in a text that is no record. */
  readonly at?: { readonly line: number; readonly column: number };
}

/** What `netsensor validate` says of the files of a folder, field by field. @param git as in {@link faultsOf} */
export async function folderProblems(
  root: string,
  { files, wrong }: Pick<ReadFolder, 'files' | 'wrong'>,
  git: RemoteLimits | undefined,
): Promise<FolderProblem[]> {
  return [
    ...wrong.map(({ path, message, ...at }) => ({ path, message: inert(message), at })),
    ...(await faultsOf(root, files, git)).flatMap(problemsIn),
  ];
}

function problemsIn(unwritten: Unwritten): FolderProblem[] {
  const { path, why } = unwritten;
  if (why === 'rejected')
    return unwritten.problems.map(problem => ({
      path,
      field: problem.field,
      message: whyUnwritten({ ...unwritten, problems: [problem] }),
    }));
  const field = 'field' in unwritten ? unwritten.field : undefined;
  return [{ path, field, message: whyUnwritten(unwritten) }];
}

/**
 * What is wrong with files: what a new record needs may be missing in one whose record is there, or where nobody knows.
 * @param git how long git may take; undefined where it is not to be run
 */
export async function faultsOf(
  root: string,
  files: Files,
  git: RemoteLimits | undefined,
): Promise<readonly Unwritten[]> {
  const unwritten = unwrittenOf(files);
  const isLacking = unwritten.some(
    each => each.why === 'rejected' && each.problems.some(({ code }) => code === 'missing'),
  );
  return isLacking ? unwrittenOf(files, await notNew(root, files, git)) : unwritten;
}

/** The files that were agreed with a manager, by path or by key; all where nothing was. */
async function notNew(
  root: string,
  files: Files,
  git: RemoteLimits | undefined,
): Promise<ReadonlySet<string>> {
  const bases = [...agreedBeside(root), ...(git ? await agreedInRepository(root, git) : [])];
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
async function agreedInRepository(root: string, limits: RemoteLimits): Promise<Files[]> {
  const [{ Git }, { agreedInGit }] = await Promise.all([import('./git.js'), import('./gitBase.js')]);
  try {
    const git = await Git.at(root, limits);
    return git ? await agreedInGit(git) : [];
  } catch {
    return [];
  }
}
