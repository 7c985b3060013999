import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import { isApiError } from '../api/apiError.js';
import { describeError } from '../ui/describeError.js';
import { SignedOutError } from '../ui/signedOutError.js';
import type { ConnectionNode, ErrorNode, ExplorerNode, SensorNode } from './explorerNode.js';
import { sensorChildren, toSensorNode } from './sensorNodes.js';
import { toTreeItem } from './treeItem.js';

/** The tree of managers: connection → sensors and inventory. Reads on expansion and keeps what it read until refreshed. */
export class ExplorerTree implements vscode.TreeDataProvider<ExplorerNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ExplorerNode | undefined>();
  private readonly read = new Map<string, Promise<ExplorerNode[]>>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly connectionState: (connection: Connection) => string,
  ) {}

  getTreeItem(node: ExplorerNode): vscode.TreeItem {
    return toTreeItem(node, this.connectionState);
  }

  getChildren(node?: ExplorerNode): ExplorerNode[] | Promise<ExplorerNode[]> {
    if (!node) return this.connections.all.map(toConnectionNode);
    switch (node.kind) {
      case 'connection':
        return (['sensors', 'inventory'] as const).map(kind => ({ ...childOf(node, kind), kind }));
      case 'sensor':
        return sensorChildren(node);
      case 'sensors':
      case 'inventory':
      case 'inventoryType':
        return this.readOnce(node);
      case 'accessPoint':
      case 'record':
      case 'error':
      case 'empty':
        return [];
    }
  }

  /** Reads a node again; everything without one. */
  refresh(node?: ExplorerNode): void {
    for (const id of this.read.keys())
      if (!node || id === node.id || id.startsWith(`${node.id}/`)) this.read.delete(id);
    this.changed.fire(node);
  }

  /** Reads the records of a type again, if they were read. */
  refreshRecords(connectionId: string, type: string): void {
    const id = `${connectionId}/inventory/${type}`;
    if (!this.read.delete(id)) return;
    const folder = this.read.get(`${connectionId}/inventory`);
    void folder?.then(types => this.changed.fire(types.find(node => node.id === id)));
  }

  /** Draws the tree anew after connections changed; what was read stays, what failed is read again. */
  showConnections(): void {
    for (const id of this.read.keys()) {
      const connection = this.connections.get(id.split('/')[0] ?? '');
      if (!connection || connection.isSignedOut) this.read.delete(id);
    }
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private readOnce(node: ExplorerNode): Promise<ExplorerNode[]> {
    const known = this.read.get(node.id);
    if (known) return known;
    const reading = this.readChildren(node).catch((error: unknown): ExplorerNode[] => {
      this.read.delete(node.id);
      return [this.toErrorNode(node, error)];
    });
    this.read.set(node.id, reading);
    return reading;
  }

  private toErrorNode(parent: ExplorerNode, error: unknown): ErrorNode {
    const hasStoredKey = this.connections.get(parent.connectionId)?.source === 'saved';
    const needsKey = error instanceof SignedOutError || isApiError(error, 'unauthorized');
    const remedy = needsKey && hasStoredKey ? 'key' : isApiError(error, 'tls') ? 'certificate' : 'none';
    return { ...childOf(parent, 'error'), kind: 'error', parent, remedy, message: describeError(error) };
  }

  private async readChildren(node: ExplorerNode): Promise<ExplorerNode[]> {
    const children = await this.readNodes(node);
    return children.length > 0 ? children : [{ ...childOf(node, 'empty'), kind: 'empty' }];
  }

  private async readNodes(node: ExplorerNode): Promise<ExplorerNode[]> {
    if (node.kind === 'sensors') return this.readSensors(node);
    const { inventoryTypeNodes, recordNodes } = await import('./inventoryNodes.js');
    if (node.kind !== 'inventoryType') return inventoryTypeNodes(node);
    const client = await this.connections.client(node.connectionId);
    return recordNodes(node, await client.listRecords(node.type));
  }

  private async readSensors(node: ExplorerNode): Promise<SensorNode[]> {
    const client = await this.connections.client(node.connectionId);
    return [toSensorNode(node, await client.sensorTree())];
  }
}

function toConnectionNode(connection: Connection): ConnectionNode {
  return { kind: 'connection', id: connection.id, connectionId: connection.id, connection };
}

const childOf = (parent: ExplorerNode, name: string) => ({
  id: `${parent.id}/${name}`,
  connectionId: parent.connectionId,
});
