import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isRecordId, recordPath, type InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import {
  inventoryType,
  isInventoryType,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { textOf } from 'netsensor-contract/text/looseValues';
import { Command } from '../ids.js';
import { accessPointPath, nodePath } from '../model/sensors/nodeRef.js';
import { userPath } from '../model/sensors/userPath.js';
import type { TableColumn } from '../model/tables/tableColumns.js';
import { tableKind } from '../model/tables/tableKinds.js';
import type { CellPlace, TableQuestion } from '../model/tables/tableMessages.js';
import type { TableRow } from '../model/tables/tableText.js';
import type { TableType } from '../model/tables/tableType.js';
import { window } from '../ui/doors.js';
import { recordUri } from '../ui/recordUri.js';
import { shown } from '../words/inert.js';
import { referenceWords } from '../words/recordDetail.js';
import { NothingToDoError } from '../words/sentenceErrors.js';
import type { PageTable } from './pageTable.js';
import type { TableParts } from './tableParts.js';

/** The commands that show the picture of a row, or where it stands in one. */
const pictures: Readonly<Partial<Record<TableType, string>>> = {
  racks: Command.showRack,
  power_panels: Command.showPower,
  rack_reservations: Command.showInPicture,
  power_feeds: Command.showInPicture,
  access_points: Command.showInPicture,
};

/** A table of a connection. */
interface LeadingTable {
  readonly connectionId: string;
  readonly type: TableType;
}

/** Where the rows of a table lead: to their documents, to what their cells refer to, into pictures, the tree and the details. */
export class RowLeads {
  constructor(
    private readonly parts: TableParts,
    private readonly table: LeadingTable & { readonly shown: PageTable },
    private readonly run: (command: string, ...targets: readonly unknown[]) => Thenable<unknown>,
  ) {}

  /** Opens what a cell refers to, or the document of its row. @throws {NothingToDoError} where there is none */
  async open({ at, field }: CellPlace): Promise<void> {
    const { parts, table } = this;
    const { shown } = table;
    const row = shown.rowAt(at);
    const column = field === undefined ? undefined : shown.column(field);
    if (!row || (field !== undefined && !column)) return;
    const uri = column
      ? await referredDocument(table, parts, { column, value: row.fields[column.field] })
      : documentOf(table, parts, row);
    if (uri) await parts.openRecord(uri);
  }

  /** Goes where rows lead besides. @throws {NothingToDoError} for one that is to be created */
  async follow({ to, rows: places }: TableQuestion & { type: 'lead' }): Promise<void> {
    const { parts, table } = this;
    const rows = places.flatMap(at => table.shown.rowAt(at) ?? []);
    const uris = rows.map(row => documentOf(table, parts, row));
    const [first] = rows;
    const ref = first && rowRef(table, first);
    if (to === 'picture') await this.run(pictures[table.type] ?? '', uris[0], uris);
    else if (to === 'uses') await this.run(Command.findUses, uris[0]);
    else if (ref && 'type' in ref) await parts.revealRecord(ref);
    else if (ref && !(await parts.revealNode(ref)))
      throw new NothingToDoError(l10n.t('The tree does not have it. Refresh the tree, then try again.'));
  }

  /** Asks for the secret of a row. @throws {NothingToDoError} for one that is to be created */
  async setSecret(at: number): Promise<void> {
    const { connectionId, type, shown } = this.table;
    const { id, fields } = shown.rowAt(at) ?? {};
    if (id === undefined)
      throw new NothingToDoError(l10n.t('The secret of a new record is asked for when it is saved.'));
    const name = textOf(fields?.[tableKind(type).nameField]) ?? '';
    await this.run(Command.setPassword, { kind: 'record', connectionId, type, recordId: id, name });
  }

  /** Shows in the details what the row at a place is. */
  showInDetails(place: CellPlace | undefined): void {
    const row = place && this.table.shown.rowAt(place.at);
    this.parts.showInDetails(row && rowRef(this.table, row));
  }
}

/** What a row is in the tree; undefined for one that is to be created, and for what the tree does not have. */
function rowRef(
  { connectionId, type }: LeadingTable,
  { id, state, fields }: TableRow,
): InventoryRef | NodeRef | undefined {
  if (isInventoryType(type)) return id === undefined ? undefined : { connectionId, type, id };
  const macAddress = fields['mac_address'];
  const isPoint = type === 'access_points' && state !== 'new' && typeof macAddress === 'string';
  return isPoint ? { connectionId, macAddress } : undefined;
}

/** The address of the document of a row. @throws {NothingToDoError} when it has none */
function documentOf(table: LeadingTable, { treeOf }: TableParts, row: TableRow): vscode.Uri {
  const { connectionId, type } = table;
  const name = textOf(row.fields[tableKind(type).nameField]) ?? '';
  const ref = rowRef(table, row);
  if (ref && 'type' in ref) return recordUri(connectionId, recordPath(ref, name));
  if (ref && 'macAddress' in ref) {
    const tree = treeOf(connectionId);
    const number = tree?.find(ref);
    const path = tree && number !== undefined ? nodePath(tree, number) : '';
    return recordUri(connectionId, path || accessPointPath(ref, name));
  }
  const { id } = row.fields;
  if (type === 'users' && (typeof id === 'number' || typeof id === 'string'))
    return recordUri(connectionId, userPath(id, name));
  throw new NothingToDoError(l10n.t('The manager does not have it yet, so there is nothing to open.'));
}

/** The address of what a cell refers to; of several the user picks one. Undefined when that is given up. */
async function referredDocument(
  { connectionId }: LeadingTable,
  parts: TableParts,
  { column: { editor }, value }: { readonly column: TableColumn; readonly value: unknown },
): Promise<vscode.Uri | undefined> {
  if (editor.kind === 'node') {
    const tree = await parts.readTree(connectionId);
    const number = tree.find({ connectionId, uuid: textOf(value) ?? '' });
    if (number === undefined)
      throw new NothingToDoError(l10n.t('The manager has no domain or sensor with this uuid.'));
    return recordUri(connectionId, nodePath(tree, number));
  }
  if (!('to' in editor)) return undefined;
  const ids = [value].flat().filter(isRecordId);
  const id = ids.length > 1 ? await pickRecord({ connectionId, type: editor.to }, parts, ids) : ids[0];
  if (id === undefined) return undefined;
  return recordUri(connectionId, recordPath({ type: editor.to, id }, inventoryType(editor.to).singular));
}

async function pickRecord(
  { connectionId, type }: { readonly connectionId: string; readonly type: InventoryType },
  { lists }: TableParts,
  ids: readonly number[],
): Promise<number | undefined> {
  const list = lists.get(connectionId, type);
  const items = ids.map(id => {
    const label = referenceWords(type, id, () => list?.name(id));
    return { label, description: list?.find(id) ? shown`#${id}` : shown``, id };
  });
  const title = l10n.t('Open which of the {0}?', ids.length);
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.id;
}
