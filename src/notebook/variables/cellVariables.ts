import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { planCells, withUsers, type OrderedCell, type PlannedCell } from '../../model/notebook/runPlan.js';
import { chosenValue, standsForAll, type VariableValue } from '../../model/notebook/notebookVariables.js';
import {
  everyValue,
  fillIn,
  referencesIn,
  VariableError,
  type FilledValue,
  type VariableReference,
} from '../../model/query/queryVariables.js';
import { cachedByText, queryOf } from '../../model/query/queryText.js';
import { printExactJson } from 'netsensor-contract/text/exactJson';
import { GivenUpError, SentenceError } from '../../words/sentenceErrors.js';
import { inert, joined, quoted, type Inert } from '../../words/inert.js';
import { cellName, queryCells } from '../notebookMetadata.js';
import { variablesOf } from './storedVariables.js';
import type { ResultStore, KeptResult } from '../results/resultStore.js';
import { answerSummary } from '../results/runSummary.js';
import type { RangeSteps } from '../time/rangeSteps.js';

/** What running a cell needs from outside. */
export interface RunServices {
  readonly connections: Connections;
  readonly results: ResultStore;
  readonly ranges: RangeSteps;
  /** What somebody has agreed to run though it looks at much, for each cell. */
  readonly agreed: WeakMap<vscode.NotebookCell, string>;
  /** Asks for the value of a variable and keeps it in the notebook, which may lack the variable; undefined when nobody answered. */
  readonly askForValue: (target: VariableTarget) => Promise<VariableValue | undefined>;
}

/** A variable of a notebook. */
export interface VariableTarget {
  readonly notebook: vscode.NotebookDocument;
  readonly name: string;
}

/** The variable that is selected in the view of them. */
export interface ChosenVariable {
  variable?: VariableTarget | undefined;
}

/** A query whose variables are filled in. */
export interface FilledQuery {
  readonly query: unknown;
  /** What the variables of the notebook stood for, by name. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/**
 * Replaces the variables in the query of a cell: those of the notebook, and columns of the results of named cells.
 * @throws {Error} with a sentence for people; NoValueError when a value was asked for and not given
 */
export const fillVariables = (
  query: unknown,
  { notebook }: vscode.NotebookCell,
  services: RunServices,
): Promise<FilledQuery> =>
  inWords(async () => {
    const values = new Map<string, FilledValue>();
    const chosen = new Map<string, VariableValue>();
    for (const { name, column } of referencesIn(query)) {
      if (column !== undefined) {
        values.set(keyOf({ name, column }), columnValues({ name, column }, notebook, services.results));
        continue;
      }
      const value = await valueOf({ notebook, name }, services);
      chosen.set(name, value);
      values.set(name, standsForAll(value) ? everyValue : value);
    }
    const variables = Object.fromEntries(chosen);
    if (values.size === 0 && !printExactJson(query).includes('$${')) return { query, variables };
    return { query: fillIn(query, reference => values.get(keyOf(reference)) ?? null), variables };
  });

/** @throws {SentenceError} for variables that cannot be filled in */
async function inWords<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    throw new SentenceError(describeVariableError(error), { cause: error });
  }
}

const keyOf = ({ name, column }: VariableReference) => (column === undefined ? name : `${name}.${column}`);

/** What a variable stands for; somebody is asked when it stands for nothing yet, or the notebook lacks it. */
async function valueOf(target: VariableTarget, services: RunServices): Promise<VariableValue> {
  const chosen = chosenValue(variablesOf(target.notebook).get(target.name) ?? {});
  const value = chosen ?? (await services.askForValue(target));
  if (value === undefined) throw new NoValueError(target.name);
  return value;
}

/** A run that was given up for want of a value. */
export class NoValueError extends GivenUpError {
  constructor(readonly variable: string) {
    super(l10n.t('{0} has no value yet, so the query was not sent.', quoted(variable)));
  }
}

