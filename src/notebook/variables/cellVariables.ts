import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { planCells, withUsers, type OrderedCell, type PlannedCell } from '../../model/notebook/runPlan.js';
import { chosenValue, type VariableValue } from '../../model/notebook/notebookVariables.js';
import {
  filledQuery,
  referencesIn,
  VariableError,
  type FilledQuery,
} from '../../model/query/queryVariables.js';
import { cachedByText, queryOf } from '../../model/query/queryText.js';
import { GivenUpError, SentenceError } from '../../words/sentenceErrors.js';
import { quoted } from '../../words/inert.js';
import { describeVariableError } from '../../words/queryWords.js';
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

/**
 * Replaces the variables in the query of a cell: those of the notebook, and columns of the results of named cells.
 * @throws {Error} with a sentence for people; NoValueError when a value was asked for and not given
 */
export const fillVariables = (
  query: unknown,
  { notebook }: vscode.NotebookCell,
  services: RunServices,
): Promise<FilledQuery> =>
  inWords(() =>
    filledQuery(query, {
      valueOf: name => valueOf({ notebook, name }, services),
      tableOf: name => {
        const cell = notebook.getCells().find(candidate => cellName(candidate) === name);
        return cell && services.results.ofCell(cell)?.table;
      },
      cellNames: () => notebook.getCells().flatMap(cell => cellName(cell) ?? []),
    }),
  );

/** @throws {SentenceError} for variables that cannot be filled in */
async function inWords<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    throw new SentenceError(describeVariableError(error), { cause: error });
  }
}

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
