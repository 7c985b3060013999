import * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import type { SensorRecord } from '../model/sensors/sensors.js';
import { quoted } from '../ui/inert.js';
import { withCancellableProgress } from '../ui/progress.js';

/** Reads the tree of the caller's top domain behind a notification that can cancel it. */
export function readTree(client: ManagerClient, { name }: Connection): Thenable<SensorRecord> {
  return withCancellableProgress(vscode.l10n.t('Reading the tree of {0}…', quoted(name)), signal =>
    client.sensors.tree(undefined, signal),
  );
}
