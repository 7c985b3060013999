import type * as vscode from 'vscode';
import {
  checkItems,
  parseListAddress,
  printRecords,
  readList,
  recordsOf,
  rightItems,
  type ListRef,
  placedProblems,
} from '../../model/inventory/listDocument.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { DocumentKind } from '../../records/documents/documentKind.js';
import { FileSystemError } from '../../ui/doors.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { listSentence } from '../../changes/lists/listWords.js';
import { sayPart } from '../partialLists.js';
import { saveList, type ListDocuments } from './saveList.js';
import { wordOf } from '../../words/names.js';

/** Records of one type as one document, `/lists/racks/Racks.json`: saving creates, updates and deletes after a plan. */
export const listKind = ({ operations, reports, alongside }: ListDocuments): DocumentKind => ({
  identify: uri => {
    const ref = parseListAddress(uri);
    return ref && `list ${ref.type} ${ref.ids?.join(',') ?? ''}`;
  },
  read: async ({ client, uri }) => {
    const ref = listOf(uri);
    const list = await client.listRecords(ref.type);
    sayPart(list, wordOf(ref.type));
    return printRecords(ref.type, recordsOf(ref, list.rows));
  },
  save: request => {
    const connection = requireUnlocked(operations.connections.get(request.uri.authority));
    reports.clear(request.uri);
    return saveList({ operations, connection, reports, alongside }, listOf(request.uri), request);
  },
  checkText: (text, uri, baseText) => {
    const { items, problems } = readList(text);
    const base = baseText === undefined ? undefined : (JSON.parse(baseText) as RecordFields[]);
    const { type } = listOf(uri);
    const found = base ? [...problems, ...checkItems(type, rightItems(type, items, base), base)] : problems;
    // What is no JSON at all is said by the JSON language already.
    return placedProblems(text, found)
      .filter(({ code }) => code !== 'syntax')
      .map(problem => ({
        offset: problem.offset,
        length: problem.length,
        message: listSentence(problem),
      }));
  },
});

function listOf(uri: vscode.Uri): ListRef {
  const ref = parseListAddress(uri);
  if (!ref) throw FileSystemError.FileNotFound(uri);
  return ref;
}
