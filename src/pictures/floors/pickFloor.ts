import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import type { RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import type { MarkTarget } from '../../model/pictures/drawing.js';
import { pointKey } from '../../model/pictures/floors/floorPlan.js';
import { childGroup, recordDomainType, recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import {
  accessPointNode,
  parseAccessPointPath,
  parseSensorPath,
  type AccessPointRef,
} from '../../model/sensors/nodeRef.js';
import type { NodeTarget } from '../../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { window } from '../../ui/doors.js';
import { quoted } from '../../words/inert.js';
import { NothingToDoError, SentenceError } from '../../words/sentenceErrors.js';
import { placeWords } from '../../words/names.js';
import { pointCount } from '../../words/nodeCounts.js';
import type { KnownSubject } from '../pictureKinds.js';
import type { PictureParts } from '../pictureParts.js';

/** What is to be shown of nodes, and what is to have the keyboard on it. */
export interface NodeToShow {
  readonly subject: KnownSubject;
  readonly target?: MarkTarget | undefined;
}

/** What a floor plan, a map or a topology was asked for: an access point, a domain, or without either all of a connection. */
export interface AskedNode {
  readonly connectionId: string;
  readonly point?: AccessPointRef | undefined;
  readonly uuid?: string | undefined;
}

/** The node that a command was called on; undefined for anything else. */
export function askedNode(clicked: NodeTarget | RecordTarget | vscode.Uri): AskedNode | undefined {
  if (clicked instanceof vscode.Uri) {
    if (clicked.scheme !== Scheme.record) return undefined;
    const point = parseAccessPointPath(clicked.path);
    const uuid = parseSensorPath(clicked.path)?.uuid;
    return point || uuid !== undefined ? { connectionId: clicked.authority, point, uuid } : undefined;
  }
  if (clicked.kind === 'record') return undefined;
  const { connectionId } = clicked;
  if (clicked.kind === 'sensor') return { connectionId, uuid: clicked.uuid };
  if (clicked.id !== undefined) return { connectionId, point: { id: clicked.id } };
  return clicked.macAddress === undefined
    ? undefined
    : { connectionId, point: { macAddress: clicked.macAddress } };
}

/** Whether a node was asked for, and not all of a connection. */
export const isOfNode = ({ point, uuid }: AskedNode): boolean => point !== undefined || uuid !== undefined;

/** The node that was asked for, by its number. @throws {SentenceError} when the manager no longer has it */
export function requireNode(tree: SensorIndex, { connectionId, point, uuid = '' }: AskedNode): number {
  const number = tree.find(point ? accessPointNode(connectionId, point) : { connectionId, uuid });
  if (number !== undefined) return number;
  throw new SentenceError(l10n.t('The manager no longer has this node. Refresh the tree, and try again.'));
}

/**
 * The floor of an access point, with that one on it; a domain that has access points of its own, else one below it that
 * the user picks. Undefined when the user gives up.
 */
export async function floorToShow(
  { readTree }: PictureParts,
  { connectionId, point, uuid }: AskedNode,
): Promise<NodeToShow | undefined> {
  const tree = await readTree(connectionId);
  if (point) return floorOf(tree, connectionId, point);
  const top = uuid === undefined ? 0 : tree.find({ connectionId, uuid });
  if (top === undefined) throw new SentenceError(l10n.t('The manager no longer has this domain.'));
  const isFloor = recordDomainType(tree.record(top)) === floorType;
  const found = isFloor || hasPoints(tree, top) ? [top] : domainsWithPoints(tree, top);
  if (found.length === 0)
    throw new NothingToDoError(l10n.t('No access points stand below {0}.', quoted(tree.label(top))));
  const chosen = found.length === 1 ? found[0] : await pickFloor(tree, found);
  const chosenUuid = chosen === undefined ? undefined : recordUuid(tree.record(chosen));
  return chosenUuid === undefined
    ? undefined
    : { subject: { connectionId, kind: 'floor', uuid: chosenUuid } };
}

function floorOf(tree: SensorIndex, connectionId: string, point: AccessPointRef): NodeToShow {
  const number = tree.find(accessPointNode(connectionId, point));
  const uuid = number === undefined ? undefined : recordUuid(tree.record(tree.parent(number)));
  const key = number === undefined ? undefined : pointKey(tree.record(number));
  if (uuid === undefined || key === undefined)
    throw new SentenceError(l10n.t('The manager does not say in which domain this access point is.'));
  return { subject: { connectionId, kind: 'floor', uuid }, target: { type: 'accessPoint', key } };
}

/** The `domain_type` of a floor (contract 001). */
const floorType = 101;

const hasPoints = (tree: SensorIndex, number: number): boolean =>
  tree.hasChild(number, child => tree.isAccessPoint(child));

/** Parents stand before their children in a tree. */
function domainsWithPoints(tree: SensorIndex, top: number): number[] {
  const below = new Set([top]);
  const found: number[] = [];
  for (let number = top + 1; number < tree.size; number += 1) {
    if (!below.has(tree.parent(number)) || tree.isAccessPoint(number)) continue;
    below.add(number);
    if (hasPoints(tree, number) && recordUuid(tree.record(number)) !== undefined) found.push(number);
  }
  return found;
}

async function pickFloor(tree: SensorIndex, found: readonly number[]): Promise<number | undefined> {
  const items = found.map(number => {
    const points = tree.members(number, childGroup.accessPoint);
    return {
      label: placeWords(tree.path(number)),
      description: pointCount(points.length) || undefined,
      number,
    };
  });
  const title = l10n.t('Floor to show');
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.number;
}
