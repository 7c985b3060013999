import type * as vscode from 'vscode';
import { updateCell, updateNotebook } from './notebookMetadata.js';

const rangeField = 'timeRange';
const zoneField = 'timeZone';

/** What a notebook looks at when nobody has chosen anything; as `defaultRange` of the model, which loads luxon. */
export const unchosenRange = 'last 24 hours';

/** The range of a notebook: relative such as `last 7 days`, or an interval. */
export const notebookRange = ({ metadata }: vscode.NotebookDocument): string =>
  textIn(metadata, rangeField) ?? unchosenRange;

/** The range that a cell has for itself. */
export const ownRange = ({ metadata }: vscode.NotebookCell): string | undefined =>
  textIn(metadata, rangeField);

/** The time zone that a notebook names; without one that of the computer counts. */
export const namedZone = ({ metadata }: vscode.NotebookDocument): string | undefined =>
  textIn(metadata, zoneField);

/** The time zone that counts in a notebook. */
export const notebookZone = (notebook: vscode.NotebookDocument): string => namedZone(notebook) ?? localZone();

/** The time zone of the computer. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Writes the range of a notebook into it. */
export const setNotebookRange = (notebook: vscode.NotebookDocument, range: string): Promise<void> =>
  updateNotebook(notebook, { [rangeField]: range });

/** Writes the time zone of a notebook into it; without one that of each computer counts. */
export const setNotebookZone = (notebook: vscode.NotebookDocument, zone: string | undefined): Promise<void> =>
  updateNotebook(notebook, { [zoneField]: zone });

/** Gives a cell a range of its own, or takes it away. */
export const setOwnRange = (cell: vscode.NotebookCell, range: string | undefined): Promise<void> =>
  updateCell(cell, { [rangeField]: range });

function textIn(metadata: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Whether the text of a cell says itself which time it looks at. */
export async function namesIntervals({ document }: vscode.NotebookCell): Promise<boolean> {
  const { parseQueryText } = await import('../model/queryText.js');
  const text = parseQueryText(document.getText());
  const query = 'query' in text ? text.query : undefined;
  return typeof query === 'object' && query !== null && Object.hasOwn(query, 'intervals');
}
