import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { accessPointPath, sensorPath } from '../model/sensors/nodeRef.js';
import type { ExplorerNode } from './explorerNode.js';

/** The document of a node; undefined for nodes without one, and for those that the manager gave no identity. */
export function documentUri(node: ExplorerNode): vscode.Uri | undefined {
  if (node.kind === 'record') return node.uri;
  const path = documentPath(node);
  return path ? vscode.Uri.from({ scheme: Scheme.record, authority: node.connectionId, path }) : undefined;
}

function documentPath(node: ExplorerNode): string {
  if (node.kind === 'sensor') {
    const { sensorKind: kind, uuid, name } = node;
    return uuid && sensorPath({ kind, uuid }, name);
  }
  if (node.kind !== 'accessPoint') return '';
  const { id, macAddress, name } = node;
  if (id !== undefined) return accessPointPath({ id }, name);
  return macAddress === undefined ? '' : accessPointPath({ macAddress }, name);
}
