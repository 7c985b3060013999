import * as vscode from 'vscode';
import { floorPoints } from '../model/pictures/floorPlan.js';
import type { FloorSubject, WantedLayer } from '../model/pictures/pictureMessages.js';
import type { ShownLayer } from '../model/pictures/shownFloor.js';
import { recordDomainType } from '../model/sensors/nodeRecord.js';
import { childGroup } from '../model/sensors/sensorIndex.js';
import { describeError } from '../words/describeError.js';
import { floorTable, saidFloor } from '../words/floorWords.js';
import { quoted, type Inert } from '../words/inert.js';
import { placeWords } from '../words/names.js';
import { findFloor, followFloors, noteLayer, type FoundFloor } from './floorFiles.js';
import { FloorLayers } from './floorLayers.js';
import { openDocuments } from './openDocuments.js';
import type { PictureParts, PictureSource } from './pictureParts.js';
import { followTree, requireDomain } from './pictureTree.js';

/** The access points right below a domain, from the sensor tree and from open documents, and what is asked of them. */
export function floorSource(subject: FloorSubject, parts: PictureParts): PictureSource {
  const { connectionId, uuid } = subject;
  const layers = new FloorLayers(parts, subject);
  let wanted: WantedLayer = { layer: 'none', range: '' };
  /** Until a file changes: a search of the workspace with each letter typed would be too many. */
  let found: Promise<FoundFloor> | undefined;
  const find = () =>
    (found ??= findFloor(uuid).catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
  return {
    make: async () => {
      const tree = await parts.readTree(connectionId);
      const number = requireDomain(tree, subject);
      const records = tree.members(number, childGroup.accessPoint).map(point => tree.record(point));
      const { file, picture: background, problem: fileProblem } = await find();
      const points = floorPoints(records, openDocuments(connectionId), { tree, uuid });
      const domainType = recordDomainType(tree.record(number)) ?? 1;
      const chosen = { ...wanted, layer: file?.layer ?? wanted.layer };
      const { layer, problem } = await readLayer(layers, chosen, { domainType, points, file });
      const floor = saidFloor(points, file, layer);
      return {
        picture: { kind: 'floor', title: placeWords(tree.path(number)), floor },
        table: floorTable(floor.points),
        ...{ background, problem: fileProblem ?? problem },
        title: vscode.l10n.t('Floor plan of {0}', quoted(tree.label(number))),
      };
    },
    begin: kept => (wanted = kept),
    choose: async chosen => {
      wanted = chosen;
      await noteLayer(uuid, chosen.layer);
      found = undefined;
    },
    follow: changed =>
      vscode.Disposable.from(
        followFloors(() => {
          found = undefined;
          changed();
        }),
        followTree(parts, subject, changed),
        // A layer may look at the time of the notebook in front.
        vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
          if (metadata) changed();
        }),
        vscode.window.onDidChangeActiveNotebookEditor(changed),
      ),
  };
}

/** A layer that cannot be read leaves the floor as it is, and says why. */
async function readLayer(
  layers: FloorLayers,
  wanted: WantedLayer,
  floor: Parameters<FloorLayers['read']>[1],
): Promise<{ layer: ShownLayer | undefined; problem: Inert | undefined }> {
  try {
    return { layer: await layers.read(wanted, floor), problem: undefined };
  } catch (error) {
    return { layer: undefined, problem: describeError(error) };
  }
}
