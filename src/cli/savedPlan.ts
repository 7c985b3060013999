import * as l10n from '@vscode/l10n';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { parsePlan, type PrintedPlan } from '../changes/change.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import { folderPlanFile } from '../model/asCode/planFile.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { readGivenFile } from './givenFile.js';

/** A plan that was kept, and the text of its file. */
export interface SavedPlan extends PrintedPlan<FolderPlan> {
  readonly text: string;
}

/** @throws {SentenceError} for what is no plan of a folder */
export async function readSavedPlan(root: string, file: string): Promise<SavedPlan> {
  const text = await readGivenFile(root, file);
  const parsed = parsePlan<FolderPlan>(text);
  if (folderPlanFile.safeParse(jsonIn(text)).success) return { ...parsed, text };
  throw new SentenceError(
    l10n.t('{0} is no plan of files. Make one with netsensor plan -o {0}.', inert(file)),
  );
}
