import type * as vscode from 'vscode';
import { checkTreeText } from '../model/trees/checkTreeText.js';
import { treeOfBody } from '../changes/trees/planOverwrite.js';
import { parseSubtreePath, printSubtree, type TreeBody } from '../model/trees/treeDocument.js';
import type { DocumentKind } from '../records/documents/documentKind.js';
import { FileSystemError } from '../ui/doors.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { requireOwnUuids } from './certainNodes.js';
import type { Operations } from './operationServices.js';
import { overwriteTree } from './overwriteTree.js';
import { firstProblem } from './textProblems.js';
import { treeReceipt } from './treeReceipt.js';

/** Subtrees as one document, `/subtree/Madrid.7106963634872672634.json`: saving overwrites the tree after a plan. */
export const subtreeKind = (operations: Operations): DocumentKind => ({
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
    const { record, message } = await overwriteTree(operations, connection, {
      uuid,
      body,
      base,
      operation: 'overwrite',
    });
    return treeReceipt(record ? printSubtree(record) : editedText, message);
  },
});

function uuidOf(uri: vscode.Uri): string {
  const uuid = parseSubtreePath(uri.path);
  if (uuid === undefined) throw FileSystemError.FileNotFound(uri);
  return uuid;
}
