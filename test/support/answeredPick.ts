import * as vscode from 'vscode';
import { eventually } from './eventually.js';
import { noteRows, noteShown } from './shownTexts.js';

/** A button of the row with this label or detail, by its tooltip. */
export interface PressedButton {
  readonly row: string;
  readonly button: string;
}

/**
 * A list in the place of VS Code's, in which somebody chooses the row with the label or detail that `answer` gives for its
 * title once it has read what it offers, and types that label where there is no such row; or presses a button of a row. A list that
 * does not take the row stays open for the next answer, as VS Code's does.
 */
export function answeredPick(answer: (title: string) => string | PressedButton | undefined) {
  const pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
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
    onDidTriggerButton: new vscode.EventEmitter<never>().event,
    onDidTriggerItemButton: pressed.event,
    isShown: false,
    show: () => {
      pick.isShown = true;
      void choose();
    },
    hide: () => {
      pick.isShown = false;
      hidden.fire();
    },
    dispose: () => {
      pick.isShown = false;
      vscode.Disposable.from(pressed, typed, accepted, hidden).dispose();
    },
  };
  const settled = () =>
    eventually(() => {
      if (pick.busy) throw new Error('The list is still being read');
    });
  const press = ({ row, button: tooltip }: PressedButton) => {
    const item = pick.items.find(isCalled(row));
    const button = item?.buttons?.find(each => each.tooltip === tooltip);
    if (item && button) pressed.fire({ item, button });
    pick.hide();
  };
  const choose = async (): Promise<void> => {
    noteShown('list', pick.title);
    const wanted = answer(pick.title);
    await settled();
    noteRows(pick.items);
    if (wanted === undefined) return pick.hide();
    if (typeof wanted === 'object') return press(wanted);
    const row = () => pick.items.find(isCalled(wanted));
    if (!row()) {
      pick.value = wanted;
      typed.fire(wanted);
      await settled();
    }
    pick.selectedItems = [row()].filter(found => found !== undefined);
    accepted.fire();
    await new Promise(setImmediate);
    if (pick.isShown) await choose();
  };
  return pick;
}

const isCalled =
  (text: string) =>
  ({ label, detail }: vscode.QuickPickItem): boolean =>
    label === text || detail === text;
