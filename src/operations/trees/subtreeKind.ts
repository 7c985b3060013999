import type * as vscode from 'vscode';
import { checkTreeText } from '../../model/trees/checkTreeText.js';
import { overwrite, treeOfBody } from '../../changes/trees/overwrite.js';
import { firstProblem, placedProblems } from '../../changes/trees/treeWords.js';
import { parseSubtreePath, printSubtree, type TreeBody } from '../../model/trees/treeDocument.js';
import type { DocumentKind } from '../../records/documents/documentKind.js';
import { FileSystemError } from '../../ui/doors.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import type { OperationServices } from '../operationServices.js';
import { changeDomain } from './changeDomain.js';
import { requireOwnUuids } from '../../changes/nodePlaces.js';

/** Subtrees as one document, `/subtree/Madrid.7106963634872672634.json`: saving overwrites the tree after a plan. */
export const subtreeKind = (operations: OperationServices): DocumentKind => ({
  identify: ({ path }) => {
    const uuid = parseSubtreePath(path);
    return uuid === undefined ? undefined : `subtree ${uuid}`;
  },
  read: async ({ client, uri }) => {
    const tree = await client.sensors.tree(uuidOf(uri));
    requireOwnUuids(tree, [tree.uuid]);
    return printSubtree(tree);
  },
  save: async ({ uri, baseText, editedText }) => {
    const connection = requireUnlocked(operations.connections.get(uri.authority));
    const uuid = uuidOf(uri);
    const { body, problems } = checkTreeText(editedText, uuid);
    if (!body) throw firstProblem(editedText, problems);
    const base = treeOfBody(JSON.parse(baseText()) as TreeBody, uuid);
    const request = { uuid, body, base, operation: 'overwrite' };
    const { record, done } = await changeDomain(operations, connection, manager =>
      overwrite(manager, request),
    );
    return { storedText: record ? printSubtree(record) : editedText, message: done };
  },
  // What the manager has itself is not checked: the places of everything in 100,000 nodes take 400 MB.
  checkText: (text, uri, baseText) =>
    text === baseText ? [] : placedProblems(checkTreeText(text, uuidOf(uri)).problems),
});

function uuidOf(uri: vscode.Uri): string {
  const uuid = parseSubtreePath(uri.path);
  if (uuid === undefined) throw FileSystemError.FileNotFound(uri);
  return uuid;
}
