import type * as vscode from 'vscode';
import { readVariables, type NotebookVariable } from '../../model/notebook/notebookVariables.js';
import { updateNotebook } from '../notebookMetadata.js';

const variablesField = 'variables';

/** The variables of a notebook by name. */
export const variablesOf = ({ metadata }: vscode.NotebookDocument): ReadonlyMap<string, NotebookVariable> =>
  readVariables(metadata[variablesField]);

/** Writes a variable into a notebook; undefined removes it. */
export async function setVariable(
  notebook: vscode.NotebookDocument,
  name: string,
  variable: NotebookVariable | undefined,
): Promise<void> {
  const others = [...variablesOf(notebook)].filter(([other]) => other !== name);
  const all = variable === undefined ? others : [...others, [name, variable] as const];
  const sorted = all.toSorted(([a], [b]) => (a < b ? -1 : 1));
  await updateNotebook(notebook, {
    [variablesField]: sorted.length === 0 ? undefined : Object.fromEntries(sorted),
  });
}
