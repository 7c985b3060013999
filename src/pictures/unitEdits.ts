import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { PageMessage } from '../model/pictures/pictureMessages.js';
import { unitsText, withOtherEnds } from '../model/pictures/racks/rackUnits.js';
import { fieldNamed, placedElements } from '../model/text/placedElements.js';
import { editDocument } from '../ui/editDocument.js';
import { requireUnlocked } from '../ui/confirmRisk.js';
import { SentenceError } from '../words/inert.js';
import type { DocumentsBeside } from './documentsBeside.js';
import type { PictureParts } from './pictureParts.js';

/** What gestures on a picture of racks do to documents beside it. Nothing is sent before the user saves. */
export class UnitEdits {
  constructor(
    private readonly parts: PictureParts,
    private readonly beside: DocumentsBeside,
  ) {}

  /** Begins a draft of a reservation. */
  async reserve({ rackId, run }: PageMessage & { type: 'reserve' }): Promise<void> {
    const { connectionId } = this.beside;
    requireUnlocked(this.parts.connections.get(connectionId));
    await this.parts.beginDraft({
      connectionId,
      type: 'rack_reservations',
      viewColumn: this.beside.column(),
      fields: { rack_id: rackId, units: unitsText(run) },
    });
  }

  /**
   * Changes the units in the document of a reservation.
   * @throws {SentenceError} when the document says something else by now
   */
  async resize({ key, old, now }: PageMessage & { type: 'resize' }): Promise<void> {
    const { connectionId } = this.beside;
    requireUnlocked(this.parts.connections.get(connectionId));
    const uri = /^\d+$/.test(key)
      ? await this.beside.uriOf({ type: 'rack_reservations', id: Number(key) })
      : vscode.Uri.parse(key, true);
    if (uri.scheme !== Scheme.record || uri.authority !== connectionId) return;
    await this.beside.edit(uri, document =>
      editDocument(document, text => {
        const [record] = placedElements(text);
        const field = record && fieldNamed(record, 'units');
        const units = field && withOtherEnds(field.value, old, now);
        if (!field || units === undefined)
          throw new SentenceError(
            vscode.l10n.t(
              'The document of this reservation has other units by now. Look at it, and drag again.',
            ),
          );
        return [{ offset: field.offset, length: field.length, content: JSON.stringify(units) }];
      }),
    );
  }
}
