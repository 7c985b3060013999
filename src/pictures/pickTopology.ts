import * as vscode from 'vscode';
import type { MarkTarget } from '../model/pictures/drawing.js';
import type { TopologySubject } from '../model/pictures/pictureMessages.js';
import { boxTarget } from '../model/pictures/topology.js';
import type { NodeRef } from '../model/sensors/nodeRecord.js';
import { childGroup } from '../model/sensors/sensorIndex.js';
import { SentenceError } from '../words/inert.js';
import type { AskedNode } from './pickFloor.js';
import type { PictureParts } from './pictureParts.js';

/** A topology that is to be shown, and what is to have the keyboard in it. */
export interface TopologyToShow {
  readonly subject: TopologySubject;
  readonly target?: MarkTarget | undefined;
}

/** That of a domain; of all that there is for anything else, with the sensor or access point in it. */
export async function topologyToShow({ readTree }: PictureParts, asked: AskedNode): Promise<TopologyToShow> {
  const { connectionId } = asked;
  const all = { connectionId, kind: 'topology' } as const;
  const ref = refOf(asked);
  if (!ref) return { subject: all };
  const tree = await readTree(connectionId);
  const number = tree.find(ref);
  if (number === undefined)
    throw new SentenceError(vscode.l10n.t('The manager no longer has this node. Refresh the tree.'));
  const isDomain = tree.group(number) === childGroup.domain;
  if (number === 0) return { subject: all };
  return isDomain && 'uuid' in ref
    ? { subject: { ...all, uuid: ref.uuid } }
    : { subject: all, target: boxTarget(tree, number) };
}

function refOf({ connectionId, point, uuid }: AskedNode): NodeRef | undefined {
  if (uuid !== undefined) return { connectionId, uuid };
  if (!point) return undefined;
  return { connectionId, ...('id' in point ? { accessPointId: point.id } : point) };
}
