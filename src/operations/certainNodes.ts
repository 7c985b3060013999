import * as vscode from 'vscode';
import type { AccessPoint } from '../model/sensors/accessPoints.js';
import {
  movedNodes,
  nodesElsewhere,
  nodesOfSharedUuid,
  otherWithSameKey,
  type NamedNode,
} from '../model/nodePlaces.js';
import { uncertain, type SensorRecord } from '../model/sensors/sensors.js';
import { walkTree } from '../model/walkTree.js';
import { quoted } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import { nameList } from './confirmPlan.js';

/** A node with what people call it. */
type Named = NamedNode & { readonly name: string };

/**
 * Makes sure that calls with these uuids reach only the nodes that are meant, and what is below them.
 * @throws {Error} with a sentence for people when more than one node of the tree has one of these uuids
 */
export function requireOwnUuids(tree: SensorRecord, uuids: Iterable<string>): void {
  const [first, ...others] = nodesOfSharedUuid(tree, new Set(uuids));
  if (!first) return;
  throw new SentenceError(
    vscode.l10n.t(
      'The uuid {0} stands more than once in the tree ({1}), so a change could reach the wrong node. Nothing was sent. Give each node its own uuid on the manager, then try again.',
      quoted(first.uuid),
      nameList([first, ...others].map(({ name }) => name)),
    ),
  );
}

/**
 * Makes sure that a call that carries everything below a domain carries all of it.
 * @throws {Error} with a sentence for people when something of it could not be read
 */
export function requireReadable(domain: SensorRecord, ...what: readonly ('nodes' | 'accessPoints')[]): void {
  const unread = [...walkTree(domain)]
    .map(({ sensor }) => sensor)
    .filter(sensor => what.some(part => sensor[uncertain]?.[part]));
  if (unread.length === 0) return;
  throw new SentenceError(
    vscode.l10n.t(
      'Not all of {0} could be read, and this would delete or change what is missing. Nothing was sent. Look at {1} in the tree.',
      quoted(domain.name),
      nameList(unread.map(({ name, uuid }) => name || uuid)),
    ),
  );
}

/**
 * Makes sure that a delete list names these access points only.
 * @throws {Error} with a sentence for people when another one has the same MAC address or id
 */
export function requireOwnKeys(tree: SensorRecord, points: readonly AccessPoint[]): void {
  const other = otherWithSameKey(tree, points);
  if (!other) return;
  throw new SentenceError(
    vscode.l10n.t(
      'More than one access point has the MAC address or id of {0}, so the wrong one could be deleted. Nothing was sent. Give each its own on the manager, then try again.',
      quoted(other.name ?? other.mac_address ?? ''),
    ),
  );
}

/**
 * Makes sure that nodes stand where the tree showed them.
 * @throws {Error} with a sentence for people when they do not
 */
export function requireShownPlaces(tree: SensorRecord, nodes: readonly Named[]): void {
  refuseMoved(nodesElsewhere(tree, nodes));
}

/**
 * Makes sure that nobody moved nodes while the user was asked about them.
 * @throws {Error} with a sentence for people when somebody did
 */
export function requireUnmoved(
  nodes: readonly Named[],
  trees: { before: SensorRecord; now: SensorRecord },
): void {
  refuseMoved(movedNodes(nodes, trees));
}

function refuseMoved(moved: readonly Named[]): void {
  if (moved.length === 0) return;
  throw new SentenceError(
    vscode.l10n.t(
      '{0} stands elsewhere in the tree now. Nothing was sent. Refresh the tree, look where it is, then try again.',
      nameList(moved.map(({ name }) => name)),
    ),
  );
}

/** @throws {Error} with a sentence for people when the tree has no such domain */
export function domainIn(tree: SensorRecord, uuid: string): SensorRecord {
  for (const { sensor } of walkTree(tree)) if (sensor.uuid === uuid) return sensor;
  throw new SentenceError(vscode.l10n.t('This domain is not on the manager any more. Refresh the tree.'));
}
