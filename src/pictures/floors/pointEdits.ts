import * as l10n from '@vscode/l10n';
import type { FloorPlace } from '../../model/pictures/floors/floorPlan.js';
import { readFields } from '../../model/inventory/recordText.js';
import type { FloorMessage } from '../../model/pictures/floors/floorMessages.js';
import { withFields } from '../../model/text/jsonEdit.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { replaceText } from '../../ui/editDocument.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { SourceParts } from '../pictureEntry.js';

/**
 * Gives an access point another place in its document. Nothing is sent before the user saves.
 * @throws {SentenceError} on a read-only connection, when the document is no record at that moment, and when it says that
 *   somebody else has moved the point since it was drawn
 */
export async function movePoint(
  { connections, beside }: SourceParts,
  { key, to, from }: FloorMessage & { type: 'move' },
): Promise<void> {
  await unlockedConnection(connections, beside.connectionId);
  const uri = await beside.uriOf({ type: 'accessPoint', key });
  await beside.edit(uri, document =>
    replaceText(document, text => {
      if (from && !document.isDirty) requireThere(text, from);
      const changed = withFields(text, { x: to.x, y: to.y });
      if (changed === undefined)
        throw new SentenceError(
          l10n.t('The document of this access point is no JSON object. Mend it, and drag again.'),
        );
      return changed;
    }),
  );
}

function requireThere(text: string, drawn: FloorPlace): void {
  const { x, y } = readFields(text) ?? drawn;
  // It was drawn to the pixel.
  const isThere = Math.abs(Number(x) - drawn.x) <= 1 && Math.abs(Number(y) - drawn.y) <= 1;
  if (isThere) return;
  throw new SentenceError(
    l10n.t('Somebody else has moved this access point. The plan shows its place now: drag it again.'),
  );
}
