import * as vscode from 'vscode';
import { ContextKey } from '../ids.js';
import { type TreeView, type ViewBadge } from '../ui/doors.js';
import { grouped } from '../ui/grouped.js';
import { quoted, type Inert } from '../ui/inert.js';
import type { ExplorerNode } from './explorerNode.js';
import type { SensorTrees } from './sensorTrees.js';
import type { TreeFilter } from './sensors/treeFilter.js';

/** Shows on the view how many access points are down and what the filter lets through. */
export function showViewState(
  view: TreeView<ExplorerNode>,
  trees: SensorTrees,
  filter: TreeFilter,
): vscode.Disposable {
  const update = () => {
    view.badge = downBadge(trees);
    view.message = filterMessage(trees, filter);
    void vscode.commands.executeCommand('setContext', ContextKey.isFiltered, filter.text !== '');
  };
  return vscode.Disposable.from(trees.onDidChange(update), filter.onDidChange(update));
}

function downBadge(trees: SensorTrees): ViewBadge | undefined {
  const value = sum(trees, index => index.counts(0).down);
  if (value === 0) return undefined;
  const tooltip =
    value === 1
      ? vscode.l10n.t('1 access point is down')
      : vscode.l10n.t('{0} access points are down', grouped(value));
  return { value, tooltip };
}

function filterMessage(trees: SensorTrees, filter: TreeFilter): Inert | undefined {
  if (!filter.text) return undefined;
  const matches = sum(trees, index => filter.matches(index).length);
  const all = sum(trees, index => index.size);
  return vscode.l10n.t(
    'Filter “{0}”: {1} of {2} nodes match. Clear it with Escape or with the funnel in the title.',
    quoted(filter.text),
    grouped(matches),
    grouped(all),
  );
}

type Counted = NonNullable<ReturnType<SensorTrees['get']>>;

const sum = (trees: SensorTrees, count: (index: Counted) => number): number =>
  trees.keys.reduce((total, id) => {
    const index = trees.get(id);
    return index ? total + count(index) : total;
  }, 0);
