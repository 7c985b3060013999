import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { RackMessage } from '../model/pictures/racks/rackMessages.js';
import { unitsText, withOtherEnds } from '../model/pictures/racks/rackUnits.js';
import { fieldNamed, placedElements } from '../model/text/placedElements.js';
import { editDocument } from '../ui/editDocument.js';
import { unlockedConnection } from '../ui/confirmRisk.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { SourceParts } from './pictureEntry.js';

/** Begins a draft of a reservation. Nothing is sent before the user saves. */
export async function reserveUnits(
  { connections, beside, beginDraft }: SourceParts,
  { rackId, run }: RackMessage & { type: 'reserve' },
): Promise<void> {
  const { connectionId } = beside;
  await unlockedConnection(connections, connectionId);
  await beginDraft({
    connectionId,
    type: 'rack_reservations',
    viewColumn: beside.column(),
    fields: { rack_id: rackId, units: unitsText(run) },
  });
}

/**
 * Changes the units in the document of a reservation. Nothing is sent before the user saves.
 * @throws {SentenceError} when the document says something else by now
 */
export async function resizeUnits(
  { connections, beside }: SourceParts,
  { key, old, now }: RackMessage & { type: 'resize' },
): Promise<void> {
  const { connectionId } = beside;
  await unlockedConnection(connections, connectionId);
  const uri = /^\d+$/.test(key)
    ? await beside.uriOf({ type: 'rack_reservations', id: Number(key) })
    : vscode.Uri.parse(key, true);
  if (uri.scheme !== Scheme.record || uri.authority !== connectionId) return;
  await beside.edit(uri, document =>
    editDocument(document, text => {
      const [record] = placedElements(text);
      const field = record && fieldNamed(record, 'units');
      const units = field && withOtherEnds(field.value, old, now);
      if (!field || units === undefined)
        throw new SentenceError(
          l10n.t('The document of this reservation has other units by now. Look at it, and drag again.'),
        );
      return [{ offset: field.offset, length: field.length, content: JSON.stringify(units) }];
    }),
  );
}
