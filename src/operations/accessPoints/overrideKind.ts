import type * as vscode from 'vscode';
import { override } from '../../changes/trees/override.js';
import { firstProblem, placedProblems } from '../../changes/trees/treeWords.js';
import { checkPointsText } from '../../model/trees/checkTreeText.js';
import { parsePointListPath, printPoints, type PointsBody } from '../../model/trees/pointList.js';
import type { DocumentKind } from '../../records/documents/documentKind.js';
import { FileSystemError } from '../../ui/doors.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import type { OperationServices } from '../operationServices.js';
import { changeDomain } from '../trees/changeDomain.js';
import { requireOwnUuids } from '../../changes/nodePlaces.js';

/** The access points of a domain as one list, `/override/Madrid.7106963634872672634.json`: saving overrides them. */
export const overrideKind = (operations: OperationServices): DocumentKind => ({
  identify: ({ path }) => {
    const uuid = parsePointListPath(path);
    return uuid === undefined ? undefined : `override ${uuid}`;
  },
  read: async ({ client, uri }) => {
    const tree = await client.sensors.tree(uuidOf(uri));
    requireOwnUuids(tree, [tree.uuid]);
    return printPoints(tree);
  },
  save: async ({ uri, baseText, editedText }) => {
    const connection = requireUnlocked(operations.connections.get(uri.authority));
    const { body, problems } = checkPointsText(editedText);
    if (!body) throw firstProblem(editedText, problems);
    const { access_points: base } = JSON.parse(baseText()) as PointsBody;
    const request = { uuid: uuidOf(uri), elements: () => body.access_points, base };
    const { record, done } = await changeDomain(operations, connection, manager =>
      override(manager, request),
    );
    return { storedText: record ? printPoints(record) : editedText, message: done };
  },
  checkText: (text, _uri, baseText) =>
    text === baseText ? [] : placedProblems(checkPointsText(text).problems),
});

function uuidOf(uri: vscode.Uri): string {
  const uuid = parsePointListPath(uri.path);
  if (uuid === undefined) throw FileSystemError.FileNotFound(uri);
  return uuid;
}
