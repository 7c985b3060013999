import * as vscode from 'vscode';
import type { PageMessage } from '../model/pictures/pictureMessages.js';
import { withFields } from '../model/text/jsonEdit.js';
import { requireUnlocked } from '../ui/confirmRisk.js';
import { replaceText } from '../ui/editDocument.js';
import { SentenceError } from '../words/inert.js';
import type { DocumentsBeside } from './documentsBeside.js';
import type { PictureParts } from './pictureParts.js';

/**
 * Gives an access point another place in its document. Nothing is sent before the user saves.
 * @throws {SentenceError} on a read-only connection, or when the document is no record at that moment
 */
export async function movePoint(
  { connections }: PictureParts,
  beside: DocumentsBeside,
  { key, to }: PageMessage & { type: 'move' },
): Promise<void> {
  requireUnlocked(connections.get(beside.connectionId));
  const uri = await beside.uriOf({ type: 'accessPoint', key });
  await beside.edit(uri, document =>
    replaceText(document, text => {
      const changed = withFields(text, { x: to.x, y: to.y });
      if (changed === undefined)
        throw new SentenceError(
          vscode.l10n.t('The document of this access point is no JSON object. Mend it, and drag again.'),
        );
      return changed;
    }),
  );
}
