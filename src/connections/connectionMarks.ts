import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command, Notebook, Scheme } from '../ids.js';
import { window, type FileDecoration } from '../ui/doors.js';
import { shownUri } from '../ui/listeners.js';
import { Emitter, together } from '../ui/lifetimes.js';
import { inert, joined, quoted, shown } from '../words/inert.js';
import type { Connection, Connections, InFront } from './connection.js';
import { environmentName } from '../words/names.js';
import { connectionState, environmentThemeColor } from './connectionLabel.js';
import { helpFor, reachLines } from './connectionHelp.js';

/** Shows the connections in the status bar and on documents. */
export const showMarks = (connections: Connections, inFront: InFront): vscode.Disposable =>
  together(markDocuments(connections), showStatus(connections, inFront));

/** Shows in the status bar which connection the active document, notebook or picture belongs to. */
function showStatus(connections: Connections, inFront: InFront): vscode.Disposable {
  const item = window.createStatusBarItem('netsensor.connection', vscode.StatusBarAlignment.Left, 90);
  item.name = l10n.t('Netsensor connection');
  const update = () => {
    const shownId = inFront.connectionId();
    const connection = shownId === undefined ? activeConnection(connections) : connections.get(shownId);
    if (!connection) return item.hide();
    const { environment, isLocked, name, address, source } = connection;
    const keyLifetime = source === 'saved' ? connections.keyLifetime : '';
    const help = helpFor(connection);
    const lock = isLocked ? shown`$(lock)` : shown`$(unlock)`;
    const icons = help ? shown`$(warning) ${lock}` : lock;
    item.text = shown`${icons} ${quoted(name)} · ${connectionState(connection)}`;
    const click = help?.button?.tooltip ?? l10n.t('Select to change the connection');
    const lines = [inert(address), help?.sentence, ...reachLines(connection), keyLifetime, click];
    item.tooltip = joined(lines, '\n');
    item.command = help?.button ? { title: click, ...help.button.command } : Command.showConnections;
    // The only backgrounds VS Code allows here are the error and warning ones, which dark high contrast does not have.
    const { kind } = vscode.window.activeColorTheme;
    const isFilled = environment === 'production' && kind !== vscode.ColorThemeKind.HighContrast;
    item.color = isFilled ? undefined : environmentThemeColor(environment);
    item.backgroundColor = isFilled ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    item.show();
  };
  update();
  return together(
    item,
    connections.onDidChange(update),
    connections.onDidReach(update),
    inFront.onDidChange(update),
    vscode.window.onDidChangeActiveColorTheme(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.onDidChangeActiveNotebookEditor(update),
    vscode.workspace.onDidChangeNotebookDocument(update),
  );
}

function activeConnection(connections: Connections): Connection | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  if (notebook?.notebookType === Notebook.type) {
    const id: unknown = notebook.metadata.connection;
    return typeof id === 'string' ? connections.get(id) : undefined;
  }
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const uri = vscode.window.activeTextEditor?.document.uri ?? (activeTab && shownUri(activeTab));
  return uri && isOurs(uri.scheme) ? connections.get(uri.authority) : undefined;
}

/** Whether the authority of an address is a connection: a document, what a manager has of it, a plan, or a row. */
const isOurs = (scheme: string): boolean => Object.values<string>(Scheme).includes(scheme);

/** Marks the documents and the tree node of a labelled connection with its colour and first letter. */
function markDocuments(connections: Connections): vscode.Disposable {
  const changed = new Emitter<undefined>();
  const provideFileDecoration = ({ scheme, authority }: vscode.Uri): FileDecoration | undefined => {
    if (!isOurs(scheme)) return undefined;
    const connection = connections.get(authority);
    if (connection?.isSignedOut && scheme === Scheme.connection)
      return { color: new vscode.ThemeColor('disabledForeground') };
    if (!connection || connection.environment === 'none') return undefined;
    const name = environmentName(connection.environment);
    return {
      badge: inert(name.charAt(0).toUpperCase()),
      color: environmentThemeColor(connection.environment),
      tooltip: shown`${quoted(connection.name)} (${inert(name)})`,
    };
  };
  return together(
    changed,
    connections.onDidChange(() => changed.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration,
    }),
  );
}
