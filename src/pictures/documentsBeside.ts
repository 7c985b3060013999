import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { parseRecordPath, recordPath } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { referencesOf } from 'netsensor-contract/inventory/references';
import { accessPointOf } from '../model/pictures/floors/floorPlan.js';
import { nodeOf } from '../model/pictures/nodeMarks.js';
import { isSameTarget, type MarkTarget, type NodeMark, type RecordMark } from '../model/pictures/drawing.js';
import {
  accessPointPath,
  nodePath,
  parseAccessPointPath,
  parseSensorPath,
  sensorPath,
} from '../model/sensors/nodeRef.js';
import { shownUri } from '../ui/listeners.js';
import { recordUri, recordDocuments } from '../ui/recordUri.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { titledPath } from '../words/recordDetail.js';
import { openDocuments } from './openDocuments.js';
import type { PictureParts } from './pictureParts.js';

/** The documents beside a picture, of what it shows. */
export class DocumentsBeside {
  constructor(
    private readonly parts: PictureParts,
    readonly connectionId: string,
    private readonly panel: vscode.WebviewPanel,
  ) {}

  /** Opens a record. */
  async open(target: MarkTarget): Promise<void> {
    await this.show(await this.uriOf(target));
  }

  /** Opens a document. */
  show(uri: vscode.Uri): Promise<void> {
    return this.openUri(uri, false);
  }

  /** Opens a document without taking the focus, and changes its text. */
  async edit(uri: vscode.Uri, change: (document: vscode.TextDocument) => Promise<void>): Promise<void> {
    await this.openUri(uri, true);
    const document = this.documentOf(uri);
    if (document) await change(document);
  }

  private openUri(uri: vscode.Uri, preserveFocus: boolean): Promise<void> {
    return this.parts.openRecord(uri, {
      viewColumn: this.column(),
      preserveFocus,
      preview: !preserveFocus,
    });
  }

  /** The address of the document that is open of a record, else one that is called as in the tree. */
  async uriOf(target: MarkTarget): Promise<vscode.Uri> {
    const { connectionId } = this;
    const open = openDocuments(connectionId).find(({ key, path }) => {
      // A draft goes by its address.
      if ('key' in target && target.key === key) return true;
      const shown = targetOf(path);
      return shown && isSameTarget(shown, target);
    });
    if (open) return vscode.Uri.parse(open.key, true);
    const path = 'id' in target ? await this.recordPath(target) : await this.nodePath(target);
    return recordUri(connectionId, path);
  }

  /** Selects a node in the tree. @throws {SentenceError} when the manager no longer has it */
  async reveal(target: MarkTarget): Promise<void> {
    if ('id' in target) return;
    if (!(await this.parts.revealNode(nodeOf(this.connectionId, target))))
      throw new SentenceError(
        l10n.t('The manager no longer has this node. Refresh the tree, and try again.'),
      );
  }

  private async nodePath(target: NodeMark): Promise<string> {
    const tree = await this.parts.readTree(this.connectionId);
    const number = tree.find(nodeOf(this.connectionId, target));
    if (number !== undefined && target.type === 'sensor') return nodePath(tree, number);
    const name = number === undefined ? '' : tree.label(number);
    return target.type === 'sensor'
      ? sensorPath({ kind: 'other', uuid: target.key }, name)
      : accessPointPath(accessPointOf(target.key), name);
  }

  private async recordPath({ type, id }: RecordMark): Promise<string> {
    const read = (of: InventoryType) => this.parts.lists.read(this.connectionId, of);
    const record = (await read(type)).find(id);
    if (!record) return recordPath({ type, id }, '');
    const others = new Set(referencesOf(type, record).map(({ role }) => role.to));
    const lists = new Map(await Promise.all([...others].map(async of => [of, await read(of)] as const)));
    return titledPath(type, record, (of, other) => lists.get(of)?.name(other));
  }

  private documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
    return recordDocuments(this.connectionId).find(open => open.uri.toString() === uri.toString());
  }

  /**
   * The one group for what is opened from pictures: that which shows records, as text or as a table, else has some behind other
   * tabs; the next to the picture where there is none, whatever else has the focus.
   */
  column(): vscode.ViewColumn {
    const own = this.panel.viewColumn;
    const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== own);
    const group =
      others.find(({ activeTab }) => activeTab && isOfRecords(activeTab)) ??
      others.find(({ tabs }) => tabs.some(isOfRecords));
    return group?.viewColumn ?? (own ? own + 1 : vscode.ViewColumn.Beside);
  }
}

const isOfRecords = (tab: vscode.Tab) => shownUri(tab)?.scheme === Scheme.record;

/** What a document is of, as marks have it. */
export function targetOf(path: string): MarkTarget | undefined {
  const point = parseAccessPointPath(path);
  if (point) return { type: 'accessPoint', key: 'id' in point ? String(point.id) : point.macAddress };
  const sensor = parseSensorPath(path);
  if (sensor) return { type: 'sensor', key: sensor.uuid };
  return parseRecordPath(path);
}
