import * as vscode from 'vscode';
import { checkPointsText } from '../model/checkPointsText.js';
import { checkTreeText, type TextProblem } from '../model/trees/checkTreeText.js';
import { parseSubtreePath } from '../model/trees/treeDocument.js';
import { Diagnostic } from '../ui/doors.js';
import { problemSentence } from './treeWords.js';

/** What the manager would refuse or ignore in a document. */
export function problemsOf(document: vscode.TextDocument): vscode.Diagnostic[] {
  const uuid = parseSubtreePath(document.uri.path);
  const text = document.getText();
  const { problems } = uuid === undefined ? checkPointsText(text) : checkTreeText(text, uuid);
  // What is no JSON at all is said by the JSON language already.
  return problems.filter(({ kind }) => kind !== 'syntax').map(problem => toDiagnostic(document, problem));
}

function toDiagnostic(document: vscode.TextDocument, problem: TextProblem): vscode.Diagnostic {
  const { offset, length } = problem;
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  return new Diagnostic(range, problemSentence(problem), vscode.DiagnosticSeverity.Error);
}
