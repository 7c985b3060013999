import type * as vscode from 'vscode';
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { readFields } from '../../model/inventory/recordText.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { problemAt, type Diagnostic } from '../../ui/doors.js';
import { rangeOf } from '../../ui/textPlace.js';
import type { Inert } from '../../words/inert.js';
import type { DocumentKind } from './documentKind.js';
import type { SaveFailure } from './saveFailures.js';

/** What there is to say about a document, where it stands; nothing for text that is not JSON, which VS Code explains. */
export function checkDocument(
  { check, checkText }: DocumentKind,
  document: vscode.TextDocument,
  { baseText, tree }: { baseText: string | undefined; tree: SensorIndex | undefined },
): vscode.Diagnostic[] {
  if (!check && !checkText) return [];
  const text = document.getText();
  if (checkText) {
    return checkText(text, document.uri, baseText).map(({ message, ...place }) =>
      diagnosticAt(rangeOf(document, place), { message, isError: true }),
    );
  }
  const edited = readFields(text);
  const root = parseTree(text);
  if (!check || !edited || !root) return [];
  const base = baseText === undefined ? undefined : readFields(baseText);
  return check({ uri: document.uri, edited, base, tree }).map(problem =>
    diagnosticAt(rangeOfField(document, root, problem.field), problem),
  );
}

/** What the manager refused when the document was saved, at its field, until that has another value. */
export function refusedProblems(
  document: vscode.TextDocument,
  failure: SaveFailure | undefined,
): vscode.Diagnostic[] {
  if (failure?.kind !== 'failed') return [];
  const text = document.getText();
  const fields = readFields(text);
  const root = parseTree(text);
  if (!fields || !root) return [];
  return Object.entries(failure.refused)
    .filter(([field, value]) => isSameValue(fields[field], value))
    .map(([field]) =>
      diagnosticAt(rangeOfField(document, root, field), { message: failure.sentence, isError: true }),
    );
}

/** The value of a field, `enrichment.floor_uuid` for one within another; the beginning of a record that does not have it. */
export function rangeOfField(document: vscode.TextDocument, record: Node, field: string): vscode.Range {
  return rangeOf(
    document,
    findNodeAtLocation(record, [field]) ??
      findNodeAtLocation(record, field.split('.')) ?? { offset: record.offset, length: 1 },
  );
}

/** Something of ours for the Problems panel. */
export function diagnosticAt(
  range: vscode.Range,
  { message, isError = false }: { readonly message: Inert; readonly isError?: boolean },
): Diagnostic {
  const diagnostic = problemAt(range, message, isError ? 'error' : 'warning');
  diagnostic.source = 'netsensor';
  return diagnostic;
}