function columnValues(
  { name, column }: VariableReference & { readonly column: string },
  notebook: vscode.NotebookDocument,
  results: ResultStore,
): FilledValue {
  const cell = notebook.getCells().find(candidate => cellName(candidate) === name);
  const table = cell && results.ofCell(cell)?.table;
  if (!table) throw new VariableError('missing', keyOf({ name, column }), namedCells(notebook));
  const found = table.columns.find(each => each.name === column);
  const names = table.columns.map(each => each.name);
  if (!found) throw new VariableError('noColumn', keyOf({ name, column }), names);
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
        ? l10n.t('No cell has a result for {0}. Name the cell whose result is meant.', name)
        : l10n.t('No cell has a result for {0}. These cells have names: {1}.', name, listed),
    noColumn: l10n.t('The result has no column {0}. It has: {1}.', name, listed),
    noRows: l10n.t('{0} has no value, because the result it comes from is empty.', name),
    manyValues: l10n.t(
      '{0} has {1} values where one is wanted. Use it as the value of a selector, or in a list.',
      name,
      listed,
    ),
    everyValue: l10n.t(
      '{0} stands for all values, which is possible only where a filter compares a dimension with it.',
      name,
    ),
    noneLeft: l10n.t('{0} stands for all values, and a filter that excludes them all leaves no row.', name),
  };
  return sentences[code];
}

/**
 * The cells that run when some are asked for: in order of their dependencies, with the named cells whose results they use
 * and that have none yet.
 */
export function planRun(
  wanted: readonly vscode.NotebookCell[],
  notebook: vscode.NotebookDocument,
  results: ResultStore,
): readonly PlannedCell<vscode.NotebookCell>[] {
  const cells = queryCells(notebook);
  // Most notebooks have no named cell, and then nothing is to be put in order.
  if (!cells.some(cell => cellName(cell) !== undefined)) {
    return wanted.map(cell => ({ cell, needs: [], cycle: [] }));
  }
  const all = cells.map(orderedCell);
  return planCells(wanted, all, cell => hasAnswer(results.ofCell(cell)));
}

/**
 * Finds out whether a cell can run.
 * @param unanswered what of its run has not been answered
 * @throws {SentenceError} for a cell that needs its own result
 * @throws {SentenceError} when a cell has failed whose result it uses; GivenUpError when that was cancelled
 */
export function requireNeeds(
  { needs, cycle }: PlannedCell<vscode.NotebookCell>,
  unanswered: ReadonlyMap<vscode.NotebookCell, 'failed' | 'stopped'>,
): void {
  if (cycle.length > 0) {
    const names = inert(cycle.join(' → '));
    throw new SentenceError(
      l10n.t('These cells need the results of each other: {0}. Change one of them.', names),
    );
  }
  const needed = needs.find(need => unanswered.has(need));
  if (!needed) return;
  const name = quoted(cellName(needed) ?? '');
  if (unanswered.get(needed) === 'stopped') {
    throw new GivenUpError(
      l10n.t('This cell did not run, because it uses the result of {0}, which was not run to its end.', name),
    );
  }
  throw new SentenceError(
    l10n.t('This cell did not run, because it uses the result of {0}, which has failed.', name),
  );
}

/** The name of a cell and of those whose results it uses. */
export const orderedCell = (cell: vscode.NotebookCell): OrderedCell<vscode.NotebookCell> => ({
  cell,
  name: cellName(cell),
  uses: usedNames(cell.document),
});

const usedNames = cachedByText(document =>
  referencesIn(queryOf(document)).flatMap(({ name, column }) => (column === undefined ? [] : [name])),
);

/** Cells of a notebook with those that use their results, directly or not. */
export const withTheirUsers = (
  cells: readonly vscode.NotebookCell[],
  notebook: vscode.NotebookDocument,
): Set<vscode.NotebookCell> => withUsers(cells, queryCells(notebook).map(orderedCell));

/** When the results that a cell uses were answered, by the names of their cells: ISO 8601. */
export const usedAnswers = (cell: vscode.NotebookCell): Readonly<Record<string, string>> =>
  Object.fromEntries(
    orderedCell(cell).uses.flatMap(name => {
      const used = queryCells(cell.notebook).find(other => cellName(other) === name);
      const summary = used && answerSummary(used);
      return summary ? [[name, summary.ranAt]] : [];
    }),
  );

/** A result that was stored some day says nothing about now. */
const hasAnswer = (result: KeptResult | undefined) => result !== undefined && !result.isStored;
