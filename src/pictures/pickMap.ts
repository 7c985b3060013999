import * as vscode from 'vscode';
import { isSameTarget } from '../model/pictures/drawing.js';
import { mapNodes, markOf } from '../model/pictures/mapPoints.js';
import type { MapSubject } from '../model/pictures/pictureMessages.js';
import { recordUuid } from '../model/sensors/nodeRecord.js';
import { childGroup } from '../model/sensors/sensorIndex.js';
import { quoted, SentenceError } from '../words/inert.js';
import { openDocuments } from './openDocuments.js';
import type { AskedNode, NodeToShow } from './pickFloor.js';
import type { PictureParts } from './pictureParts.js';

/**
 * The map of a domain and all below it, or of a whole tree with an access point or a sensor on it.
 * @throws {SentenceError} for one of these that has no place
 */
export async function mapToShow(
  { readTree }: PictureParts,
  { connectionId, point, uuid }: AskedNode,
): Promise<NodeToShow<MapSubject>> {
  const all = { connectionId, kind: 'map' } as const;
  if (!point && uuid === undefined) return { subject: all };
  const tree = await readTree(connectionId);
  const ref = point && 'id' in point ? { accessPointId: point.id } : point;
  const number = tree.find({ connectionId, ...(ref ?? { uuid: uuid ?? '' }) });
  if (number === undefined)
    throw new SentenceError(
      vscode.l10n.t('The manager no longer has this node. Refresh the tree, and try again.'),
    );
  if (tree.group(number) === childGroup.domain)
    return { subject: number === 0 ? all : { ...all, uuid: recordUuid(tree.record(number)) } };
  const target = markOf(tree, number);
  const { points } = mapNodes(tree, 0, openDocuments(connectionId));
  if (!target || !points.some(({ opens }) => opens && isSameTarget(opens, target)))
    throw new SentenceError(
      vscode.l10n.t(
        '{0} has no place on the map. An access point gets one when you enter latitude and longitude in its document.',
        quoted(tree.label(number)),
      ),
    );
  return { subject: all, target };
}
