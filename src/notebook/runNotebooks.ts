import type * as vscode from 'vscode';
import { inBackground } from '../ui/listeners.js';
import { together } from '../ui/lifetimes.js';
import type { ResultStore } from './results/resultStore.js';
import type { CellRefresh } from './run/cellRefresh.js';
import { NotebookControllers } from './run/notebookControllers.js';
import type { NotebookRefresh } from './run/notebookRefresh.js';
import type { KernelServices } from './run/runBatch.js';
import { RunQueue } from './run/runQueue.js';
import type { StaleMarks } from './staleMarks.js';

/** What follows notebooks once one is open. */
export interface NotebookFollowers {
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
  services: KernelServices,
  { results, messaging, refresh, followers }: FollowedParts,
): Promise<vscode.Disposable> {
  const { log } = services;
  const queue = new RunQueue();
  const controllers = new NotebookControllers(services, queue);
  const [{ NotebookRefresh }, { RangeReruns }, { StaleMarks }] = await Promise.all([
    import('./run/notebookRefresh.js'),
    import('./rangeReruns.js'),
    import('./staleMarks.js'),
  ]);
  const marks = new StaleMarks(results, news => inBackground(log, messaging.postMessage(news)));
  const refreshes = new NotebookRefresh({ cells: refresh, queue, log });
  Object.assign(followers, { marks, refreshes });
  // A run that somebody begins takes the place of the next one by itself.
  const begun = queue.onDidQueue(cell => refresh.stop(cell));
  return together(controllers, begun, new RangeReruns(queue, log), marks, refreshes);
}
