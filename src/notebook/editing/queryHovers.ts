import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { resolveQueryTimes } from 'netsensor-contract/query/timeRange';
import { dataSourceNames, dimensions } from 'netsensor-contract/query/dataSources';
import { withBuckets } from '../../model/query/autoBuckets.js';
import { granularityOf } from '../../model/query/queryVariables.js';
import { meaningPlace, type MeaningPlace } from '../../model/queryEditing/queryMeanings.js';
import type { FrequentValue } from '../../model/query/writtenQueries.js';
import { abortSignal } from '../../ui/doors.js';
import { paragraphHover } from '../../ui/paragraphHover.js';
import { rangeOnLine, textPlace } from '../../ui/textPlace.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { notebookRange, notebookZone, ownRange } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';
import { writtenQuery } from '../time/rangeSteps.js';
import { bucketWords } from '../time/rangeWords.js';
import { rowCountText } from '../../words/locale.js';
import { aggregationLines } from './aggregationWords.js';
import { dimensionMeaning } from './dimensionWords.js';
import type { LiveValues } from '../variables/liveValues.js';
import { valuePatience, valueQuestion } from './valueQuestion.js';

/** What somebody points at. */
export interface Pointed {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly token: vscode.CancellationToken;
}

/**
 * Says of a dimension what it holds, which values are frequent and which sources have it; of an aggregation what it computes;
 * of buckets that the time decides how long they are now.
 */
export async function queryHover(pointed: Pointed, values: LiveValues): Promise<vscode.Hover | undefined> {
  const asked = textPlace(pointed.document, pointed.position);
  const place = meaningPlace(asked.text, asked.offset);
  if (!place) return undefined;
  const lines = await linesAt(place, pointed, values);
  if (lines.length === 0) return undefined;
  return paragraphHover(lines, rangeOnLine(asked, place.offset, place.offset + place.length));
}

async function linesAt(place: MeaningPlace, pointed: Pointed, values: LiveValues): Promise<Inert[]> {
  if (place.kind === 'aggregation') return aggregationLines(place.computed);
  if (place.kind === 'autoBuckets') return bucketLines(cellOf(pointed.document));
  return dimensionLines(place, await frequentValues(values, place, pointed));
}

/** What a run would choose now; nothing where a variable stands for the time. */
function bucketLines(cell: vscode.NotebookCell | undefined): Inert[] {
  if (!cell) return [];
  const { notebook } = cell;
  const range = ownRange(cell) ?? notebookRange(notebook);
  const clock = { now: Date.now(), zone: notebookZone(notebook) };
  const { query, stretches } = withBuckets(resolveQueryTimes(writtenQuery(cell), { ...clock, range }));
  const words = stretches.length > 0 && bucketWords(granularityOf(query));
  return words ? [l10n.t('For the time that the cell looks at now: {0}.', words)] : [];
}

type DimensionPlace = MeaningPlace & { readonly kind: 'dimension' };

const mostShown = 3;

async function frequentValues(
  values: LiveValues,
  { dataSource, name }: DimensionPlace,
  { document, token }: Pointed,
): Promise<readonly FrequentValue[]> {
  const cell = cellOf(document);
  if (!cell || !dataSource || !dimensions[dataSource].includes(name)) return [];
  const question = valueQuestion(cell, { dataSource, dimension: name });
  if (!question) return [];
  const signal = AbortSignal.any([abortSignal(token), AbortSignal.timeout(valuePatience)]);
  const found = values.known(question) ?? (await values.read(question, signal));
  return found.slice(0, mostShown);
}

function dimensionLines({ name, dataSource }: DimensionPlace, frequent: readonly FrequentValue[]): Inert[] {
  const sources = dataSourceNames.filter(source => dimensions[source].includes(name));
  if (sources.length === 0) return [];
  const meaning = dimensionMeaning(name, dataSource);
  const named = joined(sources.map(quoted), ', ');
  const listed = joined(frequent.map(valueWords), ', ');
  return [
    ...(meaning ? [meaning] : []),
    ...(listed ? [l10n.t('Most frequent: {0}.', listed)] : []),
    l10n.t('Data sources that have it: {0}.', named),
  ];
}

const valueWords = ({ value, rows }: FrequentValue): Inert =>
  rows === undefined ? quoted(value) : l10n.t('{0} ({1})', quoted(value), rowCountText(rows, rows));
