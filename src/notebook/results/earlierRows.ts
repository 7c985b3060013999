import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { bucketsOf } from 'netsensor-contract/query/timeBuckets';
import { earlierQuery, laterTime, type TimeShift } from '../../model/query/timeShift.js';
import {
  requestedDimensions,
  toResultTable,
  type ResultTable,
  type ResultValue,
} from '../../model/query/queryResult.js';
import { waitPatiently } from '../../ui/doors.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { notebookZone } from '../notebookMetadata.js';
import { untilClosed } from '../openNotebooks.js';
import type { KeptResult } from './resultStore.js';

/** More rows take VS Code over a second to hand over, and no chart draws them. */
const mostRows = 100_000;

/** What a cell asks now; a later question takes the place of an earlier one. */
const asking = new WeakMap<vscode.NotebookCell, AbortController>();

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
    throw new SentenceError(l10n.t('The times of this query cannot be read, so there is none before.'));
  }
  const client = await connections.client(connectionId);
  const stop = new AbortController();
  asking.get(cell)?.abort();
  asking.set(cell, stop);
  const title = l10n.t('Reading what was before…');
  const { rows } = await untilClosed(cell.notebook, closed =>
    waitPatiently(title, client.runQuery(asked, AbortSignal.any([closed, stop.signal]))),
  ).finally(() => stop.abort());
  const table = toResultTable(rows, requestedDimensions(query), mostRows);
  if (table.totalRows > mostRows) {
    throw new SentenceError(
      l10n.t('Before there were too many rows to draw. Choose longer buckets, or add a filter.'),
    );
  }
  const buckets = bucketsOf((Object(query) as { readonly granularity?: unknown }).granularity);
  // Rows of one bucket have the same time, and reading one takes long.
  const later = new Map<ResultValue, ResultValue>();
  const move = (time: ResultValue) => {
    if (!later.has(time)) later.set(time, onBucket(laterTime(time, { shift, zone }), buckets));
    return later.get(time) ?? null;
  };
  const columns = table.columns.map(column =>
    column.kind === 'time' ? { ...column, values: column.values.map(move) } : column,
  );
  return { ...table, columns };
}

/** Where the buckets of a query follow another zone, their starts are not moved by whole buckets. */
function onBucket(time: ResultValue, buckets: ReturnType<typeof bucketsOf>): ResultValue {
  const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return buckets && Number.isFinite(moment) ? new Date(buckets.startOf(moment)).toISOString() : time;
}
