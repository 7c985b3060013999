import * as l10n from '@vscode/l10n';
import { untilClosed } from '../openNotebooks.js';
import type { Connections } from '../../connections/connection.js';
import { queryStretches } from 'netsensor-contract/query/timeBuckets';
import { eventQuery, marksOf, sourceCell, type ChartMarks } from '../../model/results/chartMarks.js';
import { requestedDimensions, toResultTable, type ResultTable } from '../../model/query/queryResult.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { waitPatiently } from '../../ui/doors.js';
import { quoted } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { cellsByLabel } from '../cellLabels.js';
import type { KeptResult, ResultStore } from './resultStore.js';

/** What marks are made of. */
export interface MarkServices {
  readonly connections: Connections;
  readonly results: ResultStore;
}

/**
 * What happened in the time of a result: rows of another cell that have times, or intrusion events of the manager that has
 * answered.
 * @throws {Error} with a sentence for people, or an ApiError
 */
export async function chartMarks(
  source: string,
  result: KeptResult,
  services: MarkServices,
): Promise<ChartMarks> {
  const { query } = result;
  const name = sourceCell(source);
  const table =
    name === undefined ? await eventRows(result, services) : rowsOf(name, result, services.results);
  return marksOf(table, isRecord(query) ? queryStretches(query) : []);
}

async function eventRows(
  { cell, connectionId, query }: KeptResult,
  { connections }: MarkServices,
): Promise<ResultTable> {
  const asked = eventQuery(query);
  if (!asked) {
    throw new SentenceError(
      l10n.t('The times of this query cannot be read, so no events can be drawn over its chart.'),
    );
  }
  const client = await connections.client(connectionId);
  const title = l10n.t('Reading events…');
  const { rows } = await untilClosed(cell.notebook, closed =>
    waitPatiently(title, client.runQuery(asked, closed)),
  );
  return toResultTable(rows, requestedDimensions(asked), Number.POSITIVE_INFINITY);
}

function rowsOf(name: string, { cell }: KeptResult, results: ResultStore): ResultTable {
  const named = cellsByLabel(cell.notebook).get(name);
  const table = named && results.ofCell(named)?.table;
  if (table?.columns.some(({ kind }) => kind === 'time')) return table;
  throw new SentenceError(
    l10n.t('The cell {0} has no result with times to mark. Run it first.', quoted(name)),
  );
}
