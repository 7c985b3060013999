import type * as vscode from 'vscode';
import { namedConnection, notebookRange, notebookZone, ownRange } from '../notebookMetadata.js';
import type { ValueQuestion } from '../variables/liveValues.js';

/** Milliseconds that what is known without a manager waits for its values. */
export const valuePatience = 500;

/** The question for the values of a dimension over the time that a cell looks at; undefined where nobody can be asked. */
export function valueQuestion(
  cell: vscode.NotebookCell,
  { dataSource, dimension }: Pick<ValueQuestion, 'dataSource' | 'dimension'>,
): ValueQuestion | undefined {
  const { notebook } = cell;
  const connectionId = namedConnection(notebook);
  const range = ownRange(cell) ?? notebookRange(notebook);
  return connectionId === undefined
    ? undefined
    : { connectionId, dataSource, dimension, range, zone: notebookZone(notebook) };
}
