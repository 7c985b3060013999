import * as vscode from 'vscode';
import { mapNodes } from '../model/pictures/mapPoints.js';
import type { MapSubject } from '../model/pictures/pictureMessages.js';
import { quoted, SentenceError } from '../words/inert.js';
import { mapTable, saidMap } from '../words/mapWords.js';
import { placeWords } from '../words/names.js';
import { openDocuments } from './openDocuments.js';
import type { PictureParts, PictureSource } from './pictureParts.js';

/** The nodes of a tree that have a place on earth, below a domain or all of them, as open documents have them. */
export function mapSource({ connectionId, uuid }: MapSubject, parts: PictureParts): PictureSource {
  return {
    make: async () => {
      const tree = await parts.readTree(connectionId);
      const top = uuid === undefined ? 0 : tree.find({ connectionId, uuid });
      if (top === undefined)
        throw new SentenceError(
          vscode.l10n.t('The manager no longer has this domain. Refresh the tree, or close this picture.'),
        );
      const nodes = mapNodes(tree, top, openDocuments(connectionId));
      const manager = parts.connections.get(connectionId)?.name ?? connectionId;
      const title = vscode.l10n.t('Map of {0}', quoted(top === 0 ? manager : tree.label(top)));
      return {
        picture: {
          kind: 'map',
          title: top === 0 ? title : placeWords(tree.path(top)),
          map: saidMap(nodes),
        },
        table: mapTable(nodes),
        title,
      };
    },
    follow: changed =>
      parts.onDidReadTree(read => {
        if (read === connectionId) changed();
      }),
  };
}
