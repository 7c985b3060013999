import * as vscode from 'vscode';
import type { FieldProblem, WantedValue } from '../model/patchPlan.js';

/** Says field by field why an edit cannot be sent. */
export function describeProblems(problems: readonly FieldProblem[]): string {
  return vscode.l10n.t('{0}. Nothing was sent.', problems.map(describeProblem).join('; '));
}

function describeProblem({ field, code, wanted }: FieldProblem): string {
  switch (code) {
    case 'readOnly':
      return vscode.l10n.t('{0} cannot be changed', field);
    case 'unknown':
      return vscode.l10n.t('{0} is not a field of this type', field);
    case 'removed':
      return vscode.l10n.t('{0} cannot be removed, because a manager has no way to unset it', field);
    case 'secret':
      return vscode.l10n.t('{0} is a secret and cannot be written into a document', field);
    case 'invalid':
      return wanted
        ? describeWanted(field, wanted)
        : vscode.l10n.t('{0} has a value that does not fit', field);
  }
}

function describeWanted(field: string, wanted: WantedValue): string {
  switch (wanted.kind) {
    case 'filled':
      return vscode.l10n.t('{0} cannot be empty', field);
    case 'atLeast':
      return vscode.l10n.t('{0} must be {1} or more', field, wanted.bound);
    case 'atMost':
      return vscode.l10n.t('{0} must be {1} or less', field, wanted.bound);
    case 'form':
      return vscode.l10n.t('{0} must be: {1}', field, wanted.words);
    case 'type':
      return describeType(field, wanted.type);
  }
}

function describeType(field: string, type: (WantedValue & { kind: 'type' })['type']): string {
  switch (type) {
    case 'number':
      return vscode.l10n.t('{0} must be a whole number', field);
    case 'boolean':
      return vscode.l10n.t('{0} must be true or false', field);
    case 'array':
      return vscode.l10n.t('{0} must be a list of texts', field);
    case 'string':
      return vscode.l10n.t('{0} must be text', field);
  }
}
