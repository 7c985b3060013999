import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { earlierQuery, laterTime, type TimeShift } from '../../model/query/timeShift.js';
import { requestedDimensions, toResultTable, type ResultTable } from '../../model/results/queryResult.js';
import { waitPatiently } from '../../ui/doors.js';
import { SentenceError } from '../../words/inert.js';
import { notebookZone } from '../notebookMetadata.js';
import type { KeptResult } from './resultStore.js';

/** More rows take VS Code over a second to hand over, and no chart draws them. */
const mostRows = 100_000;

/**
 * The rows of the query behind a result a day or a week earlier, with the times beside which they are drawn.
 * @throws {Error} with a sentence for people, or an ApiError
 */
export async function earlierRows(
  shift: TimeShift,
  { cell, connectionId, query }: KeptResult,
  connections: Connections,
): Promise<ResultTable> {
  const zone = notebookZone(cell.notebook);
  const asked = earlierQuery(query, { shift, zone });
  if (!asked) {
    throw new SentenceError(
      vscode.l10n.t('The times of this query cannot be read, so there is none before.'),
    );
  }
  const client = await connections.client(connectionId);
  const stop = new AbortController();
  const title = vscode.l10n.t('Reading what was before…');
  const { rows } = await waitPatiently(title, client.runQuery(asked, stop.signal)).finally(() =>
    stop.abort(),
  );
  const table = toResultTable(rows, requestedDimensions(query), mostRows);
  const columns = table.columns.map(column =>
    column.kind === 'time'
      ? { ...column, values: column.values.map(time => laterTime(time, { shift, zone })) }
      : column,
  );
  return { ...table, columns };
}
