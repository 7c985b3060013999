import * as l10n from '@vscode/l10n';
import { isSameTarget } from '../../model/pictures/drawing.js';
import { mapNodes, shownRecord } from '../../model/pictures/maps/mapPoints.js';
import { markOf } from '../../model/pictures/nodeMarks.js';
import { boxTarget } from '../../model/pictures/topology/topology.js';
import { isOffEarth } from '../../model/sensors/earthPlace.js';
import { childGroup, recordUuid, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { openDocuments } from '../openDocuments.js';
import { isOfNode, requireNode, type AskedNode, type NodeToShow } from '../floors/pickFloor.js';
import type { KnownSubject } from '../pictureKinds.js';
import type { PictureParts } from '../pictureParts.js';

const wholeMap = (connectionId: string): KnownSubject => ({ connectionId, kind: 'map' });

/** The map of a domain and all below it; of a whole tree for anything else. */
export async function mapBelow({ readTree }: PictureParts, asked: AskedNode): Promise<KnownSubject> {
  const whole = wholeMap(asked.connectionId);
  if (asked.uuid === undefined) return whole;
  const tree = await readTree(asked.connectionId);
  const number = requireNode(tree, asked);
  return isDomainBelowTop(tree, number) ? { ...whole, uuid: recordUuid(tree.record(number)) } : whole;
}

/**
 * The map of a whole tree, with a node on it.
 * @throws {SentenceError} for one that has no place
 */
export async function mapWith({ readTree }: PictureParts, asked: AskedNode): Promise<NodeToShow> {
  const tree = await readTree(asked.connectionId);
  const number = requireNode(tree, asked);
  const target = markOf(tree, number);
  const documents = openDocuments(asked.connectionId);
  const { points } = mapNodes(tree, 0, documents);
  if (!target || !points.some(({ opens }) => opens && isSameTarget(opens, target)))
    throw new SentenceError(noPlaceWords(quoted(tree.label(number)), shownRecord(tree, number, documents)));
  return { subject: wholeMap(asked.connectionId), target };
}

const noPlaceWords = (name: Inert, record: RawRecord): Inert =>
  isOffEarth(record)
    ? l10n.t(
        '{0} has no place on the map: enter a latitude from −90 to 90 and a longitude from −180 to 180 in its document.',
        name,
      )
    : l10n.t(
        '{0} has no place on the map. An access point gets one when you enter latitude and longitude in its document.',
        name,
      );

/** The topology of a domain; of all that there is for anything else, with the sensor or access point in it. */
export async function topologyToShow({ readTree }: PictureParts, asked: AskedNode): Promise<NodeToShow> {
  const { connectionId } = asked;
  const whole = { connectionId, kind: 'topology' } as const;
  if (!isOfNode(asked)) return { subject: whole };
  const tree = await readTree(connectionId);
  const number = requireNode(tree, asked);
  if (number === 0) return { subject: whole };
  return isDomainBelowTop(tree, number)
    ? { subject: { ...whole, uuid: recordUuid(tree.record(number)) } }
    : { subject: whole, target: boxTarget(tree, number) };
}

const isDomainBelowTop = (tree: SensorIndex, number: number): boolean =>
  number !== 0 && tree.group(number) === childGroup.domain;
