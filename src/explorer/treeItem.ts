import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { isolated } from '../ui/plainLabel.js';
import type {
  AccessPointNode,
  ConnectionNode,
  ErrorNode,
  ExplorerNode,
  RecordNode,
  SensorNode,
} from './explorerNode.js';
import { accessPointAppearance, sensorAppearance } from './sensorAppearance.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What VS Code needs to show a node. Names are always shown as plain text. */
export function toTreeItem(
  node: ExplorerNode,
  connectionState: (connection: Connection) => string,
): vscode.TreeItem {
  const item = describe(node, connectionState);
  item.id = node.id;
  return item;
}

function describe(node: ExplorerNode, connectionState: (connection: Connection) => string): vscode.TreeItem {
  switch (node.kind) {
    case 'connection':
      return connectionItem(node, connectionState(node.connection));
    case 'sensors':
      return folder(vscode.l10n.t('Sensors'), 'type-hierarchy', node.kind);
    case 'inventory':
      return folder(vscode.l10n.t('Inventory'), 'archive', node.kind);
    case 'inventoryType':
      return folder(node.label, node.icon, node.kind, node.description);
    case 'record':
      return recordItem(node);
    case 'sensor':
      return sensorItem(node);
    case 'accessPoint':
      return accessPointItem(node);
    case 'error':
      return errorItem(node);
    case 'empty':
      return new vscode.TreeItem(vscode.l10n.t('Nothing here yet'), None);
  }
}

function folder(label: string, icon: string, contextValue: string, description?: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label, Collapsed);
  item.tooltip = description;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = contextValue;
  return item;
}

function connectionItem({ connection }: ConnectionNode, state: string): vscode.TreeItem {
  const item = new vscode.TreeItem(isolated(connection.name), Expanded);
  item.description = state;
  item.iconPath = new vscode.ThemeIcon(connection.isLocked ? 'lock' : 'server-environment');
  const signedIn = connection.isSignedOut ? 'signedOut' : 'signedIn';
  item.contextValue = `connection.${connection.source}.${signedIn}.${connection.isLocked ? 'locked' : 'unlocked'}`;
  item.tooltip = tooltip([connection.name, connection.address, state]);
  // Carries the colour of the environment, but not the problems of documents as a parent folder would.
  item.resourceUri = vscode.Uri.from({ scheme: Scheme.connection, authority: connection.id, path: '/' });
  return item;
}

function recordItem(node: RecordNode): vscode.TreeItem {
  const item = new vscode.TreeItem(isolated(node.name), None);
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = node.kind;
  item.description = `#${node.recordId}`;
  item.command = { command: Command.openRecord, title: vscode.l10n.t('Open record'), arguments: [node] };
  return item;
}

function sensorItem({ sensor, kind }: SensorNode): vscode.TreeItem {
  const { icon, state } = sensorAppearance(sensor);
  const isParent = sensor.children.length + sensor.access_points.length > 0;
  const item = new vscode.TreeItem(isolated(sensor.name), isParent ? Collapsed : None);
  item.iconPath = icon;
  item.contextValue = kind;
  item.description = [state, sensor.ip ?? ''].filter(Boolean).join(' · ');
  item.tooltip = tooltip([sensor.name, state, vscode.l10n.t('uuid {0}', sensor.uuid), sensor.ip ?? '']);
  return item;
}

function accessPointItem({ accessPoint, kind }: AccessPointNode): vscode.TreeItem {
  const { icon, state } = accessPointAppearance(accessPoint);
  const mac = accessPoint.mac_address ?? '';
  const item = new vscode.TreeItem(isolated(accessPoint.name || mac || vscode.l10n.t('Access point')), None);
  item.iconPath = icon;
  item.contextValue = kind;
  item.description = [state, accessPoint.ip_address ?? mac].filter(Boolean).join(' · ');
  const clients = accessPoint.clients ?? undefined;
  item.tooltip = tooltip([
    accessPoint.name ?? '',
    state,
    mac,
    accessPoint.ip_address ?? '',
    clients === undefined ? '' : vscode.l10n.t('{0} clients', clients),
  ]);
  return item;
}

function errorItem(node: ErrorNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.message, None);
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  item.contextValue = `${node.kind}.${node.remedy}`;
  item.tooltip = tooltip([node.message, vscode.l10n.t('Select to try again')]);
  item.command = { command: Command.retry, title: vscode.l10n.t('Retry'), arguments: [node] };
  return item;
}

/** Markdown whose every line is literal text. */
function tooltip(lines: readonly string[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  lines.filter(Boolean).forEach((line, index) => {
    if (index > 0) markdown.appendMarkdown('\n\n');
    markdown.appendText(line);
  });
  return markdown;
}
