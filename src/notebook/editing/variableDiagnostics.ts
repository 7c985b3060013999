import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { isVariableName } from '../../model/query/queryVariables.js';
import { nearestNames } from '../../model/queryEditing/queryFixes.js';
import { referencePlaces, type ReferencePlace } from '../../model/queryEditing/variableReferences.js';
import { CodeAction, problemAt } from '../../ui/doors.js';
import { rangeOf } from '../../ui/textPlace.js';
import { quoted, shown, type Inert } from '../../words/inert.js';
import { cellName } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';
import { variablesOf } from '../variables/storedVariables.js';
import type { FoundProblem } from './typedLine.js';

interface UnknownPlace extends ReferencePlace {
  readonly notebook: vscode.NotebookDocument;
  /** What could be meant, the nearest first. */
  readonly near: readonly string[];
}

/** The references in a cell that neither a variable nor a named cell of its notebook fills in. */
function unknownPlaces(document: vscode.TextDocument): UnknownPlace[] {
  const places = referencePlaces(document.getText());
  const notebook = places.length > 0 ? cellOf(document)?.notebook : undefined;
  if (!notebook) return [];
  const variables = [...variablesOf(notebook).keys()];
  const cells = notebook.getCells().flatMap(cell => cellName(cell) ?? []);
  return places.flatMap(place => {
    const known = place.column === undefined ? variables : cells;
    const near = nearestNames(place.name, known.filter(isVariableName));
    return known.includes(place.name) ? [] : [{ ...place, notebook, near }];
  });
}

/** Underlines what nothing in the notebook fills in. */
export const unknownVariables = (document: vscode.TextDocument): FoundProblem[] =>
  unknownPlaces(document).map(place => {
    const diagnostic = problemAt(rangeOf(document, place), describeUnknown(place));
    diagnostic.source = 'Netsensor';
    diagnostic.code = 'variableUnknown';
    return { diagnostic };
  });

function describeUnknown({ name, column, near: [nearest] }: UnknownPlace): Inert {
  if (column === undefined) {
    return nearest === undefined
      ? l10n.t('The notebook has no variable {0}. Add it, and choose what it stands for.', quoted(name))
      : l10n.t('The notebook has no variable {0}. Did you mean {1}?', quoted(name), quoted(nearest));
  }
  return nearest === undefined
    ? l10n.t('No cell is named {0}. Name the cell whose result is meant.', quoted(name))
    : l10n.t('No cell is named {0}. Did you mean {1}?', quoted(name), quoted(nearest));
}

/** Adds the variable that is meant, or changes the name to one that there is. */
export function unknownVariableFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  return unknownPlaces(document).flatMap(place => {
    const where = rangeOf(document, place);
    if (!where.intersection(range)) return [];
    const { notebook, name, column, near } = place;
    const mends = diagnostics.filter(each => each.range.isEqual(where));
    const renames = near.map(right => {
      const written = column === undefined ? right : `${right}.${column}`;
      const action = fix(l10n.t('Change to {0}', shown`\${${quoted(written)}}`), mends);
      action.edit = new vscode.WorkspaceEdit();
      action.edit.replace(document.uri, where, `\${${written}}`);
      return action;
    });
    if (column !== undefined) return renames;
    const add = fix(l10n.t('Add variable {0}…', quoted(name)), mends);
    add.command = { command: Command.setVariable, title: '', arguments: [{ notebook, name }] };
    add.isPreferred = near.length === 0;
    return [add, ...renames];
  });
}

function fix(title: Inert, mends: vscode.Diagnostic[]) {
  const action = new CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = mends;
  return action;
}
