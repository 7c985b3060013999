import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { bigintAsText } from 'netsensor-contract/text/exactJson';
import { notebookRange, ownRange } from './notebookMetadata.js';
import { cachedByText, queryOf } from '../model/query/queryText.js';
import { writtenIntervals } from './time/rangeSteps.js';

/** Characters of a fingerprint: 96 bits. */
const fingerprintLength = 16;

/**
 * What a cell asks besides its variables and its zone, in short: its query however it is laid out, and the range where its
 * text names no intervals.
 */
export function cellFingerprint(cell: vscode.NotebookCell): string {
  const { notebook, document } = cell;
  const range = writtenIntervals(cell) === undefined ? (ownRange(cell) ?? notebookRange(notebook)) : null;
  const asked = `[${printedQuery(document)},${JSON.stringify(range)}]`;
  return createHash('sha256').update(asked).digest('base64url').slice(0, fingerprintLength);
}

const printedQuery = cachedByText(document =>
  JSON.stringify(queryOf(document) ?? document.getText(), bigintAsText),
);
