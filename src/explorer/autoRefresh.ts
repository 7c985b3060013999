import * as vscode from 'vscode';
import { describeError } from '../words/describeError.js';
import { inBackground } from '../ui/listeners.js';
import { together } from '../ui/lifetimes.js';
import { inert, shown, unlinked } from '../words/inert.js';
import type { DownNodes } from './downView.js';
import type { ExplorerParts } from './explorerTree.js';

const shortest = 10;
const longestBackOff = 16;

/**
 * Reads the trees that are shown, and what is down elsewhere, again every `netsensor.explorer.autoRefresh` seconds while the explorer or what
 * is down is visible, whatever is expanded. The next round starts when the last one has ended; after a failure the pause
 * doubles, up to sixteen times.
 */
export function autoRefresh(
  { connections, trees, tree, view, log }: ExplorerParts,
  down: Pick<DownNodes, 'view' | 'lists'>,
): vscode.Disposable {
  let waiting: { readonly timer: NodeJS.Timeout; readonly pause: number } | undefined;
  let failures = 0;
  let isReading = false;
  const isVisible = () => view.visible || (down.view.visible && down.view.badge !== undefined);
  const stop = () => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  };
  /** Starts the pause where none of its length is under way, and ends it where nobody looks. */
  const schedule = () => {
    const seconds = vscode.workspace.getConfiguration('netsensor.explorer').get<number>('autoRefresh', 0);
    if (seconds <= 0 || !isVisible()) return stop();
    const pause = Math.max(seconds, shortest) * Math.min(2 ** failures, longestBackOff);
    if (isReading || waiting?.pause === pause) return;
    stop();
    waiting = { timer: setTimeout(() => inBackground(log, refresh()), pause * 1000), pause };
  };
  const refresh = async () => {
    waiting = undefined;
    isReading = true;
    let hasFailed = false;
    for (const id of trees.keys.filter(known => !connections.get(known)?.isSignedOut)) {
      await tree.readSensorsAgain(id);
      const stale = trees.stale(id);
      if (!stale) continue;
      hasFailed = true;
      log.warn(unlinked(shown`auto-refresh of ${inert(id)}: ${describeError(stale.error)}`));
    }
    await (await down.lists()).refresh();
    failures = hasFailed ? failures + 1 : 0;
    isReading = false;
    schedule();
  };
  schedule();
  return together(
    { dispose: stop },
    view.onDidChangeVisibility(schedule),
    down.view.onDidChangeVisibility(schedule),
    trees.onDidChange(schedule),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('netsensor.explorer.autoRefresh')) schedule();
    }),
  );
}
