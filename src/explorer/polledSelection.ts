import type * as vscode from 'vscode';
import { runCommand } from '../ui/doors.js';
import type { SensorTrees } from './sensors/sensorTrees.js';

const longestDrawing = 1500;
const pollInterval = 50;

/**
 * What is selected in a view, for commands that are called without a node, such as by a key. While VS Code draws
 * nodes anew it names none of them as selected, so an empty selection is asked for again until the drawing is over.
 */
export async function polledSelection<Node>(
  view: { readonly selection: readonly Node[] },
  trees: SensorTrees,
): Promise<readonly Node[]> {
  if (view.selection.length > 0) return view.selection;
  await trees.settled();
  const deadline = Date.now() + longestDrawing;
  while (view.selection.length === 0 && Date.now() < deadline)
    await new Promise(resolve => setTimeout(resolve, pollInterval));
  return view.selection;
}

type Rows = Pick<vscode.TreeView<unknown>, 'selection' | 'reveal'>;

/**
 * Selects the row that has the focus, unless it is among those that are selected: arrow keys move the focus alone, and VS Code tells
 * extensions of the selection alone. The row whose selection is toggled is the one with the focus.
 * @param views those of which one has the keyboard
 */
export async function selectFocused(views: readonly Rows[]): Promise<true> {
  const toggle = () => runCommand('list.toggleSelection');
  const before = views.map(view => [view, view.selection] as const);
  await toggle();
  for (const [view, selected] of before) {
    const added = view.selection.find(node => !selected.includes(node));
    if (added !== undefined) await view.reveal(added, { select: true, focus: true });
    else if (view.selection.length < selected.length) await toggle();
  }
  return true;
}
