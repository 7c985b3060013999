import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import {
  cellOrder,
  fillIn,
  parseQueryText,
  referencesIn,
  VariableError,
  type FilledValue,
  type VariableReference,
} from '../../model/query/queryText.js';
import { printExactJson } from '../../model/text/exactJson.js';
import { joined, quoted, type Inert, SentenceError } from '../../words/inert.js';
import { cellName, chosenValue, setVariable, variablesOf } from '../notebookMetadata.js';
import type { ResultStore, KeptResult } from '../results/resultStore.js';

/** What running a cell needs from outside. */
export interface RunServices {
  readonly connections: Connections;
  readonly results: ResultStore;
  /** Asks for the value of a variable; undefined when nobody answered. */
  readonly askForValue: (
    notebook: vscode.NotebookDocument,
    name: string,
  ) => Promise<string | number | boolean | undefined>;
}

/**
 * Replaces the variables in the query of a cell: those of the notebook, and columns of the results of named cells.
 * @throws {Error} with a sentence for people; CancellationError when a value was asked for and not given
 */
export const fillVariables = (
  query: unknown,
  { notebook }: vscode.NotebookCell,
  services: RunServices,
): Promise<unknown> =>
  inWords(async () => {
    const values = new Map<string, FilledValue>();
    for (const reference of referencesIn(query)) {
      values.set(keyOf(reference), await valueOf(reference, notebook, services));
    }
    return values.size === 0 && !printExactJson(query).includes('$${')
      ? query
      : fillIn(query, reference => values.get(keyOf(reference)) ?? null);
  });

/** @throws {SentenceError} for variables that cannot be filled in */
async function inWords<T>(task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    throw new SentenceError(describeVariableError(error), { cause: error });
  }
}

const keyOf = ({ name, column }: VariableReference) => (column === undefined ? name : `${name}.${column}`);

async function valueOf(
  reference: VariableReference,
  notebook: vscode.NotebookDocument,
  services: RunServices,
): Promise<FilledValue> {
  const { name, column } = reference;
  const cell = notebook.getCells().find(candidate => cellName(candidate) === name);
  if (column === undefined) {
    const variable = variablesOf(notebook).get(name);
    if (!variable) throw new VariableError('missing', name, [...variablesOf(notebook).keys()]);
    const chosen = chosenValue(variable);
    if (chosen !== undefined) return chosen;
    const answer = await services.askForValue(notebook, name);
    if (answer === undefined) throw new vscode.CancellationError();
    await setVariable(notebook, name, { ...variable, value: answer });
    return answer;
  }
  const table = cell && services.results.ofCell(cell)?.table;
  if (!table) throw new VariableError('missing', keyOf(reference), namedCells(notebook));
  const found = table.columns.find(each => each.name === column);
  const names = table.columns.map(each => each.name);
  if (!found) throw new VariableError('noColumn', keyOf(reference), names);
  return [...new Set(found.values)].map(value => (typeof value === 'bigint' ? String(value) : value));
}

const namedCells = (notebook: vscode.NotebookDocument) =>
  notebook.getCells().flatMap(cell => cellName(cell) ?? []);

/** One sentence for a variable that cannot be filled in. */
function describeVariableError({ code, reference, details }: VariableError): Inert {
  const name = quoted(reference);
  const listed = joined(details.slice(0, 8).map(quoted), ', ');
  const sentences: Readonly<Record<typeof code, Inert>> = {
    missing:
      details.length === 0
        ? vscode.l10n.t('Nothing is named {0}. Add a variable, or name the cell whose result is meant.', name)
        : vscode.l10n.t('Nothing is named {0}. There are: {1}.', name, listed),
    noColumn: vscode.l10n.t('The result has no column {0}. It has: {1}.', name, listed),
    noRows: vscode.l10n.t('{0} has no value, because the result it comes from is empty.', name),
    manyValues: vscode.l10n.t(
      '{0} has {1} values where one is wanted. Use it as the value of a selector, or in a list.',
      name,
      listed,
    ),
    cycle: vscode.l10n.t('These cells need the results of each other: {0}. Change one of them.', name),
  };
  return sentences[code];
}

/**
 * The cells that run when some are asked for: in order of their dependencies, with the named cells whose results they use
 * and that have none yet.
 * @throws {Error} with a sentence when cells need the results of each other
 */
export async function planRun(
  wanted: readonly vscode.NotebookCell[],
  notebook: vscode.NotebookDocument,
  results: ResultStore,
): Promise<readonly vscode.NotebookCell[]> {
  const cells = notebook.getCells().filter(cell => cell.kind === vscode.NotebookCellKind.Code);
  // Most notebooks have no named cell, and then nothing is to be put in order.
  if (!cells.some(cell => cellName(cell) !== undefined)) return wanted;
  const all = cells.map(cell => {
    const text = parseQueryText(cell.document.getText());
    const references = 'query' in text ? referencesIn(text.query) : [];
    const uses = references.filter(({ column }) => column !== undefined).map(({ name }) => name);
    return { cell, name: cellName(cell), uses };
  });
  return inWords(() => cellOrder(wanted, all, cell => hasAnswer(results.ofCell(cell))));
}

/** A result that was stored some day says nothing about now. */
const hasAnswer = (result: KeptResult | undefined) => result !== undefined && !result.isStored;
