import * as vscode from 'vscode';
import { Notebook, Scheme, tableEditorType } from '../ids.js';
import { isRecentPath, type Recent } from '../model/pins/recents.js';
import { together } from '../ui/lifetimes.js';
import { shownUri } from '../ui/listeners.js';

/** Which document, as its address says it. */
export interface DocumentAddress {
  readonly connectionId: string;
  readonly path: string;
}

/** What became of tabs, so that another one may be in front. */
export type TabChange = 'opened' | 'closed' | 'switched';

/** What is in front of the window. */
export interface Front {
  /** The document in front, or what a picture in front is of; undefined of anything else. */
  readonly address: () => DocumentAddress | undefined;
  /** Whether it is a table, of which the details show the row that one is at. */
  readonly isTable: () => boolean;
  readonly onDidChange: (listener: (change: TabChange) => void) => vscode.Disposable;
  /** Whether the user wants it to be followed. */
  readonly isFollowed: () => boolean;
}

/** The pictures that are open. */
export interface PicturesInFront {
  /** What the one in front is of, as the address of a document; undefined while none is, or where it is of more. */
  readonly address: () => DocumentAddress | undefined;
  readonly onDidChange: vscode.Event<void>;
}

/** The document that a command was called on, else the one in front; undefined where that is of no manager. */
export function addressOf(target?: vscode.Uri): DocumentAddress | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const uri = target ?? (activeTab && shownUri(activeTab));
  return uri?.scheme === Scheme.record ? { connectionId: uri.authority, path: uri.path } : undefined;
}

/** What is in front of the window: a document as text or as a table, or a picture. */
export const frontOf = (pictures: PicturesInFront): Front => ({
  address: () => addressOf() ?? pictures.address(),
  isTable: () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputCustom && input.viewType === tableEditorType;
  },
  onDidChange: listener => {
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    return together(
      onDidChangeTabs(({ opened, closed }) =>
        listener(opened.length > 0 ? 'opened' : closed.length > 0 ? 'closed' : 'switched'),
      ),
      onDidChangeTabGroups(() => listener('switched')),
      pictures.onDidChange(() => listener('switched')),
    );
  },
  isFollowed: () => vscode.workspace.getConfiguration('netsensor.explorer').get('followDocument', true),
});

/** Tells of each document of a manager, and each file of a notebook, that comes to the front. */
export function onDidComeToFront(listener: (opened: Recent) => void): vscode.Disposable {
  const { tabGroups } = vscode.window;
  const look = () => {
    const input = tabGroups.activeTabGroup.activeTab?.input;
    const address = addressOf();
    if (address && isRecentPath(address.path)) listener(address);
    else if (input instanceof vscode.TabInputNotebook && input.notebookType === Notebook.type)
      if (input.uri.scheme !== 'untitled') listener({ notebook: input.uri.toString() });
  };
  look();
  return together(tabGroups.onDidChangeTabs(look), tabGroups.onDidChangeTabGroups(look));
}
