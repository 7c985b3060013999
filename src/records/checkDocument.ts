import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { parseRecord, RecordTextError, type RecordFields } from '../model/inventory/recordText.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { Diagnostic } from '../ui/doors.js';
import type { DocumentKind } from './documents/documentKind.js';
import type { DocumentProblem } from './documentProblems.js';

/** What there is to say about a document, where it stands; nothing for text that is not JSON, which VS Code explains. */
export function checkDocument(
  { check, checkText }: DocumentKind,
  document: vscode.TextDocument,
  { baseText, tree }: { baseText: string | undefined; tree: SensorIndex | undefined },
): vscode.Diagnostic[] {
  const text = document.getText();
  if (checkText) {
    return checkText(text, document.uri, baseText).map(({ message, ...place }) =>
      diagnosticAt(document, place, { message, isError: true }),
    );
  }
  const edited = fieldsOf(text);
  const root = parseTree(text);
  if (!check || !edited || !root) return [];
  const base = baseText === undefined ? undefined : fieldsOf(baseText);
  return check({ uri: document.uri, edited, base, tree }).map(problem =>
    diagnosticOf(document, root, problem),
  );
}

function fieldsOf(text: string): RecordFields | undefined {
  try {
    return parseRecord(text);
  } catch (error) {
    if (error instanceof RecordTextError) return undefined;
    throw error;
  }
}

/** On the value of the field; at the beginning of the document for a field that is not there any more. */
function diagnosticOf(
  document: vscode.TextDocument,
  root: Node,
  { field, ...problem }: DocumentProblem,
): vscode.Diagnostic {
  const place = findNodeAtLocation(root, [field]) ?? { offset: root.offset, length: 1 };
  return diagnosticAt(document, place, problem);
}

function diagnosticAt(
  document: vscode.TextDocument,
  { offset, length }: { readonly offset: number; readonly length: number },
  { message, isError }: Pick<DocumentProblem, 'message' | 'isError'>,
): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const severity = isError ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new Diagnostic(range, message, severity);
  diagnostic.source = 'netsensor';
  return diagnostic;
}
