import * as vscode from 'vscode';
import { isSameTarget } from '../model/pictures/drawing.js';
import { mapNodes, markOf } from '../model/pictures/mapPoints.js';
import type { MapSubject } from '../model/pictures/pictureMessages.js';
import { recordUuid } from '../model/sensors/nodeRecord.js';
import { childGroup, type SensorIndex } from '../model/sensors/sensorIndex.js';
import { quoted, SentenceError } from '../words/inert.js';
import { openDocuments } from './openDocuments.js';
import type { AskedNode, NodeToShow } from './pickFloor.js';
import type { PictureParts } from './pictureParts.js';

const wholeMap = (connectionId: string): MapSubject => ({ connectionId, kind: 'map' });

/** The map of a domain and all below it; of a whole tree for anything else. */
export async function mapBelow({ readTree }: PictureParts, asked: AskedNode): Promise<MapSubject> {
  const whole = wholeMap(asked.connectionId);
  if (asked.uuid === undefined) return whole;
  const tree = await readTree(asked.connectionId);
  const number = requireNode(tree, asked);
  const isTop = number === 0 || tree.group(number) !== childGroup.domain;
  return isTop ? whole : { ...whole, uuid: recordUuid(tree.record(number)) };
}

/**
 * The map of a whole tree, with a node on it.
 * @throws {SentenceError} for one that has no place
 */
export async function mapWith({ readTree }: PictureParts, asked: AskedNode): Promise<NodeToShow<MapSubject>> {
  const tree = await readTree(asked.connectionId);
  const number = requireNode(tree, asked);
  const target = markOf(tree, number);
  const { points } = mapNodes(tree, 0, openDocuments(asked.connectionId));
  if (!target || !points.some(({ opens }) => opens && isSameTarget(opens, target)))
    throw new SentenceError(
      vscode.l10n.t(
        '{0} has no place on the map. An access point gets one when you enter latitude and longitude in its document.',
        quoted(tree.label(number)),
      ),
    );
  return { subject: wholeMap(asked.connectionId), target };
}

function requireNode(tree: SensorIndex, { connectionId, point, uuid = '' }: AskedNode): number {
  const ref = point && 'id' in point ? { accessPointId: point.id } : point;
  const number = tree.find({ connectionId, ...(ref ?? { uuid }) });
  if (number !== undefined) return number;
  throw new SentenceError(
    vscode.l10n.t('The manager no longer has this node. Refresh the tree, and try again.'),
  );
}
