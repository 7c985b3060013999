import type * as vscode from 'vscode';
import { requireOwnUuids } from '../../changes/nodePlaces.js';
import type { DomainChange, TreeManager } from '../../changes/trees/domainChange.js';
import { override } from '../../changes/trees/override.js';
import { withStoredUuids } from '../../changes/trees/resolveBody.js';
import { overwrite, treeOfBody } from '../../changes/trees/overwrite.js';
import { firstProblem, placedProblems } from '../../changes/trees/treeWords.js';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { treeOf } from '../../model/sensors/visitNodes.js';
import { checkPointsText, checkTreeText, type TextProblem } from '../../model/trees/checkTreeText.js';
import { parsePointListPath, printPoints, printPointsIn } from '../../model/trees/pointList.js';
import { parseSubtreePath, printSubtree } from '../../model/trees/treeDocument.js';
import type { DocumentKind } from '../../records/documents/documentKind.js';
import { FileSystemError } from '../../ui/doors.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import type { OperationServices } from '../operationServices.js';
import { changeDomain } from './changeDomain.js';

/** What distinguishes one document of a domain from another. */
interface DomainDocument<Body> {
  readonly word: string;
  /** The uuid of the domain; undefined for the path of another document. */
  readonly parsePath: (path: string) => string | undefined;
  readonly print: (domain: SensorRecord) => string;
  readonly check: (
    text: string,
    uuid: string,
  ) => { readonly problems: readonly TextProblem[]; readonly body: Body | undefined };
  /** What a document that was typed into during a save started from: its text as it was saved, with uuids that it got by that. */
  readonly goneOnFrom?: (saved: Body, stored: Body) => Body;
  readonly isOutdated?: (uuid: string, tree: SensorIndex, text: string) => boolean | Promise<boolean>;
  readonly change: (
    manager: TreeManager,
    edit: { readonly uuid: string; readonly body: Body; readonly base: Body },
  ) => DomainChange;
}

/** Subtrees as one document, `/subtree/Madrid (subtree).7106963634872672634.json`: saving overwrites the tree after a plan. */
export const subtreeKind = (operations: OperationServices): DocumentKind =>
  domainKind(operations, {
    word: 'subtree',
    parsePath: parseSubtreePath,
    print: printSubtree,
    check: checkTreeText,
    goneOnFrom: withStoredUuids,
    change: (manager, { uuid, body, base }) =>
      overwrite(manager, { uuid, body, base: treeOfBody(base, uuid), operation: 'overwrite' }),
  });

/** The access points of a domain as one list, `/override/Madrid (access points).7106963634872672634.json`: saving overrides them. */
export const overrideKind = (operations: OperationServices): DocumentKind =>
  domainKind(operations, {
    word: 'override',
    parsePath: parsePointListPath,
    print: printPoints,
    check: checkPointsText,
    change: (manager, { uuid, body, base }) =>
      override(manager, { uuid, elements: () => body.access_points, base: base.access_points }),
    isOutdated: arePointsOutdated,
  });

/** Access points and domains of a domain that are compared each time that a tree is read: more of them take a while. */
const mostCompared = 10_000;

/** Whether a tree tells of other access points than a text does. */
async function arePointsOutdated(uuid: string, tree: SensorIndex, text: string): Promise<boolean> {
  const number = tree.find({ connectionId: '', uuid });
  if (number === undefined) return true;
  const { domains, accessPoints } = tree.counts(number);
  return domains + accessPoints <= mostCompared && (await printPointsIn(tree, number)) !== text;
}

function domainKind<Body>(
  operations: OperationServices,
  { word, parsePath, print, check, change, isOutdated, goneOnFrom = saved => saved }: DomainDocument<Body>,
): DocumentKind {
  const uuidOf = (uri: vscode.Uri): string => {
    const uuid = parsePath(uri.path);
    if (uuid === undefined) throw FileSystemError.FileNotFound(uri);
    return uuid;
  };
  const goesOn = (saved: Body, stored: string) =>
    `${JSON.stringify(goneOnFrom(saved, JSON.parse(stored) as Body), null, 2)}\n`;
  return {
    identify: ({ path }) => {
      const uuid = parsePath(path);
      return uuid === undefined ? undefined : `${word} ${uuid}`;
    },
    read: async ({ client, uri }) => {
      const domain = await client.sensors.tree(uuidOf(uri));
      await requireOwnUuids(treeOf(domain), [domain.uuid]);
      return print(domain);
    },
    save: async ({ uri, baseText, editedText }) => {
      const connection = requireUnlocked(operations.connections.get(uri.authority));
      const uuid = uuidOf(uri);
      const { body, problems } = check(editedText, uuid);
      if (!body) throw firstProblem(editedText, problems);
      const base = JSON.parse(baseText()) as Body;
      const { record, done } = await changeDomain(operations, { connection, document: uri }, manager =>
        change(manager, { uuid, body, base }),
      );
      if (!record) return { storedText: editedText, message: done };
      const storedText = print(record);
      return { storedText, goesOn: goesOn(body, storedText), message: done };
    },
    isOutdated: (uri, tree, text) => isOutdated?.(uuidOf(uri), tree, text) ?? false,
    // What the manager has itself is not checked: the places of everything in 100,000 nodes take 400 MB.
    checkText: (text, uri, baseText) =>
      text === baseText ? [] : placedProblems(check(text, uuidOf(uri)).problems),
  };
}
