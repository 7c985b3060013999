import type { Unwritten } from '../model/asCode/folderPlan.js';
import type { Files } from '../model/asCode/folderSides.js';
import { planFolder } from '../model/asCode/planFolder.js';
import { keyedRecords } from '../model/asCode/recordKeys.js';
import { selfContained } from '../model/asCode/recordsAsFiles.js';
import { whyUnwritten } from '../changes/folders/folderWords.js';
import { inert, type Inert } from '../words/inert.js';
import type { ReadFolder } from './folderFiles.js';

/** The files whose records would not be written to any manager, and why. @param lacking those that may leave out what a new record needs */
export const unwrittenOf = (files: Files, lacking?: ReadonlySet<string>): readonly Unwritten[] => {
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

/** What `netsensor validate` says of the files of a folder, field by field. */
export const folderProblems = ({ files, wrong }: Pick<ReadFolder, 'files' | 'wrong'>): FolderProblem[] => [
  ...wrong.map(({ path, message, ...at }) => ({ path, message: inert(message), at })),
  ...unwrittenOf(files).flatMap(problemsIn),
];

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
