import * as vscode from 'vscode';
import type { FieldProblem, WantedValue } from '../model/inventory/recordRules.js';
import { inert, joined, type Inert } from './inert.js';

/** Says field by field why an edit cannot be sent. */
export function describeProblems(problems: readonly FieldProblem[]): Inert {
  return vscode.l10n.t('{0}. Nothing was sent.', joined(problems.map(describeProblem), '; '));
}

/** Says what is wrong with one field, as the beginning of a sentence. */
export function describeProblem({ field: name, code, wanted, place = name }: FieldProblem): Inert {
  const field = inert(name);
  switch (code) {
    case 'missing':
      return vscode.l10n.t('{0} is required', field);
    case 'readOnly':
      return vscode.l10n.t('{0} cannot be changed', field);
    case 'unknown':
      return vscode.l10n.t('{0} is not a field of this type', field);
    case 'removed':
      return vscode.l10n.t('{0} cannot be removed, because a manager has no way to unset it', field);
    case 'removedOptional':
      return vscode.l10n.t('{0} cannot be removed; write null to empty it', field);
    case 'secret':
      return vscode.l10n.t('{0} is a secret and cannot be written into a document', field);
    case 'invalid':
      return wanted
        ? describeWanted(inert(place), wanted)
        : vscode.l10n.t('{0} has a value that does not fit', inert(place));
  }
}

function describeWanted(field: Inert, wanted: WantedValue): Inert {
  switch (wanted.kind) {
    case 'filled':
      return vscode.l10n.t('{0} cannot be empty', field);
    case 'atLeast':
      return vscode.l10n.t('{0} must be {1} or more', field, wanted.bound);
    case 'atMost':
      return vscode.l10n.t('{0} must be {1} or less', field, wanted.bound);
    case 'oneOf': {
      const values = joined(
        wanted.values.map(value => inert(JSON.stringify(value))),
        ', ',
      );
      return vscode.l10n.t('{0} must be one of {1}', field, values);
    }
    case 'without':
      return vscode.l10n.t(
        '{0} has a field that does not belong there: {1}',
        field,
        joined(wanted.keys.map(inert), ', '),
      );
    case 'form':
      return vscode.l10n.t('{0} must be: {1}', field, inert(wanted.words));
    case 'type':
      return describeType(field, wanted.type);
  }
}

function describeType(field: Inert, type: (WantedValue & { kind: 'type' })['type']): Inert {
  switch (type) {
    case 'number':
      return vscode.l10n.t('{0} must be a whole number', field);
    case 'boolean':
      return vscode.l10n.t('{0} must be true or false', field);
    case 'array':
      return vscode.l10n.t('{0} must be a list of texts', field);
    case 'list':
      return vscode.l10n.t('{0} must be a list', field);
    case 'object':
      return vscode.l10n.t('{0} must be an object', field);
    case 'string':
      return vscode.l10n.t('{0} must be text', field);
  }
}
