import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  breakdown,
  breakdownRows,
  excluding,
  otherDimensions,
  valueFilter,
  withFilter,
} from '../../model/query/queryEdit.js';
import { parseQueryText } from '../../model/query/queryText.js';
import { rowStretch } from 'netsensor-contract/query/timeBuckets';
import { printInterval, printIntervalIn, type Stretch } from 'netsensor-contract/query/timeRange';
import { dimensionOf } from '../../model/query/queryResult.js';
import type { RendererMessage } from '../../model/results/pageQuestions.js';
import { nodeHint, queryFacts } from '../../model/results/queryFacts.js';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { oneLine, shortened } from 'netsensor-contract/text/plainText';
import { intervalText } from '../../model/text/zonedTime.js';
import { window } from '../../ui/doors.js';
import { inert, quoted } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { notebookZone, ownRange, rangeField } from '../notebookMetadata.js';
import { changeQuery, noQuery, requirePresent, runCell } from './resultEdits.js';
import type { KeptResult } from './resultStore.js';
import { insertQueries, type NewQuery } from '../insertQuery.js';
import type { NodeHint } from 'netsensor-contract/sensors/nodeRecord';

/** What acting on a value needs from outside. */
export interface ValueServices {
  /** Selects a node in the tree; whether the manager has it. */
  readonly revealNode: (hint: NodeHint) => Promise<boolean>;
}

type AskedValue = RendererMessage & { type: 'value' };

/**
 * Does what was chosen for a value of a result.
 * @throws {Error} with a sentence for people
 */
export async function actOnValue(
  { action, column, value, time }: AskedValue,
  { cell, query, table, connectionId }: KeptResult,
  services: ValueServices,
): Promise<void> {
  const asked = table.columns.find(({ name }) => name === column)?.askedName ?? column;
  const dimension = dimensionOf(query, asked);
  if (dimension === undefined) {
    throw new SentenceError(
      l10n.t('{0} is not a dimension of this query, so nothing can be filtered by it.', quoted(column)),
    );
  }
  const text = value === null ? null : String(value);
  const filter = valueFilter({ dimension, value: text });
  switch (action) {
    case 'filter':
      return changeQuery(cell, query => withFilter(query, filter));
    case 'exclude':
      return changeQuery(cell, query => withFilter(query, excluding(filter)));
    case 'copyFilter':
      return vscode.env.clipboard.writeText(JSON.stringify(filter));
    case 'drillDown':
      return drillDown(cell, { query, filter, value: { column, text }, bucket: rowStretch(query, time) });
    case 'reveal':
      return reveal({ connectionId, dimension, value: text ?? '' }, services);
  }
}

/** A value that is broken down. */
interface BrokenDown {
  /** As sent. */
  readonly query: unknown;
  readonly filter: object;
  readonly value: { readonly column: string; readonly text: string | null };
  /** The time that its row is about, where rows are told apart by time. */
  readonly bucket: Stretch | undefined;
}

/** A breakdown as it is written, with the names of its dimension and its metric. */
interface Drilled extends Pick<BrokenDown, 'value' | 'bucket'> {
  readonly query: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
}

/**
 * Puts a cell below with the largest values of another dimension for one value, runs it and scrolls there. It looks at the
 * time of the row, else at the same time as the cell above.
 */
async function drillDown(cell: vscode.NotebookCell, brokenDown: BrokenDown): Promise<void> {
  const { query, filter } = brokenDown;
  requirePresent(cell);
  const items = otherDimensions(query).map(dimension => ({ label: inert(dimension), dimension }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Break down by'),
    placeHolder: l10n.t('A dimension of the new cell'),
    // The output takes the focus back when its menu closes.
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  requirePresent(cell);
  const { dimension } = chosen;
  const written = parseQueryText(cell.document.getText());
  const { measures, metric = measures[0]?.name } = queryFacts(query);
  const found =
    'query' in written && metric !== undefined && breakdown(written.query, { filter, dimension, metric });
  if (!found) throw noQuery();
  const { notebook, index } = cell;
  const data = drilledCell(cell, { ...brokenDown, query: found, names: [dimension, metric] });
  await insertQueries(notebook, index + 1, [data]);
  show(notebook, new vscode.NotebookRange(index + 1, index + 2));
  await runCell(notebook, index + 1);
}

/** The time of a row becomes the range of the new cell, where it is seen and changed as any other. */
function drilledCell(cell: vscode.NotebookCell, { query, names, value, bucket }: Drilled): NewQuery {
  const zone = notebookZone(cell.notebook);
  const words = [String(breakdownRows), ...names, value.column, JSON.stringify(value.text)];
  const shownWords = words.map(word => shortened(oneLine(word), 80));
  const said = bucket
    ? l10n.t(
        'Top {0} {1} by {2} where {3} is {4}, {5}',
        ...shownWords,
        intervalText(printInterval(bucket), zone),
      )
    : l10n.t('Top {0} {1} by {2} where {3} is {4}', ...shownWords);
  const { intervals: _intervals, ...timeless } = query;
  const written = bucket ? timeless : query;
  const range = bucket ? printIntervalIn(bucket, zone) : ownRange(cell);
  const text = `// ${said}\n${printCompactJson(written)}`;
  return range === undefined ? { text } : { text, metadata: { [rangeField]: range } };
}

/** Selects cells and scrolls to them, so that their results have room below. */
function show(notebook: vscode.NotebookDocument, cells: vscode.NotebookRange): void {
  const editor = vscode.window.visibleNotebookEditors.find(each => each.notebook === notebook);
  if (!editor) return;
  editor.selection = cells;
  editor.revealRange(cells, vscode.NotebookEditorRevealType.AtTop);
}

async function reveal(
  { connectionId, dimension, value }: { connectionId: string; dimension: string; value: string },
  { revealNode }: ValueServices,
): Promise<void> {
  const hint = nodeHint({ connectionId, dimension, value });
  if (!hint || !(await revealNode(hint))) {
    throw new SentenceError(l10n.t('{0} is not in the tree of this connection.', quoted(value)));
  }
}
