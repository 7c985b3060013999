import * as vscode from 'vscode';
import { floorPoints } from '../model/pictures/floorPlan.js';
import type { FloorSubject } from '../model/pictures/pictureMessages.js';
import { childGroup } from '../model/sensors/sensorIndex.js';
import { floorTable, saidFloor } from '../words/floorWords.js';
import { quoted, SentenceError } from '../words/inert.js';
import { placeWords } from '../words/names.js';
import { findFloor, followFloors } from './floorFiles.js';
import { openDocuments } from './openDocuments.js';
import type { PictureParts, PictureSource } from './pictureParts.js';

/** The access points right below a domain, from the sensor tree and from open documents. */
export function floorSource(
  { connectionId, uuid }: FloorSubject,
  { readTree, onDidReadTree }: PictureParts,
): PictureSource {
  return {
    make: async () => {
      const tree = await readTree(connectionId);
      const number = tree.find({ connectionId, uuid });
      if (number === undefined)
        throw new SentenceError(
          vscode.l10n.t('The manager no longer has this domain. Refresh the tree, or close this picture.'),
        );
      const records = tree.members(number, childGroup.accessPoint).map(point => tree.record(point));
      const { file, picture: background, problem } = await findFloor(uuid);
      const floor = saidFloor(floorPoints(records, openDocuments(connectionId)), file);
      return {
        picture: { kind: 'floor', title: placeWords(tree.path(number)), floor },
        table: floorTable(floor.points),
        ...{ background, problem },
        title: vscode.l10n.t('Floor plan of {0}', quoted(tree.label(number))),
      };
    },
    follow: changed =>
      vscode.Disposable.from(
        followFloors(changed),
        onDidReadTree(read => {
          if (read === connectionId) changed();
        }),
      ),
  };
}
