import type * as vscode from 'vscode';
import { cellFingerprint } from './cellFingerprint.js';
import { inBackground } from '../ui/listeners.js';
import { together, type Emitter } from '../ui/lifetimes.js';
import type { ResultStore } from './results/resultStore.js';
import type { CellRefresh } from './run/cellRefresh.js';
import { NotebookControllers } from './run/notebookControllers.js';
import type { NotebookRefresh } from './run/notebookRefresh.js';
import type { KernelServices } from './run/runBatch.js';
import { RunQueue } from './run/runQueue.js';
import type { NotebookOptions } from './notebookServices.js';
import type { StaleMarks } from './staleMarks.js';
import { keepRecent } from './time/recentRanges.js';
import { noteNotebooksInFront } from './nearestNotebook.js';

/** What follows notebooks once one is open. */
export interface NotebookFollowers {
  /** Fires when a notebook begins or ends to run by itself. */
  readonly refreshChanged: Emitter<void>;
  marks?: StaleMarks;
  refreshes?: NotebookRefresh;
}

/** What the followers of notebooks work with, and where they are found. */
interface FollowedParts {
  readonly results: ResultStore;
  readonly messaging: vscode.NotebookRendererMessaging;
  readonly refresh: CellRefresh;
  readonly followers: NotebookFollowers;
}

/** Makes the kernels of notebooks, which people wait for, and then what follows their results. */
export async function runNotebooks(
  services: KernelServices & Pick<NotebookOptions, 'globalState'>,
  { results, messaging, refresh, followers }: FollowedParts,
): Promise<vscode.Disposable> {
  const { log, globalState } = services;
  const queue = new RunQueue();
  const controllers = new NotebookControllers(services, queue);
  const [{ NotebookRefresh }, { RangeReruns }, { StaleMarks }] = await Promise.all([
    import('./run/notebookRefresh.js'),
    import('./rangeReruns.js'),
    import('./staleMarks.js'),
  ]);
  const marks = new StaleMarks(results, news => inBackground(log, messaging.postMessage(news)));
  const refreshes = new NotebookRefresh({
    cells: refresh,
    queue,
    log,
    onChanged: () => followers.refreshChanged.fire(),
  });
  Object.assign(followers, { marks, refreshes });
  const begun = queue.onDidQueue(cell => refresh.begun(cell, cellFingerprint(cell)));
  const reruns = new RangeReruns(queue, log);
  const givenUp = reruns.onDidGiveUp(range => inBackground(log, keepRecent(globalState, range)));
  return together(controllers, begun, givenUp, reruns, marks, refreshes, noteNotebooksInFront());
}
