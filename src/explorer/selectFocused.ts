import * as vscode from 'vscode';

type Rows = Pick<vscode.TreeView<unknown>, 'selection' | 'reveal'>;

/**
 * Selects the row that has the focus, unless it is among those that are selected: arrow keys move the focus alone, and VS Code tells
 * extensions of the selection alone. The row whose selection is toggled is the one with the focus.
 * @param views those of which one has the keyboard
 */
export async function selectFocused(views: readonly Rows[]): Promise<true> {
  const toggle = () => vscode.commands.executeCommand('list.toggleSelection');
  const before = views.map(view => [view, view.selection] as const);
  await toggle();
  for (const [view, selected] of before) {
    const added = view.selection.find(node => !selected.includes(node));
    if (added !== undefined) await view.reveal(added, { select: true, focus: true });
    else if (view.selection.length < selected.length) await toggle();
  }
  return true;
}
