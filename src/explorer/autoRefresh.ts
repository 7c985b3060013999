import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { Log, TreeView } from '../ui/doors.js';
import { describeError } from '../words/describeError.js';
import { inBackground } from '../ui/listeners.js';
import { inert, shown, unlinked } from '../words/inert.js';
import type { ExplorerTree } from './explorerTree.js';
import type { SensorTrees } from './sensors/sensorTrees.js';

const shortest = 10;
const longestBackOff = 16;

/** What is read again from time to time. */
export interface AutoRefreshParts {
  readonly connections: Connections;
  readonly trees: SensorTrees;
  readonly tree: ExplorerTree;
  readonly view: TreeView<unknown>;
  readonly log: Log;
}

/**
 * Reads the trees that are shown again every `netsensor.explorer.autoRefresh` seconds while the view is visible. The
 * next round starts when the last one has ended; after a failure the pause doubles, up to sixteen times.
 */
export class AutoRefresh implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private isReading = false;
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly parts: AutoRefreshParts) {
    this.subscriptions = vscode.Disposable.from(
      parts.view.onDidChangeVisibility(() => this.schedule()),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('netsensor.explorer.autoRefresh')) this.schedule();
      }),
    );
    this.schedule();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const seconds = vscode.workspace.getConfiguration('netsensor.explorer').get<number>('autoRefresh', 0);
    if (seconds <= 0 || !this.parts.view.visible || this.isReading) return;
    const pause = Math.max(seconds, shortest) * Math.min(2 ** this.failures, longestBackOff);
    this.timer = setTimeout(() => inBackground(this.parts.log, this.refresh()), pause * 1000);
  }

  private async refresh(): Promise<void> {
    const { connections, trees, tree, log } = this.parts;
    this.isReading = true;
    let hasFailed = false;
    for (const id of trees.keys.filter(known => !connections.get(known)?.isSignedOut)) {
      await tree.readSensorsAgain(id);
      const stale = trees.stale(id);
      if (!stale) continue;
      hasFailed = true;
      log.warn(unlinked(shown`auto-refresh of ${inert(id)}: ${describeError(stale.error)}`));
    }
    this.failures = hasFailed ? this.failures + 1 : 0;
    this.isReading = false;
    this.schedule();
  }
}
