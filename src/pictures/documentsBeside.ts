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
import { recordUri, recordDocuments } from '../ui/recordUri.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { titledPath } from '../words/recordDetail.js';
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
    const open = recordDocuments(connectionId).find(({ uri }) => {
      // A draft goes by its address.
      if ('key' in target && target.key === uri.toString()) return true;
      const shown = targetOf(uri.path);
      return shown && isSameTarget(shown, target);
    });
    if (open) return open.uri;
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

  /** Where records are shown already, and beside the picture where none is. */
  column(): vscode.ViewColumn {
    const own = this.panel.viewColumn;
    const shown = vscode.window.visibleTextEditors.find(
      ({ document, viewColumn }) => document.uri.scheme === Scheme.record && viewColumn !== own,
    );
    return shown?.viewColumn ?? vscode.ViewColumn.Beside;
  }
}

/** What a document is of, as marks have it. */
export function targetOf(path: string): MarkTarget | undefined {
  const point = parseAccessPointPath(path);
  if (point) return { type: 'accessPoint', key: 'id' in point ? String(point.id) : point.macAddress };
  const sensor = parseSensorPath(path);
  if (sensor) return { type: 'sensor', key: sensor.uuid };
  return parseRecordPath(path);
}
