import { addTo } from 'netsensor-contract/text/collections';
import type { Unwritten } from '../model/asCode/folderPlan.js';
import type { Files, FolderBase } from '../model/asCode/folderSides.js';
import { agreedRecords } from '../model/asCode/folderState.js';
import { isLeftOfRename } from '../model/asCode/fileReferences.js';
import { planFolder } from '../model/asCode/planFolder.js';
import {
  keyedRecords,
  parseReference,
  printReference,
  recordKey,
  type KeyReference,
} from '../model/asCode/recordKeys.js';
import { isNamedAfter, selfContained, typeOfFile, type FileRecord } from '../model/asCode/recordsAsFiles.js';
import { whyUnwritten } from '../changes/folders/folderWords.js';
import { inert, type Inert } from '../words/inert.js';
import { agreedBeside, leftoversBeside } from './folderBase.js';
import type { ReadFolder } from './folderFiles.js';
import type { Git, RemoteLimits } from './git.js';
import type * as gitFiles from './gitFiles.js';

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
    ...(await faultsOf(root, { files, wrong }, git)).flatMap(problemsIn),
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
 * What is wrong with files: what a new record needs may be missing in one whose record is there, or where nobody knows; of files
 * that were agreed to be one record, those that are to be removed are told, and the others are looked at without them.
 * @param git how long git may take; undefined where it is not to be run
 */
export async function faultsOf(
  root: string,
  { files, wrong }: Pick<ReadFolder, 'files' | 'wrong'>,
  git: RemoteLimits | undefined,
): Promise<readonly Unwritten[]> {
  const unwritten = unwrittenOf(files);
  const isLacking = unwritten.some(
    each => each.why === 'rejected' && each.problems.some(({ code }) => code === 'missing'),
  );
  const hasTwins = unwritten.some(({ why }) => why === 'twin');
  const isAsked = isLacking || hasTwins || (await hasLeftovers(root, files, git));
  if (!isAsked) return withoutFollowing(unwritten, files, wrong);
  const bases = [...agreedBeside(root), ...(await fromRepository(root, git, module => module.agreedInGit))];
  const surplus = surplusOf(files, bases);
  const rest = new Map([...files].filter(([path]) => !surplus.has(path)));
  const left = unwrittenOf(rest, isLacking ? notNew(rest, bases) : undefined);
  return [...surplus.values(), ...withoutFollowing(left, rest, wrong)];
}

/**
 * What is wrong with each file itself: what leads to one that is told follows from that, also where that one cannot be read and
 * is called after it.
 */
function withoutFollowing(
  unwritten: readonly Unwritten[],
  files: Files,
  wrong: ReadFolder['wrong'],
): readonly Unwritten[] {
  const isUnread = ({ type, key }: KeyReference) =>
    wrong.some(({ path }) => typeOfFile(path) === type && isNamedAfter(path, key));
  const nameOf = ({ type, key }: KeyReference) => `${type} ${key.split('/').at(-1)}`;
  const told = new Map<string, { readonly path: string; readonly key: string }[]>();
  for (const { path, type } of unwritten) {
    const key = recordKey(type, files.get(path)?.fields ?? {});
    if (key !== undefined) addTo(told, nameOf({ type, key }), { path, key });
  }
  // One that leads nowhere itself has another key than it was called after.
  const isTold = (to: KeyReference) =>
    told.get(nameOf(to))?.some(({ path, key }) => key === to.key || isNamedAfter(path, to.key)) === true;
  return unwritten.filter(each => {
    if (each.why === 'waits') return false;
    const reference = each.why === 'leadsNowhere' ? parseReference(each.reference) : undefined;
    return !reference || (!isUnread(reference) && !isTold(reference));
  });
}

/** The files that are one record with another one, as it was agreed. */
function surplusOf(files: Files, bases: readonly FolderBase[]): ReadonlyMap<string, Unwritten> {
  const unwritten = bases.flatMap(
    base => planFolder({ files, base, manager: agreedRecords(base) }).unwritten,
  );
  const surplus = unwritten.filter(each => each.why === 'twin' && each.remove?.includes(each.path));
  return new Map(surplus.map(each => [each.path, each]));
}

/** Whether a file may be left of a rename. */
async function hasLeftovers(root: string, files: Files, git: RemoteLimits | undefined): Promise<boolean> {
  const agreed = [
    ...leftoversBeside(root),
    ...(await fromRepository(root, git, module => module.formerlyInGit)),
  ];
  return agreed.some(each => [...files].some(([path, file]) => isLeftOfRename(path, file, each)));
}

/** The files that were agreed with a manager, by path or by key; all where nothing was. */
function notNew(files: Files, bases: readonly FolderBase[]): ReadonlySet<string> {
  if (bases.length === 0) return new Set(files.keys());
  const keyOf = ({ type, fields }: FileRecord) => {
    const key = recordKey(type, fields);
    return key === undefined ? [] : [printReference({ type, key })];
  };
  const known = new Set(
    bases.flatMap(base => [...base.files].flatMap(([path, file]) => [path, ...keyOf(file)])),
  );
  const isKnown = ([path, file]: [string, FileRecord]) =>
    [path, ...keyOf(file)].some(each => known.has(each));
  return new Set([...files].filter(isKnown).map(([path]) => path));
}

/** Nothing where git cannot tell: a hook of it looks at files that are in no repository. */
async function fromRepository<T>(
  root: string,
  limits: RemoteLimits | undefined,
  question: (module: typeof gitFiles) => (git: Git) => Promise<T[]>,
): Promise<T[]> {
  if (!limits) return [];
  const [{ Git }, module] = await Promise.all([import('./git.js'), import('./gitFiles.js')]);
  try {
    const git = Git.untried(root, limits);
    return git ? await question(module)(git) : [];
  } catch {
    return [];
  }
}
