import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import { inert } from '../ui/inert.js';
import type { EndedRun } from './run/connectionKernel.js';
import type { QueryChecks } from './queryChecks.js';

/** Shows what a manager said of a query at the field that it names, if it names one. */
export async function showFailure({ cell, error }: EndedRun, checks: QueryChecks): Promise<void> {
  const words = isApiError(error, 'invalid', 'server') ? error.detail : undefined;
  if (!words) return;
  const [{ queryErrorPlace }, { nodeAt, readQueryTree }] = await Promise.all([
    import('../model/queryErrorPlace.js'),
    import('../model/queryEditing/queryTree.js'),
  ]);
  const path = queryErrorPlace(words);
  const tree = readQueryTree(cell.document.getText());
  if (!path || !tree) return;
  // What is missing is shown at what should hold it.
  const depths = path.map((_step, index) => path.slice(0, path.length - index));
  const found = depths.map(part => nodeAt(tree.root, part)).find(node => node !== undefined);
  const place = found ?? nodeAt(tree.root, ['queryType']) ?? tree.root;
  const { document } = cell;
  const range = new vscode.Range(
    document.positionAt(place.offset),
    document.positionAt(place.offset + place.length),
  );
  checks.showAnswer(document, range, inert(words));
}
