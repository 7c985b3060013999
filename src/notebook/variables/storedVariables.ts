import type * as vscode from 'vscode';
import { readVariables, type NotebookVariable } from '../../model/notebook/notebookVariables.js';
import { updateNotebook } from '../notebookMetadata.js';

const variablesField = 'variables';

/** The variables of a notebook by name. */
export const variablesOf = ({ metadata }: vscode.NotebookDocument): ReadonlyMap<string, NotebookVariable> =>
  readVariables(metadata[variablesField]);

/** Writes a variable into a notebook; undefined removes it. */
export const setVariable = (
  notebook: vscode.NotebookDocument,
  name: string,
  variable: NotebookVariable | undefined,
): Promise<void> => writeVariable(notebook, { before: name, name, variable });

/** Gives a variable of a notebook another name; nothing where the notebook lacks it. */
export async function moveVariable(
  notebook: vscode.NotebookDocument,
  before: string,
  name: string,
): Promise<void> {
  const variable = variablesOf(notebook).get(before);
  if (variable && before !== name) await writeVariable(notebook, { before, name, variable });
}

async function writeVariable(
  notebook: vscode.NotebookDocument,
  { before, name, variable }: { before: string; name: string; variable: NotebookVariable | undefined },
): Promise<void> {
  const others = [...variablesOf(notebook)].filter(([other]) => other !== before && other !== name);
  const all = variable === undefined ? others : [...others, [name, variable] as const];
  const sorted = all.toSorted(([a], [b]) => (a < b ? -1 : 1));
  await updateNotebook(notebook, {
    [variablesField]: sorted.length === 0 ? undefined : Object.fromEntries(sorted),
  });
}
