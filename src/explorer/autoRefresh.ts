import * as vscode from 'vscode';
import { describeError } from '../words/describeError.js';
import { inBackground } from '../ui/listeners.js';
import { inert, shown, unlinked } from '../words/inert.js';
import type { DownView } from './downView.js';
import type { ExplorerParts } from './explorerTree.js';

const shortest = 10;
const longestBackOff = 16;

/**
 * Reads the trees that are shown again every `netsensor.explorer.autoRefresh` seconds while the explorer or what
 * is down is visible, whatever is expanded. The next round starts when the last one has ended; after a failure the pause
 * doubles, up to sixteen times.
 */
export function autoRefresh(
  { connections, trees, tree, view, log }: ExplorerParts,
  downView: DownView,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isReading = false;
  const isVisible = () => view.visible || (downView.visible && downView.badge !== undefined);
  const schedule = () => {
    clearTimeout(timer);
    const seconds = vscode.workspace.getConfiguration('netsensor.explorer').get<number>('autoRefresh', 0);
    if (seconds <= 0 || !isVisible() || isReading) return;
    const pause = Math.max(seconds, shortest) * Math.min(2 ** failures, longestBackOff);
    timer = setTimeout(() => inBackground(log, refresh()), pause * 1000);
  };
  const refresh = async () => {
    isReading = true;
    let hasFailed = false;
    for (const id of trees.keys.filter(known => !connections.get(known)?.isSignedOut)) {
      await tree.readSensorsAgain(id);
      const stale = trees.stale(id);
      if (!stale) continue;
      hasFailed = true;
      log.warn(unlinked(shown`auto-refresh of ${inert(id)}: ${describeError(stale.error)}`));
    }
    failures = hasFailed ? failures + 1 : 0;
    isReading = false;
    schedule();
  };
  schedule();
  return vscode.Disposable.from(
    new vscode.Disposable(() => clearTimeout(timer)),
    view.onDidChangeVisibility(schedule),
    downView.onDidChangeVisibility(schedule),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('netsensor.explorer.autoRefresh')) schedule();
    }),
  );
}
