import * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import type { SensorRecord } from '../model/sensors.js';
import { quoted } from '../ui/inert.js';
import { withCancellableProgress } from '../ui/progress.js';

/** Reads a tree behind a notification that can cancel it; the caller's top domain without a uuid. */
export function readTree(client: ManagerClient, { name }: Connection, uuid?: string): Thenable<SensorRecord> {
  return withCancellableProgress(vscode.l10n.t('Reading the tree of {0}…', quoted(name)), signal =>
    client.sensors.tree(uuid, signal),
  );
}
