import * as vscode from 'vscode';
import { eventually } from './eventually.js';
import { noteRows, noteShown } from './shownTexts.js';

/**
 * A list in the place of VS Code's, in which somebody chooses the row with the label that `answer` gives for its title once
 * it has read what it offers, and types that label where there is no such row.
 */
export function answeredPick(answer: (title: string) => string | undefined) {
  const typed = new vscode.EventEmitter<string>();
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  const pick = {
    title: '',
    value: '',
    busy: false,
    items: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    onDidChangeValue: typed.event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show: () => void choose(),
    hide: () => hidden.fire(),
    dispose: () => vscode.Disposable.from(typed, accepted, hidden).dispose(),
  };
  const settled = () =>
    eventually(() => {
      if (pick.busy) throw new Error('The list is still being read');
    });
  const choose = async () => {
    noteShown('list', pick.title);
    const wanted = answer(pick.title);
    await settled();
    noteRows(pick.items);
    if (wanted === undefined) return pick.hide();
    const row = () => pick.items.find(({ label }) => label === wanted);
    if (!row()) {
      pick.value = wanted;
      typed.fire(wanted);
      await settled();
    }
    pick.selectedItems = [row()].filter(found => found !== undefined);
    accepted.fire();
  };
  return pick;
}
