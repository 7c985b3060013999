import type * as vscode from 'vscode';
import { isSameValue } from '../../model/inventory/recordRules.js';
import {
  chosenValue,
  type NotebookVariable,
  type VariableDefinition,
} from '../../model/notebook/notebookVariables.js';
import { referencePlaces, type ReferencePlace } from '../../model/queryEditing/variableReferences.js';
import { cachedByText } from '../../model/query/queryText.js';
import { answerSummary, awaitedVariable } from '../results/runSummary.js';
import { variablesOf } from './storedVariables.js';
import { queryCells } from '../notebookMetadata.js';
import { withTheirUsers, type VariableTarget } from './cellVariables.js';

/** A variable that a notebook has, or that one of its cells uses. */
export interface UsedVariable extends VariableTarget {
  /** Undefined for one that only stands in a cell. */
  readonly variable: NotebookVariable | undefined;
  readonly cells: readonly vscode.NotebookCell[];
  /** What it is for, by where it stands. */
  readonly definition: VariableDefinition;
}

/** The references to variables of the notebook in the text of a cell. */
export const variablePlaces = ({ document }: vscode.NotebookCell): readonly ReferencePlace[] =>
  placesIn(document);

const placesIn = cachedByText(document =>
  referencePlaces(document.getText()).filter(({ column }) => column === undefined),
);

/** The variables of a notebook by name, also those that it lacks. */
export function usedVariables(notebook: vscode.NotebookDocument): UsedVariable[] {
  const known = variablesOf(notebook);
  const uses = queryCells(notebook).map(cell => ({ cell, places: variablePlaces(cell) }));
  const names = new Set([...known.keys(), ...uses.flatMap(({ places }) => places.map(({ name }) => name))]);
  return [...names].toSorted().map(name => {
    const using = uses.filter(({ places }) => places.some(place => place.name === name));
    const definitions = using.flatMap(({ places }) =>
      places.filter(place => place.name === name).map(({ definition }) => definition),
    );
    // One that says more than that it is text.
    const definition = definitions.find(each => Object.keys(each).length > 0) ?? {};
    return { notebook, name, variable: known.get(name), cells: using.map(({ cell }) => cell), definition };
  });
}

/** Whether a notebook has variables, or uses some elsewhere than in its granularities. */
export const hasVariables = (notebook: vscode.NotebookDocument): boolean =>
  variablesOf(notebook).size > 0 ||
  queryCells(notebook)
    .flatMap(variablePlaces)
    .some(({ isBuckets }) => !isBuckets);

/** Whether a variable is a whole interval somewhere, where a moment says nothing. */
export const standsForRange = ({ notebook, name }: VariableTarget): boolean =>
  queryCells(notebook)
    .flatMap(variablePlaces)
    .some(place => place.name === name && place.isWhole && place.definition.type === 'time');

/** The variables that stand for something else now than when a cell was answered, or for nothing; and that it could not be run without. */
export function changedVariables(cell: vscode.NotebookCell, answer = answerSummary(cell)): string[] {
  const { variables = {} } = answer ?? {};
  const awaited = awaitedVariable(cell);
  if (Object.keys(variables).length === 0 && awaited === undefined) return [];
  const known = variablesOf(cell.notebook);
  const used = new Set(variablePlaces(cell).map(({ name }) => name));
  return [...used].filter(name => {
    const variable = known.get(name);
    const now = variable && chosenValue(variable);
    if (name === awaited && now !== undefined) return true;
    return Object.hasOwn(variables, name) && !isSameValue(variables[name], now);
  });
}

/** The cells that use a variable, with those that use their results. */
export function cellsUsing({ notebook, name }: VariableTarget): vscode.NotebookCell[] {
  const using = queryCells(notebook).filter(cell => variablePlaces(cell).some(place => place.name === name));
  return [...withTheirUsers(using, notebook)];
}
