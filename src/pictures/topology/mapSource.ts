import * as l10n from '@vscode/l10n';
import type { MapTypes } from '../../model/pictures/maps/mapPicture.js';
import { mapNodes } from '../../model/pictures/maps/mapPoints.js';
import { quoted } from '../../words/inert.js';
import { mapTable, saidMap } from '../../words/mapWords.js';
import { placeWords } from '../../words/names.js';
import { openDocuments } from '../openDocuments.js';
import type { PictureSource, SourceParts } from '../pictureEntry.js';
import { lackOfTree } from '../pictureLack.js';
import { followTree, readStaleTree, requireDomain, type TreeSubject } from '../pictureTree.js';

/** The nodes of a tree that have a place on earth, below a domain or all of them, as open documents have them. */
export function mapSource(subject: TreeSubject, parts: SourceParts): PictureSource<MapTypes> {
  const { connectionId } = subject;
  return {
    make: async () => {
      const tree = await parts.readTree(connectionId);
      const top = requireDomain(tree, subject);
      const nodes = mapNodes(tree, top, openDocuments(connectionId));
      const manager = parts.connections.get(connectionId)?.name ?? connectionId;
      const title = l10n.t('Map of {0}', quoted(top === 0 ? manager : tree.label(top)));
      return {
        picture: { title: top === 0 ? title : placeWords(tree.path(top)), map: saidMap(nodes) },
        table: mapTable(nodes),
        ...lackOfTree(parts, connectionId, tree),
        title,
      };
    },
    lookAgain: () => readStaleTree(parts, subject),
    follow: changed => followTree(parts, subject, changed),
  };
}
