import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { parseRecordPath, recordPath } from '../model/inventory/inventoryRecord.js';
import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import { referencesOf } from '../model/inventory/references.js';
import type { MarkTarget } from '../model/pictures/drawing.js';
import type { PageMessage } from '../model/pictures/pictureMessages.js';
import { unitsText, withOtherEnds } from '../model/pictures/unitsText.js';
import { fieldNamed, placedElements } from '../model/text/placedElements.js';
import { editDocument } from '../ui/editDocument.js';
import { requireUnlocked } from '../ui/confirmRisk.js';
import { recordUri } from '../ui/recordUri.js';
import { SentenceError } from '../words/inert.js';
import { titledPath } from '../words/recordDetail.js';
import { recordDocuments } from './openDocuments.js';
import type { PictureParts } from './pictureParts.js';

/** Where a picture is shown, and of which connection. */
export interface EditPlace {
  readonly connectionId: string;
  readonly panel: vscode.WebviewPanel;
}

/** What gestures on a picture do to documents beside it. Nothing is sent before the user saves. */
export class UnitEdits {
  constructor(
    private readonly parts: PictureParts,
    private readonly place: EditPlace,
  ) {}

  /** Opens a record beside the picture. */
  async open(target: MarkTarget): Promise<void> {
    await this.openUri(await this.uriOf(target), false);
  }

  /** Begins a draft of a reservation. */
  async reserve({ rackId, run }: PageMessage & { type: 'reserve' }): Promise<void> {
    const { connectionId } = this.place;
    requireUnlocked(this.parts.connections.get(connectionId));
    await this.parts.beginDraft({
      ...{ connectionId, type: 'rack_reservations', viewColumn: this.columnBeside() },
      fields: { rack_id: rackId, units: unitsText(run) },
    });
  }

  /**
   * Changes the units in the document of a reservation.
   * @throws {SentenceError} when the document says something else by now
   */
  async resize({ key, old, now }: PageMessage & { type: 'resize' }): Promise<void> {
    const { connectionId } = this.place;
    requireUnlocked(this.parts.connections.get(connectionId));
    const uri = /^\d+$/.test(key)
      ? await this.uriOf({ type: 'rack_reservations', id: Number(key) })
      : vscode.Uri.parse(key, true);
    if (uri.scheme !== Scheme.record || uri.authority !== connectionId) return;
    await this.openUri(uri, true);
    const document = this.documentOf(uri);
    if (!document) return;
    await editDocument(document, text => {
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
    });
  }

  private openUri(uri: vscode.Uri, preserveFocus: boolean): Promise<void> {
    return this.parts.openRecord(uri, {
      viewColumn: this.columnBeside(),
      preserveFocus,
      preview: !preserveFocus,
    });
  }

  /** The address of the document that is open of a record, else one that is called as in the tree. */
  private async uriOf({ type, id }: MarkTarget): Promise<vscode.Uri> {
    const { connectionId } = this.place;
    const open = recordDocuments(connectionId).find(({ uri }) => {
      const ref = parseRecordPath(uri.path);
      return ref?.type === type && ref.id === id;
    });
    return open?.uri ?? recordUri(connectionId, await this.pathOf({ type, id }));
  }

  private async pathOf({ type, id }: MarkTarget): Promise<string> {
    const read = (of: InventoryType) => this.parts.lists.read(this.place.connectionId, of);
    const record = (await read(type)).find(id);
    if (!record) return recordPath({ type, id }, '');
    const others = new Set(referencesOf(type, record).map(({ role }) => role.to));
    const lists = new Map(await Promise.all([...others].map(async of => [of, await read(of)] as const)));
    return titledPath(type, record, (of, other) => lists.get(of)?.name(other));
  }

  private documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
    return recordDocuments(this.place.connectionId).find(open => open.uri.toString() === uri.toString());
  }

  /** Where records are shown already, and beside the picture where none is. */
  private columnBeside(): vscode.ViewColumn {
    const own = this.place.panel.viewColumn;
    const shown = vscode.window.visibleTextEditors.find(
      ({ document, viewColumn }) => document.uri.scheme === Scheme.record && viewColumn !== own,
    );
    return shown?.viewColumn ?? vscode.ViewColumn.Beside;
  }
}
