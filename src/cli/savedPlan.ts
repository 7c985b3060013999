import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { parsePlan, type PrintedPlan } from '../changes/change.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import { folderPlanFile } from '../model/asCode/planFile.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** A plan that was kept, and the text of its file. */
export interface SavedPlan extends PrintedPlan<FolderPlan> {
  readonly text: string;
}

/** @throws {SentenceError} for what is no plan of a folder */
export async function readSavedPlan(root: string, file: string): Promise<SavedPlan> {
  const text = await readFile(resolve(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new SentenceError(l10n.t('There is no file {0}.', inert(file)));
  });
  const parsed = parsePlan<FolderPlan>(text);
  if (folderPlanFile.safeParse(jsonIn(text)).success) return { ...parsed, text };
  throw new SentenceError(
    l10n.t('{0} is no plan of files. Make one with netsensor plan -o {0}.', inert(file)),
  );
}
