import * as vscode from 'vscode';
import type { FilledValue, VariableReference } from '../../model/queryVariables.js';
import { joined, quoted, type Inert } from '../../ui/inert.js';
import { SentenceError } from '../../ui/sentenceError.js';
import { cellName, chosenValue, setVariable, variablesOf } from '../notebookVariables.js';
import type { ResultStore } from '../results/resultStore.js';

/** What filling in variables needs. */
export interface VariableServices {
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
export async function fillVariables(
  query: unknown,
  { notebook }: vscode.NotebookCell,
  services: VariableServices,
): Promise<unknown> {
  const [{ fillIn, referencesIn, VariableError }, { printExactJson }] = await Promise.all([
    import('../../model/queryVariables.js'),
    import('../../model/text/exactJson.js'),
  ]);
  const values = new Map<string, FilledValue>();
  try {
    for (const reference of referencesIn(query)) {
      values.set(keyOf(reference), await valueOf(reference, notebook, services));
    }
    return values.size === 0 && !printExactJson(query).includes('$${')
      ? query
      : fillIn(query, reference => values.get(keyOf(reference)) ?? null);
  } catch (error) {
    throw error instanceof VariableError
      ? new SentenceError(describeVariableError(error), { cause: error })
      : error;
  }
}

const keyOf = ({ name, column }: VariableReference) => (column === undefined ? name : `${name}.${column}`);

async function valueOf(
  reference: VariableReference,
  notebook: vscode.NotebookDocument,
  services: VariableServices,
): Promise<FilledValue> {
  const { name, column } = reference;
  const { VariableError } = await import('../../model/queryVariables.js');
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
  if (!found)
    throw new VariableError(
      'noColumn',
      keyOf(reference),
      table.columns.map(each => each.name),
    );
  return [...new Set(found.values)].map(value => (typeof value === 'bigint' ? String(value) : value));
}

const namedCells = (notebook: vscode.NotebookDocument) =>
  notebook.getCells().flatMap(cell => cellName(cell) ?? []);

/** One sentence for a variable that cannot be filled in. */
export function describeVariableError({
  code,
  reference,
  details,
}: {
  code: 'missing' | 'noColumn' | 'noRows' | 'manyValues' | 'cycle';
  reference: string;
  details: readonly string[];
}): Inert {
  const name = quoted(reference);
  const listed = joined(details.slice(0, 8).map(quoted), ', ');
  switch (code) {
    case 'missing':
      return details.length === 0
        ? vscode.l10n.t('Nothing is named {0}. Add a variable, or name the cell whose result is meant.', name)
        : vscode.l10n.t('Nothing is named {0}. There are: {1}.', name, listed);
    case 'noColumn':
      return vscode.l10n.t('The result has no column {0}. It has: {1}.', name, listed);
    case 'noRows':
      return vscode.l10n.t('{0} has no value, because the result it comes from is empty.', name);
    case 'manyValues':
      return vscode.l10n.t(
        '{0} has {1} values where one is wanted. Use it as the value of a selector, or in a list.',
        name,
        listed,
      );
    case 'cycle':
      return vscode.l10n.t('These cells need the results of each other: {0}. Change one of them.', name);
  }
}
