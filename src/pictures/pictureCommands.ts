import * as vscode from 'vscode';
import { Command } from '../ids.js';
import type { InventoryTypeTarget, RecordTarget } from '../model/inventory/inventoryRecord.js';
import { integerOf } from '../model/text/looseValues.js';
import { window } from '../ui/doors.js';
import { clickedRecord } from '../ui/recordUri.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import { quoted, SentenceError, shown } from '../words/inert.js';
import { recordDetail } from '../words/recordDetail.js';
import type { PicturePanels } from './picturePanels.js';
import type { PictureParts } from './pictureParts.js';

type Clicked = RecordTarget | InventoryTypeTarget | vscode.Uri | undefined;

/** The commands that show pictures. */
export const pictureCommands = (
  parts: PictureParts,
  panels: PicturePanels,
): Record<string, CommandHandler> => ({
  [Command.showRack]: (clicked?: Clicked, selected?: readonly Clicked[]) => {
    const racks = recordsOf(clicked, selected).filter(({ type }) => type === 'racks');
    const [first] = racks;
    if (!first) throw new SentenceError(vscode.l10n.t('Open a rack, or select one in the tree, first.'));
    const { connectionId } = first;
    const ids = racks.filter(rack => rack.connectionId === connectionId).map(({ id }) => id);
    panels.show({ connectionId, kind: 'racks', ids });
  },
  [Command.showRacks]: async (clicked?: Clicked) => {
    const isTree = clicked && !(clicked instanceof vscode.Uri);
    const connectionId = isTree ? clicked.connectionId : (await parts.pickConnection())?.id;
    if (!connectionId) return;
    const ids = isTree
      ? ((await parts.shownRecords(connectionId, 'racks')) ?? [])
      : await pickRacks(parts, connectionId);
    if (ids) panels.show({ connectionId, kind: 'racks', ids: [...ids] });
  },
  [Command.showInPicture]: async (clicked?: Clicked) => {
    const [record] = recordsOf(clicked, undefined);
    if (record?.type !== 'rack_reservations')
      throw new SentenceError(vscode.l10n.t('Open a rack reservation, or select one in the tree, first.'));
    const { connectionId, type, id } = record;
    const stored = (await parts.lists.read(connectionId, type)).find(id);
    const rackId = integerOf(stored?.['rack_id']);
    if (!rackId) throw new SentenceError(vscode.l10n.t('This reservation names no rack.'));
    panels.show({ connectionId, kind: 'racks', ids: [rackId] }, { type, id });
  },
});

/** The records that a command was called on. */
function recordsOf(clicked: Clicked, selected: readonly Clicked[] | undefined) {
  const all = selected && selected.length > 0 ? selected : [clicked];
  return all.flatMap(one => {
    if (one && !(one instanceof vscode.Uri) && one.kind !== 'record') return [];
    return clickedRecord(one) ?? [];
  });
}

/** Lets the user choose racks; all are chosen in the beginning. Undefined when the user gives up. */
async function pickRacks(parts: PictureParts, connectionId: string): Promise<readonly number[] | undefined> {
  const list = await parts.lists.read(connectionId, 'racks');
  const items = list.records.map(record => ({
    label: quoted(list.name(record.id) ?? ''),
    description: shown`${recordDetail('racks', record, () => undefined)} · #${record.id}`,
    picked: true,
    id: record.id,
  }));
  if (items.length < 2) return [];
  const title = vscode.l10n.t('Racks to show');
  const picks = await window.showQuickPick(items, { title, canPickMany: true, matchOnDescription: true });
  if (!picks || picks.length === 0) return undefined;
  return picks.length === items.length ? [] : picks.map(({ id }) => id);
}
