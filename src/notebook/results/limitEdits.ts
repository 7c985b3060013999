import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { overallTop, withLimit } from '../../model/query/queryEdit.js';
import { parseQueryText } from '../../model/query/queryText.js';
import type { LimitAction } from '../../model/results/shownResult.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import { insertQueries } from '../insertQuery.js';
import { cellName, nameField, ownRange, queryCells, rangeField, viewField } from '../notebookMetadata.js';
import { changeQuery, noQuery, requirePresent, runCell } from './resultEdits.js';
import type { KeptResult } from './resultStore.js';

/** What the cell of the largest values is called, as far as no other cell is called so. */
const topName = 'top';

/**
 * Asks again with another limit, or for the largest values of the whole time in two cells below.
 * @throws {Error} with a sentence for people
 */
export async function changeLimit({ cell }: KeptResult, limit: LimitAction['limit']): Promise<void> {
  if (limit === 'overall') return askOverall(cell);
  await changeQuery(cell, text => {
    const changed = withLimit(text, limit ?? undefined);
    if (changed !== undefined) return changed;
    throw new NothingToDoError(
      l10n.t(
        'The text of this cell has no number as its limit. Change the limit there, or the value of its variable.',
      ),
    );
  });
}

async function askOverall(cell: vscode.NotebookCell): Promise<void> {
  requirePresent(cell);
  const { notebook, index } = cell;
  const written = parseQueryText(cell.document.getText());
  const name = freeName(notebook);
  const queries = 'query' in written && isRecord(written.query) && overallTop(written.query, name);
  if (!queries) throw noQuery();
  const range = ownRange(cell);
  const shared = range === undefined ? {} : { [rangeField]: range };
  await insertQueries(notebook, index + 1, [
    { text: printCompactJson(queries.top), metadata: { ...shared, [nameField]: name } },
    { text: printCompactJson(queries.overTime), metadata: { ...shared, [viewField]: { view: 'line' } } },
  ]);
  await runCell(notebook, index + 2);
}

function freeName(notebook: vscode.NotebookDocument): string {
  const names = new Set(queryCells(notebook).map(cellName));
  let name = topName;
  for (let number = 2; names.has(name); number += 1) name = `${topName}_${number}`;
  return name;
}
